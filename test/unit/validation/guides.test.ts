import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../../src/common/issue';
import type { ValidationOptions } from '../../../src/pipeline/conversion.types';
import { converter, convertText, sourceOf } from '../../support/conversion';

const sample = (name: string): string => readFileSync(join(__dirname, '../../../samples', name), 'utf8');

async function findings(text: string, options: ValidationOptions = {}): Promise<readonly string[]> {
  const found: string[] = [];
  const onIssue = ({ ruleId = '', element, missing, segment = '' }: Issue): number => found.push(`${ruleId} ${element ?? missing?.segment ?? segment}`.trim());
  for await (const _chunk of converter().validate([sourceOf('a.edi', text)], { output: 'ndjson', ...options, onIssue }));
  return found;
}

function file(version: string, functionalId: string, ...segments: readonly string[]): string {
  return [
    'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*1200*^*00501*000000001*0*T*:',
    `GS*${functionalId}*AA*BB*20260101*1200*1*X*${version}`,
    ...segments,
    `SE*${segments.length + 1}*0001`,
    'GE*1*1',
    'IEA*1*000000001',
    '',
  ].join('~\n');
}

describe('a remittance of 004010', () => {
  const old = sample('835.edi').replaceAll('005010X221A1', '004010X091A1');

  it.each(['004010X091A1', '004010X091'])('should be measured by its own guide as version %s', async (version) => {
    const found = await findings(old.replaceAll('004010X091A1', version));
    expect(found).not.toContain('set-version ST03');
    // The technical contact of the payer (PER BL) and remark codes of lines came with 005010.
    expect(found).toContain('element-code PER01');
  });

  it('should have its balances looked at', async () => {
    expect(await findings(old.replace('BPR*I*261.4', 'BPR*I*261.5'))).toContain('835-payment-balance BPR');
  });
});

describe('an acknowledgment (997)', () => {
  it.each([
    ['005010X230', 'ST*997*0001*005010X230', 'AK1*HC*17456*005010X222A1', 'AK2*837*0001*005010X222A1', 'AK3*NM1*1234567*2010*8', 'AK4*9:1:2*67*12', 'AK5*R*19'],
    ['005010', 'ST*997*0001', 'AK1*AG*160', 'AK2*824*0160', 'AK5*A'],
    ['004010', 'ST*997*0001', 'AK1*PO*160', 'AK2*850*0160', 'AK5*A'],
  ])('should be valid in version %s, whatever it acknowledges', async (version, ...segments) => {
    expect(await findings(file(version, 'FA', ...segments, 'AK9*A*1*1*1'))).toEqual([]);
  });

  it('should have no elements of 005010 in 004010', async () => {
    expect(await findings(file('004010', 'FA', 'ST*997*0001', 'AK1*HC*1*004010', 'AK9*A*1*1*1'))).toEqual(['element-unknown AK103']);
  });
});

describe('an acknowledgment of claims (277CA)', () => {
  const text = sample('277ca.edi');
  const status = 'STC*A3:24:85**U*80~';

  it.each([
    ['need no status of a provider', '', []],
    ['have up to three identifiers of a provider', `${status}REF*0B*1~REF*1G*2~REF*G2*3~`, []],
  ])('should %s', async (_what, segments, expected) => {
    expect(text).toContain(status);
    const found = await findings(text.replace(status, segments));
    expect(found.filter((one) => !one.startsWith('control-count') && !one.startsWith('277-provider-amounts'))).toEqual(expected);
  });
});

describe('a review of services (278)', () => {
  it('should have BHT', async () => {
    expect(await findings(file('005010X217', 'HI', 'ST*278*0001*005010X217', 'HL*1**20*1'))).toContain('segment-required BHT');
    const begun = file('005010X217', 'HI', 'ST*278*0001*005010X217', 'BHT*0007*13*1*20260101*1200', 'HL*1**20*1');
    expect(await findings(begun)).not.toContain('segment-required BHT');
  });
});

