import { amount, blank, column, constant, each, firstWhere, group, list, loops, own, part, record, table, type TableEntry, text } from '../../../src/plugin';
import { tableReading } from '../../../src/plugin/io';
import { procedure } from '../../../plugins/vocabulary';
import { EdiError } from '../../../src/common/edi-error';

const line = record('Line', { charge: amount('SVC02'), procedure: procedure('SVC01') });

const claim = record('Claim', {
  id: text('CLP01'),
  charge: amount('CLP03'),
  person: group(record('Person', { name: text('NM1[QC]03'), givenName: text('NM1[QC]04') })),
  references: each('REF', record('Reference', { qualifier: text('01'), value: text('02') })),
  remarks: each('LQ', text('02')),
  lines: loops('2110', line),
});

const layoutOf = (...entries: readonly TableEntry[]) => table('835', 'Main', claim, entries);

/** Names of the columns with two of each list; in brackets what the layout does not list. */
const namesOf = (...entries: readonly TableEntry[]): string[] =>
  [...tableReading.columnsOf(tableReading.nameColumns(tableReading.resolveTable(layoutOf(...entries)), () => ({ repeats: 2, isRows: false })))].map(
    ({ name, isListed }) => (isListed ? name : `(${name})`),
  );

/** What refuses the entries. */
function refusalOf(...entries: readonly TableEntry[]): { code: string; message: string } {
  try {
    tableReading.resolveTable(layoutOf(...entries));
  } catch (error) {
    if (error instanceof EdiError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

describe('a table that is resolved', () => {
  it('lists what its entries name, in their order, and adds the rest unlisted behind it', () => {
    expect(namesOf(column('charge', 'ChargeAmount'), column('id')).slice(0, 4)).toEqual(['ChargeAmount', 'Id', '(PersonName)', '(PersonGivenName)']);
  });

  it('names what no entry names after its keys, with lists in the singular', () => {
    expect(namesOf()).toEqual([
      '(Id)',
      '(Charge)',
      '(PersonName)',
      '(PersonGivenName)',
      '(Reference1Qualifier)',
      '(Reference1Value)',
      '(Reference2Qualifier)',
      '(Reference2Value)',
      '(Remark1)',
      '(Remark2)',
      ...[1, 2].flatMap((number) => [
        `(Line${number}Charge)`,
        `(Line${number}ProcedureSubType)`,
        `(Line${number}ProcedureCode)`,
        ...[1, 2].flatMap((modifier) => [`(Line${number}ProcedureModifier${modifier}SubType)`, `(Line${number}ProcedureModifier${modifier}Code)`]),
      ]),
    ]);
  });

  it('has the rest of an object that stands in several places in the last of them', () => {
    const person = part('person', '', [column('name')]);
    expect(namesOf(person, column('id'), part('person', 'Patient', [column('name')])).slice(0, 4)).toEqual(['Name', 'Id', 'PatientName', '(PatientGivenName)']);
  });

  it('may have values of its own, and columns without any', () => {
    expect(namesOf(own('Kind', constant('835')), blank('Nothing')).slice(0, 2)).toEqual(['Kind', 'Nothing']);
  });

  it('may choose items of one list for several lists and objects', () => {
    const names = namesOf(
      firstWhere('references', { qualifier: ['6R'] }, 'LineNumber', [column('value', '')]),
      list('references', 'Others', [column('value')], { qualifier: ['EA'] }),
    );
    expect(names.slice(0, 4)).toEqual(['LineNumber', '(LineNumberQualifier)', 'Other1Value', '(Other1Qualifier)']);
  });
});

describe('an entry that does not fit is refused with its table and key', () => {
  it.each<[string, TableEntry, string]>([
    ['a field that there is not', column('chargeAmont'), "Table 835 Main: 'chargeAmont' is no field of Claim. Correct the entry."],
    [
      'a field inside an object that there is not',
      part('person', 'Patient', [column('nam')]),
      "Table 835 Main, Patient: 'nam' is no field of Person. Correct the entry.",
    ],
    [
      'a property of a value that there is not',
      list('lines', 'Lines', [part('procedure', 'Procedure', [column('kode')])]),
      "Table 835 Main, Lines, Procedure: 'kode' is no field of the value. Correct the entry.",
    ],
    ['an object as list', list('person', 'Persons', [column('name')]), "Table 835 Main: 'person' of Claim is no array. Correct the entry."],
    ['a list as object', part('references', 'Reference', [column('value')]), "Table 835 Main: 'references' of Claim is no object. Correct the entry."],
    ['a value as object', part('charge', 'Charge', []), "Table 835 Main: 'charge' of Claim is no object. Correct the entry."],
    ['a value as list', list('charge', 'Charges'), "Table 835 Main: 'charge' of Claim is no array. Correct the entry."],
    [
      'an object as list of chosen items',
      firstWhere('person', { name: ['X'] }, 'P', [column('name')]),
      "Table 835 Main: 'person' of Claim is no array. Correct the entry.",
    ],
    ['an object as column', column('person'), "Table 835 Main: 'person' of Claim is no single value. Correct the entry."],
    ['a list as column', column('references'), "Table 835 Main: 'references' of Claim is no single value. Correct the entry."],
  ])('%s', (_what, entry, message) => {
    expect(refusalOf(column('id'), entry)).toEqual({ code: 'EDI_MAPPING_INVALID', message });
  });
});
