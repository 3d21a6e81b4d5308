import { readTrees, ELIGIBILITY_HEAD, interchangeOf } from '../../support/segment-trees';
import { convertLines, convertText, type Json, linesOf, sourceOf } from '../../support/conversion';
import { envelope, isa, transactionSet, writeSegments } from '../../support/edi-text';
import { claim, REMITTANCE_HEAD, remittance } from '../../support/remittance';

const eligibility = (controlNumber: string) => transactionSet(ELIGIBILITY_HEAD, { set: '271', controlNumber, guide: '005010X279A1' });
const payments = (controlNumber: string) => transactionSet([...REMITTANCE_HEAD, ...claim(1)], { controlNumber });

const ACKNOWLEDGMENT = 'TA1*000000905*260114*2359*A*000';

const source = (segments: readonly string[]) => sourceOf('a.edi', writeSegments(segments, undefined, '\n'));

/** What records are: segments by their id, others by their type. */
const kinds = (records: readonly Json[]): string => records.map(({ objectType, segment_id }) => String(segment_id ?? objectType)).join(' ');

const kindsOf = async (segments: readonly string[], options = {}): Promise<string> => kinds(await convertLines([source(segments)], options));

describe('ISA, GS, GE and IEA', () => {
  it('keep what is no date, time or number as text', async () => {
    const text = interchangeOf('271', ELIGIBILITY_HEAD)
      .replace('*250115*0930*', '*251315*2530*')
      .replace('GE*1*1', 'GE*ONE*1')
      .replace('*20250115*0930*1*X', '*250115*93*A1*X');
    const [interchange, group, , groupEnd] = await convertLines([sourceOf('a.edi', text)]);
    expect(interchange).toMatchObject({ interchange_date: '251315', interchange_time: '2530' });
    expect(group).toMatchObject({ date: '250115', time: '93', group_control_number: 'A1' });
    expect(groupEnd).toMatchObject({ number_of_transaction_sets_included: 'ONE' });
  });

  it('are given once, however many transactions they hold', async () => {
    expect(await kindsOf(envelope([eligibility('0001'), eligibility('0002'), eligibility('0003')], { functionalId: 'HB' }))).toBe('ISA GS ST ST ST GE IEA');
  });

  it('are not given around transactions that have records of their own', async () => {
    expect(await kindsOf(envelope([payments('0001')]))).toBe('PAYMENT');
    expect(await kindsOf(envelope([]))).toBe('');
  });

  it('are given before the first tree among other records', async () => {
    expect(await kindsOf(envelope([payments('0001'), eligibility('0002'), payments('0003')]))).toBe('PAYMENT ISA GS ST PAYMENT GE IEA');
  });

  it('are given of the group and the interchange of a tree alone', async () => {
    const [header = '', ...one] = envelope([payments('0001')]);
    const [, ...other] = envelope([eligibility('0002')], { functionalId: 'HB' });
    expect(await kindsOf([header, ...one.slice(0, -1), ...other.slice(0, -1), 'IEA*2*000000001', header, ...one])).toBe('PAYMENT ISA GS ST GE IEA PAYMENT');
  });

  it('are only those that the input has', async () => {
    const [, ...withoutIsa] = envelope([eligibility('0001')]);
    expect(await kindsOf(withoutIsa.slice(0, -1))).toBe('GS ST GE');
    expect(await kindsOf(eligibility('0001'))).toBe('ST');
    expect(await kindsOf(envelope([eligibility('0001')]).slice(0, -2))).toBe('ISA GS ST');
  });

  it('are given again after an interchange that broke off', async () => {
    const whole = envelope([eligibility('0001')]);
    expect(await kindsOf([...whole.slice(0, -2), ...whole])).toBe('ISA GS ST ISA GS ST GE IEA');
  });
});