describe('relational notes of the standard', () => {
  it.each([
    ['837p.edi', 'NM108', /(NM1\*85\*2\*[^*]*\*{5})XX(\*\d+~)/, '$1$2'],
    ['837d.edi', 'NM108', /(NM1\*85\*2\*[^*]*\*{5})XX(\*\d+~)/, '$1$2'],
    ['837d.edi', 'NM109', /(NM1\*82\*1\*YEW\*SORREL\*{4}XX)\*\d+~/, '$1~'],
    ['278-request.edi', 'NM108', /(NM1\*71\*1\*.*)XX(\*\d+~)/, '$1$2'],
    ['278-request.edi', 'NM109', /(NM1\*71\*1\*.*XX)\*\d+~/, '$1~'],
    ['278-request.edi', 'PER03', /(PER\*IC\*WARD\*)FX/, '$1'],
  ])('should hold in %s: %s missing', async (name, element, from, to) => {
    const text = sample(name);
    expect(text).toMatch(from);
    const found = await findings(text.replace(from, to));
    expect(found.filter((one) => one.endsWith(` ${element}`))).not.toEqual([]);
    expect(await findings(text)).toEqual([]);
  });

  it('should hold in 004010', async () => {
    const old = sample('835.edi').replaceAll('005010X221A1', '004010X091A1');
    expect(old).toContain('ABERNATHY*SUSANNAH****XX*');
    expect(await findings(old.replace('ABERNATHY*SUSANNAH****XX*', 'ABERNATHY*SUSANNAH*****'))).toContain('element-required NM108');
    expect(await findings(old.replace('OKONJO*TAVI****MI*', 'OKONJO*TAVI*****'))).toContain('elements-paired NM108');
  });
});

describe('codes of elements that stand several times', () => {
  it.each([
    ['835.edi', 'PLB05', 'L6:INT-0309*-1.25*72:', 'L6:INT-0309*-1.25*XX:'],
    ['277ca.edi', 'STC10', 'STC*A1:19:PR*20260217*WQ*630.5~', 'STC*A1:19:PR*20260217*WQ*630.5******A1:19:QC~'],
    ['277.edi', 'STC11', 'STC*F1:65*20260215~', 'STC*F1:65*20260215********F1:65*F1:65:XXX~'],
    ['837i.edi', 'CRC04', 'LX*1~', 'CRC*ZZ*Y*AV*XX~LX*1~'],
  ])('should be checked at each place: %s', async (name, element, from, to) => {
    const text = sample(name);
    expect(text).toContain(from);
    const found = await findings(text.replace(from, to));
    expect(found.filter((one) => one.startsWith(`element-code ${element}`))).toHaveLength(1);
  });
});

describe('encounters', () => {
  it.each(['005010X298', '005010X299'])('should have an identifier of the patient in %s', async (version) => {
    const name = version.endsWith('8') ? '837p.edi' : '837i.edi';
    const text = sample(name).replaceAll(/005010X22\d(A\d)?/g, version);
    const named = text.replace(/NM1\*QC\*1\*([^*~]*)\*([^*~]*)[^~]*~/, 'NM1*QC*1*$1*$2****MI*PATIENT1~');
    const [before, after] = [await findings(text), await findings(named)];
    expect(name === '837i.edi' || named !== text).toBe(true);
    expect(after).toEqual(before);
  });
});

