import { each, type Field, groups, named, record, type RecordOf, text } from '../../src/plugin';
import { contactType } from './enumerations/contact-type';

/** A number by which a contact is reached: a pair of PER. */
export const contactNumber = record('ContactNumber', {
  type: named(contactType, '+0'),
  number: text('+1'),
});

/** A contact: PER has function and name, then up to three pairs of kind and number. */
export const contact = record('Contact', {
  functionCode: text('01'),
  name: text('02'),
  contactNumbers: groups('', { from: 3, size: 2, max: 3 }, contactNumber),
});
/** A contact of a party: what `contacts` reads of each. */
export type Contact = RecordOf<typeof contact>;

/** All contacts of a loop. */
export const contacts = (): Field<readonly Contact[]> => each('PER', contact);
