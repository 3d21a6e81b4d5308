import { amountColumn, column, list, part, type TableEntry, type TableLayout } from '../../src/plugin';
import { telecomDictionary } from './dictionary';
import type { FixedRecord, Member } from './dictionary.types';
import { recordSchema } from './record-schema';

/** GroupId for group_id. */
const nameOf = (key: string): string =>
  key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Names of lists are plural: RejectCodes for reject_code and for reject_codes. */
const listNameOf = (key: string): string => nameOf(key).replace(/s?$/, 's');

/** The name of a field inside its segment, which it does not repeat: FirstName for patient_first_name of patient. */
const nameWithin = (key: string, segment: string): string => (key.startsWith(`${segment}_`) ? nameOf(key.slice(segment.length + 1)) : nameOf(key));

/** The columns of the members of a segment, or of a group of it. */
function memberEntries(members: readonly Member[], segment: string): readonly TableEntry[] {
  return members.map((member): TableEntry => {
    if (member.kind === 'group') return list(member.key, listNameOf(member.key), memberEntries(member.members, segment));
    const { key, shown, type } = member.field;
    const name = nameWithin(key, segment);
    if (type === 'amount') return amountColumn(key, name);
    return shown === undefined ? column(key, name) : part(key, name.replace(/Code$/, ''), [column('code')]);
  });
}

const fixedEntries = (records: readonly FixedRecord[]): readonly TableEntry[] =>
  [...new Set(records.flatMap(({ fields }) => fields.map(({ field }) => field.key)))].map((key) => column(key, nameWithin(key, 'header')));

/**
 * Transactions as rows: a column for each field of the standard, named after segment and field, such as ClaimProductServiceId. The columns follow from
 * the dictionary, which is loaded when the first table is made.
 */
export const telecomTable: TableLayout = {
  transactionType: 'NCPDP',
  list: 'Main',
  get record() {
    return { name: 'NcpdpTransaction', schema: recordSchema(telecomDictionary()) };
  },
  get entries() {
    const { headers, segments } = telecomDictionary();
    return [
      part('transaction_header', 'Header', fixedEntries(headers)),
      ...[...segments.values()].map(({ name, members }) => part(name, nameOf(name), memberEntries(members, name))),
    ];
  },
};