describe('TA1', () => {
  it('stands between its ISA and what follows', async () => {
    const [header = '', ...rest] = envelope([eligibility('0001')]);
    expect(await kindsOf([header, ACKNOWLEDGMENT, ...rest])).toBe('ISA TA1 GS ST GE IEA');
  });

  it('is no part of an interchange that has ended', async () => {
    expect(await kindsOf([...envelope([eligibility('0001')]), ACKNOWLEDGMENT])).toBe('ISA GS ST GE IEA ERROR');
  });

  it('is given or reported where the input has no ISA', async () => {
    const [, ...withoutIsa] = envelope([eligibility('0001')]).slice(0, -1);
    const { text, issues } = await convertText([source([...withoutIsa, ACKNOWLEDGMENT])]);
    expect(text.includes('TA1') || issues.length > 0).toBe(true);
  });

  it('is enough for an interchange without groups', async () => {
    const records = await convertLines([source([isa(), ACKNOWLEDGMENT, 'IEA*0*000000001'])]);
    expect(kinds(records)).toBe('ISA TA1 IEA');
    expect(records[1]).toEqual({
      objectType: 'SEGMENT',
      segment_id: 'TA1',
      loop_id: '0000',
      interchange_control_number: expect.anything(),
      interchange_date: '2026-01-14',
      interchange_time: '23:59',
      interchange_acknowledgment_code: 'A',
      interchange_note_code: '000',
    });
  });
});

describe('convertToSegments', () => {
  it('gives the tree of sets that have records of their own', async () => {
    const records = await convertLines([sourceOf('a.edi', remittance())], { convertToSegments: true });
    expect(kinds(records)).toBe('ISA GS ST GE IEA');
    expect(records[2]).toMatchObject({ transaction_set_identifier_code: { code: '835' }, loop_id: '0000', transaction_set_trailer: { segment_id: 'SE' } });
    expect(JSON.stringify(records)).not.toContain('PAYMENT');
  });

  it('is off unless it is asked for', async () => {
    expect(await kindsOf(envelope([payments('0001')]), { convertToSegments: false })).toBe('PAYMENT');
  });

  it('gives no TRANSACTION, INTERCHANGE_CONTROL or FUNCTIONAL_GROUP beside the trees', async () => {
    const options = { convertToSegments: true, transactionTopLevel: true, convertControlSegments: true };
    expect(await kindsOf(envelope([payments('0001'), eligibility('0002')]), options)).toBe('ISA GS ST ST GE IEA');
  });

  it('writes trees without control numbers of records: no id, no file name', async () => {
    for (const record of await convertLines([sourceOf('a.edi', remittance())], { convertToSegments: true })) {
      expect(Object.keys(record).slice(0, 3)).toEqual(['objectType', 'segment_id', 'loop_id']);
      expect(record).not.toHaveProperty('id');
      expect(record).not.toHaveProperty('fileInfo');
    }
  });
});

describe('an interchange without transactions', () => {
  it('is not lost where segments are asked for', async () => {
    expect(await kindsOf(envelope([]), { convertToSegments: true })).toBe('ISA GS GE IEA');
  });
});

describe('trees among other records', () => {
  const both = envelope([payments('0001'), eligibility('0002'), payments('0003')]);

  it('have no TRANSACTION of their own where the others have one', async () => {
    expect(await kindsOf(both, { transactionTopLevel: true })).toBe('TRANSACTION PAYMENT ISA GS ST TRANSACTION PAYMENT GE IEA');
  });

  it('stand beside INTERCHANGE_CONTROL and FUNCTIONAL_GROUP where those are asked for', async () => {
    expect(await kindsOf(both, { convertControlSegments: true })).toBe('INTERCHANGE_CONTROL FUNCTIONAL_GROUP PAYMENT ISA GS ST PAYMENT GE IEA');
  });

  it('are the same as NDJSON, as a JSON array and as objects', async () => {
    const lines = linesOf((await convertText([source(both)])).text);
    const { text } = await convertText([source(both)], { output: 'json' });
    expect(JSON.parse(text)).toEqual(lines);
  });

  it('stand in their place whatever the size of batches', async () => {
    const expected = await kindsOf(both);
    for (const options of [{ chunkSize: 1 }, { chunkSize: 3 }, { splitTransactions: false }]) expect(await kindsOf(both, options)).toBe(expected);
  });
});

