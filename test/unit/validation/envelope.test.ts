import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { converter, sourceOf } from '../../support/conversion';

const SAMPLES = join(__dirname, '../../../samples');
const remittance = readFileSync(join(SAMPLES, '835.edi'), 'utf8');

/** An envelope without transactions, of a version. */
const empty = (version: string, [isa, gs]: readonly [isa: string, gs: string] = [HEADER, GROUP]): string =>
  [isa, `${gs}*${version}`, 'GE*0*1', 'IEA*1*000000001', ''].join('~\n');

const HEADER = 'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*1200*^*00501*000000001*0*T*:';
const GROUP = 'GS*HC*AA*BB*20260101*1200*1*X';

async function findings(...texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  const run = converter().validate([sourceOf('a.edi', ...texts)], {
    output: 'ndjson',
    onIssue: ({ ruleId = '', element = '' }) => found.push(`${ruleId} ${element}`.trim()),
  });
  for await (const _chunk of run);
  return found;
}

describe('the envelope', () => {
  it('should have nothing that is wrong', async () => {
    for (const version of ['005010X222A1', '004010X098A1', '004010', '005010', '']) {
      expect(await findings(empty(version))).toEqual(version === '' ? ['element-required GS08'] : []);
    }
  });

  it.each([
    ['ISA01', HEADER.replace('ISA*00', 'ISA*02'), GROUP],
    ['ISA05', HEADER.replace('*ZZ*A', '*12*A'), GROUP],
    ['ISA07', HEADER.replace('*ZZ*B', '*08*B'), GROUP],
    ['ISA12', HEADER.replace('*00501*', '*00403*'), GROUP],
    ['ISA15', HEADER.replace('*T*:', '*I*:'), GROUP],
    ['GS07', HEADER, GROUP.replace(/X$/, 'T')],
  ])('should have the codes of the guides in %s for their groups, and those of the standard for others', async (element, isa, gs) => {
    expect(await findings(empty('005010X222A1', [isa, gs]))).toEqual([`element-code ${element}`]);
    expect(await findings(empty('004010', [isa, gs]))).toEqual([]);
  });

  it.each([
    ['element-code ISA05', HEADER.replace('*ZZ*A', '*XX*A'), GROUP],
    ['element-pattern ISA12', HEADER.replace('*00501*', '*X0501*'), GROUP],
    ['element-code GS07', HEADER, GROUP.replace(/X$/, 'Q')],
    ['element-date GS04', HEADER, GROUP.replace('20260101', '260101')],
  ])('should have no code that the standard does not have: %s', async (finding, isa, gs) => {
    expect(await findings(empty('004010', [isa, gs]))).toEqual([finding]);
  });

  it('should have a date of six digits before release 004010 only', async () => {
    const old = GROUP.replace('20260101', '260101');
    expect(await findings(empty('003040', [HEADER, old]))).toEqual([]);
    expect(await findings(empty('005010X222A1', [HEADER, old]))).toEqual(['element-date GS04']);
  });

  it('should be looked at where no group follows', async () => {
    const isa = HEADER.replace('*ZZ*A', '*XX*A');
    expect(await findings(`${isa}~IEA*0*000000001~`)).toEqual(['element-code ISA05']);
    expect(await findings(`${isa}~`)).toEqual(['element-code ISA05', 'envelope-pairs']);
    expect(await findings(`${isa}~${empty('004010')}`)).toEqual(['element-code ISA05', 'envelope-pairs']);
  });

  it('should have its findings before those of the transaction', async () => {
    const text = remittance.replace('*ZZ*HARBOR', '*12*HARBOR').replace('REF*EV*HERON-CLEARING~', 'REF*EV*~');
    expect(await findings(text)).toEqual(['element-code ISA05', 'element-required REF02']);
  });

  it('should have one number for each interchange of a sender to a receiver', async () => {
    expect(await findings(remittance, remittance)).toEqual(['control-duplicate ISA13']);
    expect(await findings(remittance, remittance.replaceAll('000000101', '000000102'))).toEqual([]);
    expect(await findings(remittance, remittance.replace('ZZ*JUNIPER', 'ZZ*JUMPER '))).toEqual([]);
  });

  it('should have ISB and ISE before its groups, and nowhere else', async () => {
    const services = 'ISB*1~ISE*260101*0515*04~';
    expect(await findings(empty('004010').replace('GS*', `${services}GS*`))).toEqual([]);
    expect(await findings(remittance.replace('IEA*', `${services}IEA*`))).toEqual(['envelope-strays']);
  });
});

it('gives ISB and ISE with the segments of their interchange', async () => {
  const records: unknown[] = [];
  const text = empty('004010').replace('GS*', 'ISB*1~ISE*260101*0515*04~GS*');
  for await (const { segment_id, interchange_delivery_date } of converter().records([sourceOf('a.edi', text)]))
    records.push([segment_id, interchange_delivery_date]);
  expect(records).toEqual([
    ['ISA', undefined],
    ['ISB', undefined],
    ['ISE', '2026-01-01'],
    ['IEA', undefined],
  ]);
});
