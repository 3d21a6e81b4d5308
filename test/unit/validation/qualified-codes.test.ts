import { createConverter } from '../../../src/pipeline/create-converter';
import { claimFile, GUIDE, underSubscriber } from '../../support/claims';
import { directoryOf } from '../../support/code-directory';
import { linesOf, sourceOf } from '../../support/conversion';
import { remittance } from '../../support/remittance';

/** Every list is loaded, and has no code. */
const engine = createConverter({ codes: directoryOf(() => ({ validity: { isKnown: false } })) });

/** `ELEMENT LIST VALUE` of codes that are not in their lists. */
async function invalidCodes(text: string): Promise<readonly string[]> {
  let found = '';
  for await (const chunk of engine.validate([sourceOf('a.edi', text)], { output: 'ndjson' })) found += chunk.toString();
  return linesOf(found)
    .filter(({ issueType }) => issueType === 'INVALID_CODE')
    .map(({ segment, codeSubType, value }) => `${String(segment)} ${String(codeSubType)} ${String(value)}`);
}

const line = (...segments: readonly string[]): string => remittance({ claims: [['CLP*A*1*10*10*0*12*ICN*11', 'NM1*QC*1*DOE*JANE', ...segments]] });
const professional = (...segments: readonly string[]): string => claimFile([underSubscriber(...segments)], { guide: GUIDE.professional });

describe('a code beside a qualifier', () => {
  it.each([
    ['LQ*HE*N130', 'LQ RARC N130'],
    ['LQ*RX*65', 'LQ NCPDP_REJECT_CODE 65'],
    ['LQ*QQ*65', undefined],
  ])('is looked for in the list that LQ01 names: %s', async (lq, expected) => {
    const found = await invalidCodes(line('SVC*ZZ:1*10*10', lq));
    expect(found).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ['HC:99213', 'SVC CPT 99213'],
    ['N4:00002771501', 'SVC NDC 00002771501'],
    ['ZZ:99213', undefined],
    ['ER:W1234', undefined],
    ['XX:99213', undefined],
  ])('is looked for in the list that C003-1 names: %s', async (service, expected) => {
    expect(await invalidCodes(line(`SVC*${service}*10*10`))).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ['11:B:', 'CLM PLACE_OF_SERVICE 11'],
    ['11:A:', 'CLM FACILITY_TYPE 11'],
    ['11::', 'CLM PLACE_OF_SERVICE 11'],
    ['11:X:', undefined],
  ])('is looked for in the list that CLM05-2 names: %s', async (facility, expected) => {
    const found = await invalidCodes(professional(`CLM*A*100***${facility}*Y*A*Y*Y`));
    expect(found.filter((one) => one.startsWith('CLM'))).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ['PXC', ['PRV PROVIDER_TAXONOMY 207Q00000X']],
    ['EI', []],
  ])('is looked for in the list that PRV02 names: %s', async (qualifier, expected) => {
    const found = await invalidCodes(professional('CLM*A*100***11:X:*Y*A*Y*Y', 'NM1*82*1*DOE*JANE****XX*1234567893', `PRV*PE*${qualifier}*207Q00000X`));
    expect(found.filter((one) => one.startsWith('PRV'))).toEqual(expected);
  });
});
