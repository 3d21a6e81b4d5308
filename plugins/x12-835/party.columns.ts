import { column, part, type TableEntry } from '../../src/plugin';
import { organisationNameColumn, personNameColumns } from '../vocabulary';

/** A party that is one NM1: an organisation. */
export const organisation = (key: string, name: string): TableEntry =>
  part(key, name, [column('identificationType'), column('identifier'), organisationNameColumn]);

/** A party that is one NM1: a person. */
export const personColumns: readonly TableEntry[] = [column('identificationType'), column('identifier'), ...personNameColumns];