describe('the guide of a 278', () => {
  const review = (purpose: string, ...head: readonly string[]) => [...head, `BHT*0007*${purpose}*1*20260115*1200`, 'HL*1**20*1', 'NM1*X3*2*PLAN'];

  /** The guide is told by the name of the transaction's first level. */
  const levelOf = (body: readonly string[], guide = '005010X217'): string => {
    const { records } = readTrees(interchangeOf('278', body, { guide }), Number.POSITIVE_INFINITY);
    const tree = records.find(({ segment_id }) => segment_id === 'ST') ?? {};
    return Object.entries(tree).find(([, value]) => JSON.stringify(value)?.includes('"2000A"'))?.[0] ?? 'none';
  };

  it.each([
    ['13', 'request'],
    ['01', 'request'],
    ['36', 'request'],
    ['11', 'response'],
    ['08', 'response'],
  ])('with BHT02 %s is that of the %s', (purpose, kind) => {
    const text = interchangeOf('278', [...review(purpose), 'HL*2*1*21*1', 'NM1*1P*2*CLINIC', 'AAA*N**15*C']);
    const { issues } = readTrees(text, Number.POSITIVE_INFINITY);
    expect(issues.filter(({ segment }) => segment === 'AAA')).toHaveLength(kind === 'response' ? 0 : 1);
  });

  it('is that of the response, although other segments stand before BHT', () => {
    const text = interchangeOf('278', [...review('11', 'AMT*D*1', 'BHT*0019*00'), 'HL*2*1*21*1', 'NM1*1P*2*CLINIC', 'AAA*N**15*C']);
    expect(readTrees(text, Number.POSITIVE_INFINITY).issues.filter(({ segment }) => segment === 'AAA')).toEqual([]);
  });

  it.each(['99', ''])('with BHT02 %j is one of the two all the same', (purpose) => {
    expect(levelOf(review(purpose))).toMatch(/^utilization_management_organization/);
  });

  it('is chosen for a transaction that has no BHT, and for one that has nothing at all', () => {
    expect(levelOf(['HL*1**20*1', 'NM1*X3*2*PLAN'])).toMatch(/^utilization_management_organization/);
    const { records } = readTrees(interchangeOf('278', []), Number.POSITIVE_INFINITY);
    expect(kinds(records)).toBe('ISA GS ST GE IEA');
    expect(records[2]).toMatchObject({ transaction_set_trailer: { number_of_included_segments: 2 } });
  });

  it('is chosen for each transaction anew', () => {
    const sets = ['13', '11'].map((purpose, i) => transactionSet([...review(purpose), 'AAA*N**15*C'], { set: '278', controlNumber: `000${i + 1}` }));
    const { records, issues } = readTrees(writeSegments(envelope(sets, { functionalId: 'HI', guide: '005010X217' })), Number.POSITIVE_INFINITY);
    expect(kinds(records)).toBe('ISA GS ST ST GE IEA');
    expect(issues.filter(({ segment }) => segment === 'AAA')).toHaveLength(1);
  });

  it('of 4010 is found by the version, in a transaction that is cut into pieces anywhere', () => {
    const text = interchangeOf('278', review('11'), { guide: '004010X094A1', version: '00401', isa11: 'U' });
    const whole = readTrees(text, Number.POSITIVE_INFINITY);
    expect(readTrees(text, Number.POSITIVE_INFINITY, 1)).toEqual(whole);
    expect(whole.issues).toEqual([]);
  });

  it('of another version is the newest of its kind, with a finding', () => {
    const { issues } = readTrees(interchangeOf('278', review('11'), { guide: '003070X094' }), Number.POSITIVE_INFINITY);
    expect(issues[0]).toMatchObject({ message: 'No guide for version 003070X094 of transaction set 278; it is read by 005010X217-278-response' });
  });
});
