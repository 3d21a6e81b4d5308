import { formatByShape } from '../../../src/codes/code-shape';

describe('the dot of a diagnosis or procedure', () => {
  it.each([
    ['ICD_10', 'E119', 'E11.9'],
    ['ICD_10', 'A00', 'A00'],
    ['ICD_10', 'S72001A', 'S72.001A'],
    ['ICD_10', 'c7a00', 'c7a.00'],
    ['ICD_10_PRINCIPAL', 'I10', 'I10'],
    ['ICD_10_ADMITTING', 'R0789', 'R07.89'],
    ['ICD_10_REASON_FOR_VISIT', 'R51', 'R51'],
    ['ICD_10_EXTERNAL_CAUSE_OF_INJURY', 'W010XXA', 'W01.0XXA'],
    ['ICD_9', '25000', '250.00'],
    ['ICD_9', '4019', '401.9'],
    ['ICD_9', '042', '042'],
    ['ICD_9', 'V1582', 'V15.82'],
    ['ICD_9', 'V15', 'V15'],
    ['ICD_9', 'E8889', 'E888.9'],
    ['ICD_9', 'e888', 'e888'],
    ['ICD_9_PRINCIPAL', '4140', '414.0'],
    ['ICD_9_PCS', '3612', '36.12'],
    ['ICD_9_PCS_PRINCIPAL', '361', '36.1'],
  ])('stands in %s %s as %s', (list, code, formatted) => {
    expect(formatByShape(list, code)).toBe(formatted);
  });

  it.each([
    ['ICD_10', ''],
    ['ICD_10', 'E1'],
    ['ICD_10', 'E11.9'],
    ['ICD_10', 'EE119'],
    ['ICD_10', '1234'],
    ['ICD_10', 'S72001AA'],
    ['ICD_10', 'E11 '],
    ['ICD_9', '25'],
    ['ICD_9', '250000'],
    ['ICD_9', 'E88'],
    ['ICD_9', 'A123'],
    ['ICD_9_PCS', '36'],
    ['ICD_9_PCS', '36121'],
    ['ICD_9_PCS', 'A612'],
    ['ICD_10_PCS', '0SRD0J9'],
    ['ICD_10_PCS_PRINCIPAL', 'A12345'],
    ['HCPCS', 'J1885'],
    ['NDC', '00002143481'],
    ['CARC', '45'],
    ['', 'E119'],
  ])('is not put where the list %s has none, or %j is no code of it', (list, code) => {
    expect(formatByShape(list, code)).toBeUndefined();
  });
});
