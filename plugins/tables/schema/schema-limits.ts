/*
 * Limits of schema files. A service compiles what a folder holds when a request names it: no file may take more than a moment or some
 * megabytes for that. They are far above what tables of the product need.
 */

/** Bytes of a file. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** Values of a file; those of an alias count each time it is used. */
export const MAX_NODES = 50_000;

/** Aliases of YAML in a file. */
export const MAX_ALIASES = 100;

/** Schemas of a file. */
export const MAX_SCHEMAS = 500;

/** Transaction types and aliases of a schema, and names of an entry of `listSchemas`. */
export const MAX_NAMES = 200;

/** Patterns of `includedFields` and the like, and entries of `listSchemas`. */
export const MAX_FIELDS = 1_000;

/** Characters of a name or pattern. */
export const MAX_NAME_LENGTH = 200;

/** Length of a chain of schemas. */
export const MAX_CHAIN = 20;

/** `numberOfColumnRepeats`. */
export const MAX_REPEATS = 1_000;

/** Columns that a table can have with the repeats of a schema, those that it leaves out included; a spreadsheet shows 16,384. */
export const MAX_COLUMNS = 100_000;

/** Patterns of a schema and its bases, times the columns that they are compared with. */
export const MAX_COMPARISONS = 5_000_000;