describe('a claim of 004010', () => {
  const dental = (reference: string): string =>
    sample('837d.edi')
      .replaceAll('005010X224A2', '004010X096A1')
      .replace(/ST\*837\*(\d+)\*[^~]*~/, 'ST*837*$1~')
      .replace(/(BHT\*[^~]*~\n?)/, `$1${reference}`);
  const kindOf = async (text: string): Promise<unknown> => {
    for await (const { transaction } of converter().records([sourceOf('a.edi', text)])) {
      if (typeof transaction === 'object' && transaction !== null && 'transactionType' in transaction) return transaction.transactionType;
    }
    return undefined;
  };

  const ofHospital = (reference: string): string => dental(reference).replace(/SV3\*AD:(\w+)\*(\d+)/g, 'SV2*0450*HC:$1*$2*UN*1');
  /** The kind of the first claim, and how many of its lines have a charge. */
  const linesOf = async (text: string): Promise<readonly [unknown, number]> => {
    for await (const { serviceLines } of converter().records([sourceOf('a.edi', text)])) {
      if (Array.isArray(serviceLines)) return [await kindOf(text), serviceLines.filter((line) => 'chargeAmount' in Object(line)).length];
    }
    return [undefined, 0];
  };

  it.each([
    ['004010X097A1', 'DENTAL'],
    ['004010X097DA1', 'DENTAL'],
    ['004010X097', 'DENTAL'],
    ['004010X096A1', 'INST'],
    ['004010X123', 'INST'],
  ])('should be read by the guide that REF 87 names (%s), whatever GS08 says', async (version, kind) => {
    const withoutLines = dental(`REF*87*${version}~`).replace(/LX\*[\s\S]*?(?=SE\*)/, '');
    expect(await kindOf(withoutLines)).toBe(kind);
    expect((await findings(withoutLines)).includes('group-version GS08')).toBe(kind === 'DENTAL');
  });

  it.each([
    ['004010X096A1', ''],
    ['004010X096A1', 'REF*87*004010X096A1~'],
    ['004010X098A1', 'REF*87*004010X096A1~'],
  ])('should be read by the guide of its lines, GS08 %s and %j name another', async (version, reference) => {
    const text = dental(reference).replace('*004010X096A1~', `*${version}~`);
    expect(await linesOf(text)).toEqual(['DENTAL', 2]);
    const found = await findings(text);
    expect(found.filter((one) => one.startsWith('group-version'))).toEqual(['group-version ST']);
    expect(found).not.toContain('segment-unknown SV3');
  });

  it.each(['004010', '005010'])('should be read by the guide of its lines where GS08 %s names none', async (version) => {
    expect(await linesOf(dental('').replace('004010X096A1', version))).toEqual(['DENTAL', 2]);
    expect(await findings(dental('').replace('004010X096A1', version))).toContain('set-version ST03');
  });

  it('should be read by the guide that it names, whose lines it has, though one is of another kind', async () => {
    const [first = '', ...others] = ofHospital('').split('LX*2~');
    const text = [first, ...others].join('LX*2~\nSV3*AD:D0120*10~');
    expect(await linesOf(text)).toEqual(['INST', 2]);
    expect(await findings(text)).not.toContain('group-version ST');
    expect(await kindOf(first.replace(/LX\*1~\n/, '$&REF*6R*1~\n') + 'SE*1*0001~')).toBe('INST');
  });

  it('should be read by the guide of GS08 where its lines come late', async () => {
    const notes = 'NTE*ADD*NOTE~\n'.repeat(400);
    const text = dental('').replace('LX*1~', `${notes}LX*1~`);
    expect(await kindOf(text)).toBe('INST');
    expect(await kindOf(text.replace(notes, notes.slice(0, notes.length / 2)))).toBe('DENTAL');
  });

  it('should be read the same in pieces of any size', async () => {
    const text = dental('');
    const read = async (...pieces: readonly string[]): Promise<string> => (await convertText([sourceOf('a.edi', ...pieces)])).text;
    expect(await read(...text)).toBe(await read(text));
  });

  it('should be whole when it ends before its guide is known', async () => {
    const found = await findings(dental('').replace(/BHT[\s\S]*SE\*/, 'BHT*0019*00*1*20260101*1200*CH~SE*'));
    expect(found).toContain('transaction-empty CLM');
    expect(found).not.toContain('segment-required BHT');
  });
});

describe('addresses', () => {
  const stay = (n4: string): string => sample('837i.edi').replace(/N4\*[^~]*~/, `${n4}~`);

  it('should have a postal code of nine digits in the United States', async () => {
    expect(await findings(stay('N4*BANGOR*ME*04401'))).toContain('element-pattern N403');
    expect(await findings(stay('N4*BANGOR*ME*04401*US'))).toContain('element-pattern N403');
  });

  it('should have a postal code of any form in another country', async () => {
    expect(await findings(stay('N4*MONTREAL**H2X 1Y4*CA'))).not.toContain('element-pattern N403');
  });
});

describe('check digits of providers', () => {
  const wrong = sample('835.edi').replace('XX*1900000013', 'XX*1900000014');

  it('should be looked at where level 5 or the rule is asked for', async () => {
    expect(await findings(wrong, { levels: '5' })).toContain('npi-check-digit N104');
    expect(await findings(wrong, { rules: 'npi-check-digit' })).toContain('npi-check-digit N104');
  });

  it('should not be looked at by default, nor at other levels', async () => {
    expect(await findings(wrong)).not.toContain('npi-check-digit N104');
    expect(await findings(wrong, { levels: '1-4,6-7' })).not.toContain('npi-check-digit N104');
  });
});

describe('a segment', () => {
  it.each(['REF*EV*HERON-CLEARING***X~', 'REF*EV*HERON-CLEARING***~'])('should not have more separators than elements: %s', async (segment) => {
    expect(await findings(sample('835.edi').replace('REF*EV*HERON-CLEARING~', segment))).toEqual(['element-unknown REF05']);
  });

  it('should have separators without values at its end', async () => {
    expect(await findings(sample('835.edi').replace('REF*EV*HERON-CLEARING~', 'REF*EV*HERON-CLEARING**~'))).toEqual([]);
  });
});

describe('the lines of a claim', () => {
  it('should be numbered from 1 in each claim', async () => {
    expect(await findings(sample('837p.edi'))).toEqual([]);
    expect(await findings(sample('837p.edi').replace('LX*1~', 'LX*2~'))).toEqual(['837-line-sequence LX01', '837-line-sequence LX01']);
  });
});
