import type { yaml } from '../../../src/plugin/io';

/*
 * The keys of the schema language. The reader lints by these tables, and a test demands that docs/csv-schema.md explains
 * each key.
 */

const required = (holds: string): yaml.KeyRule => ({ isRequired: true, holds });
const optional = (holds: string): yaml.KeyRule => ({ isRequired: false, holds });

/** The version of the language that this release reads. */
export const SCHEMA_VERSION = 1;

/** Keys of a file that names the version of the language; one that does not is the list of schemas alone. */
export const FILE_KEYS = {
  version: required('1, the version of the language'),
  schemas: required('list of schemas'),
} as const satisfies Record<string, yaml.KeyRule>;

/** Keys of a schema. */
export const SCHEMA_KEYS = {
  transactionTypes: required('list of the conversions that may use it: 835, 837P, 837I, 837D'),
  name: required('its name, once for each transaction type'),
  aliases: optional('list of other names'),
  baseName: optional('name or alias of the schema that it changes'),
  includedFields: optional('list of patterns: only columns that match are written'),
  excludedFields: optional('list of patterns: columns that match are left out'),
  descriptions: optional('True for a column with the description of each code behind it'),
  separator: optional('the character between cells, a comma when absent'),
  listSchemas: optional('list of settings for lists'),
} as const satisfies Record<string, yaml.KeyRule>;

/** Keys of an entry of `listSchemas`. */
export const LIST_KEYS = {
  names: required('list of patterns for names of lists'),
  numberOfColumnRepeats: optional('how many items have columns, 3 when absent'),
  strategy: optional(
    'ROWS for a row for each item, COLUMNS for items side by side, NESTED for a list inside the row where the format has lists (Parquet), else as COLUMNS',
  ),
  output: optional('False for a list that has no file of its own'),
  fileSuffix: optional('what follows the name of the output in that of its file'),
  repeatFields: optional('list of patterns: columns that stand before those of the lists inside it'),
  repeatEachRow: optional('list of patterns: those of `repeatFields` that are filled in every row'),
} as const satisfies Record<string, yaml.KeyRule>;

/** Values of the parameter `schemaCheck`. */
export const SCHEMA_CHECKS = ['auto', 'strict', 'lenient'] as const;

/**
 * What patterns and keys do that mean nothing: `strict` refuses a file that has them, `lenient` makes them warnings, and `auto` is strict
 * for files that name the version of the language.
 */
export type SchemaCheck = (typeof SCHEMA_CHECKS)[number];
