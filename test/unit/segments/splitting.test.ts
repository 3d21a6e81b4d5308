import { converter, convertLines, convertText, type Json, linesOf, sourceOf } from '../../support/conversion';
import { at, ELIGIBILITY_HEAD, interchangeOf, readTrees, segmentObjects } from '../../support/segment-trees';

const subscriber = (level: number, parent = 2): string[] => [`HL*${level}*${parent}*22*0`, `NM1*IL*1*M${level}`, 'EB*1'];
const dependent = (level: number, parent: number): string[] => [`HL*${level}*${parent}*23*0`, `NM1*03*1*M${level}`];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Records without ISA, GS, GE and IEA, each as the ids of its segments in the order of the document; HL and NM1 with number or name. */
function outlineOf(records: readonly Json[]): string[] {
  return records
    .filter(({ segment_id }) => !['ISA', 'GS', 'GE', 'IEA'].includes(String(segment_id)))
    .map((record) => {
      expect(Object.keys(record)[0]).toBe('objectType');
      return segmentObjects(record)
        .map((segment) => `${text(segment['segment_id'])}${text(segment['hierarchical_id_number'] ?? segment['response_contact_last_or_organization_name'])}`)
        .join(' ');
    });
}

const cutAfter = (splitAfter: number, body: readonly string[], set = '271') => readTrees(interchangeOf(set, body), splitAfter);

const HEAD = ['BHT', 'HL1', 'NM1LANTERN HEALTH', 'HL2', 'NM1VALLEY CLINIC'].join(' ');

describe('a tree that is longer than the limit', () => {
  it('is cut before the next loop of `splits`: what was read is the transaction, every loop after it stands alone, SE too', () => {
    const { records, issues } = cutAfter(6, [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4), ...dependent(5, 4), ...subscriber(6)]);
    expect(issues).toEqual([]);
    expect(outlineOf(records)).toEqual([`ST ${HEAD} HL3 NM1M3 EB`, 'HL4 NM1M4 EB HL5 NM1M5', 'HL6 NM1M6 EB', 'SE']);
  });

  it('is not cut at the limit, nor where no loop of `splits` follows it', () => {
    const body = [...ELIGIBILITY_HEAD, ...subscriber(3), 'EB*A', 'EB*B'];
    expect(outlineOf(cutAfter(6, body).records)).toEqual([`ST ${HEAD} HL3 NM1M3 EB EB EB SE`]);
    expect(outlineOf(cutAfter(8, [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4)]).records)).toHaveLength(3);
    expect(outlineOf(cutAfter(9, [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4)]).records)).toHaveLength(1);
  });

  it('gives a loop between the transaction and its `splits` when it opens them, and others of its kind with what they hold', () => {
    const body = [
      ...ELIGIBILITY_HEAD,
      ...subscriber(3),
      'HL*4*1*21*1',
      'NM1*1P*2*SECOND',
      ...subscriber(5, 4),
      ...subscriber(6, 4),
      'HL*7*1*21*1',
      'NM1*1P*2*THIRD',
    ];
    expect(outlineOf(cutAfter(5, body).records)).toEqual([`ST ${HEAD}`, 'HL3 NM1M3 EB', 'HL4 NM1SECOND', 'HL5 NM1M5 EB', 'HL6 NM1M6 EB', 'HL7 NM1THIRD', 'SE']);
  });

  it('gives each loop between the transaction and its `splits` once, also where one stands in another', () => {
    const body = [...ELIGIBILITY_HEAD, ...subscriber(3), 'HL*4**20*1', 'NM1*PR*2*SECOND', 'HL*5*4*21*1', 'NM1*1P*2*THIRD', ...subscriber(6, 5)];
    const outline = outlineOf(cutAfter(5, body).records).join(' ');
    expect(outline.match(/HL5 NM1THIRD/g)).toHaveLength(1);
  });

  it('gives a level by itself whose parent was given with the transaction', () => {
    const body = [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4), ...dependent(5, 3)];
    expect(outlineOf(cutAfter(6, body).records)).toEqual([`ST ${HEAD} HL3 NM1M3 EB`, 'HL4 NM1M4 EB', 'HL5 NM1M5', 'SE']);
  });

  it('gives a level by itself whose parent was given by itself', () => {
    const body = [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4), ...subscriber(5), ...dependent(6, 4)];
    expect(outlineOf(cutAfter(5, body).records)).toEqual([`ST ${HEAD}`, 'HL3 NM1M3 EB', 'HL4 NM1M4 EB', 'HL5 NM1M5 EB', 'HL6 NM1M6', 'SE']);
  });

  it('gives segments by themselves whose loop was given, before the loop in which they came', () => {
    const { records, issues } = cutAfter(5, [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4), 'BHT*0022*11*2']);
    expect(outlineOf(records).slice(1)).toEqual(['HL3 NM1M3 EB', 'BHT', 'HL4 NM1M4 EB', 'SE']);
    expect(records.find(({ segment_id }) => segment_id === 'BHT')).toMatchObject({
      objectType: 'SEGMENT',
      loop_id: '0000',
      submitter_transaction_identifier: '2',
    });
    expect(issues).toMatchObject([{ issueType: 'NOT_ALLOWED', segment: 'BHT' }]);
  });

  it('keeps the loop ids of what stands alone', () => {
    const { records } = cutAfter(5, [...ELIGIBILITY_HEAD, ...subscriber(3)]);
    expect(records[3]).toMatchObject({ objectType: 'SEGMENT', segment_id: 'HL', loop_id: '2000C', subscriber_name: { loop_id: '2100C' } });
    expect(records[4]).toMatchObject({ objectType: 'SEGMENT', segment_id: 'SE', loop_id: '0000', number_of_included_segments: 10 });
  });

  it('gives no SE where the transaction breaks off', () => {
    const text = interchangeOf('271', [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4)]);
    const { records, issues } = readTrees(text.slice(0, text.indexOf('SE*')), 5);
    expect(outlineOf(records)).toEqual([`ST ${HEAD}`, 'HL3 NM1M3 EB', 'HL4 NM1M4 EB']);
    expect(issues[0]).toMatchObject({ dataLoss: true, segment: 'SE' });
  });

  it('stays whole where its guide names no `splits`, and where it has no guide', () => {
    const review = ['BHT*0007*13*1*20260115*1200', 'HL*1**20*1', 'NM1*X3*2*PLAN', 'HL*2*1*21*1', 'NM1*1P*2*CLINIC', 'HL*3*2*22*1', 'NM1*IL*1*ASH'];
    expect(outlineOf(cutAfter(2, review, '278').records)).toHaveLength(1);
    expect(outlineOf(cutAfter(2, ['BEG*00', 'HL*1**S', 'HL*2*1*O', 'HL*3*1*O'], '850').records)).toHaveLength(1);
  });
});

