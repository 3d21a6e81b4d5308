/**
 * What outputs of tables share: schemas, and the session that reads rows by them. The outputs themselves (`csv`, `parquet`, `xlsx`) say how rows are
 * written; columns are declared beside the records of transaction sets.
 */
export { readTableParameters, ONE_TABLE, SEVERAL_TABLES, TABLE_PARAMETERS, type TableParameters } from './table-parameters';
export { TableOutput } from './table-output';
export { type TableTarget, type TableWriter } from './table-session';
export { type CompiledSchema, type NestedList, type OutputList } from './schema/compile-schema';
export { type ListFile, listsToWrite } from './lists-to-write';
export { RowTable } from './row-table';
export { productVersion } from './product-version';
export { columnDescriptions } from './column-descriptions';