describe('splitTransactions', () => {
  const LIMIT = 5_000;
  const members = Array.from({ length: LIMIT / 2 }, (_, i) => subscriber(i + 3)).flat();
  const large = () => sourceOf('a.edi', interchangeOf('271', [...ELIGIBILITY_HEAD, ...members]));

  it('cuts a tree after 5,000 segments', async () => {
    const records = await convertLines([large()]);
    expect(records.length).toBeGreaterThan(800);
    const head = segmentObjects(records[2]).length;
    expect(head).toBeGreaterThan(LIMIT);
    expect(head).toBeLessThan(LIMIT + 10);
    expect(segmentObjects(records)).toHaveLength(members.length + ELIGIBILITY_HEAD.length + 6);
  });

  it('gives the whole tree where it is false', async () => {
    const records = await convertLines([large()], { splitTransactions: false });
    expect(records).toHaveLength(5);
    const levels = at(records[2], 'information_source_level', 'information_receiver_level')['subscriber_level'];
    expect(levels).toHaveLength(LIMIT / 2);
    expect(segmentObjects(records)).toHaveLength(members.length + ELIGIBILITY_HEAD.length + 6);
  });

  it('makes no difference for a transaction below the limit', async () => {
    const source = () => sourceOf('a.edi', interchangeOf('271', [...ELIGIBILITY_HEAD, ...subscriber(3), ...subscriber(4)]));
    const [cut, whole] = await Promise.all([convertText([source()]), convertText([source()], { splitTransactions: false })]);
    expect(cut.text).toBe(whole.text);
  });

  it('has no more than 2,000 segments in a batch, or one record of more', async () => {
    const sizes: number[] = [];
    for await (const chunk of converter().convert([large()], { output: 'ndjson', chunkSize: 1_000_000, reusesChunks: true }))
      sizes.push(segmentObjects(linesOf(chunk.toString())).length);
    const [first = 0, ...others] = sizes;
    expect(first).toBeGreaterThan(LIMIT);
    expect(first).toBeLessThan(LIMIT + 2_000);
    for (const size of others) expect(size).toBeLessThan(2_010);
  });
});
