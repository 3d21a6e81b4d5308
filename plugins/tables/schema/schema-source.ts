import type { yaml } from '../../../src/plugin/io';
import type { Pattern } from './pattern';

/** Settings of lists, as a schema states them. */
export interface ListSource {
  readonly names: readonly Pattern[];
  readonly repeats: number | undefined;
  readonly isRows: boolean | undefined;
  /** True for rows that stand inside the row around them, where the format has such: else they are columns. */
  readonly isNested: boolean | undefined;
  readonly isOutput: boolean | undefined;
  readonly fileSuffix: string | undefined;
  readonly repeatFields: readonly Pattern[] | undefined;
  readonly repeatEachRow: readonly Pattern[] | undefined;
  readonly offset: number;
}

/** One schema of a file, as written there. */
export interface SchemaSource {
  /** Conversions that may use it, such as 837P. */
  readonly transactionTypes: readonly string[];
  /** Offset of the value of `transactionTypes`. */
  readonly typesOffset: number;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly baseName: string | undefined;
  readonly includedFields: readonly Pattern[] | undefined;
  readonly excludedFields: readonly Pattern[] | undefined;
  /** Undefined if the schema does not have it. */
  readonly descriptions: boolean | undefined;
  readonly separator: string | undefined;
  readonly lists: readonly ListSource[];
  /** True in a file that names the version of the language. */
  readonly isVersioned: boolean;
  readonly offset: number;
  /** Offset of the value of `baseName`. */
  readonly baseOffset: number;
}

/** Contents of a file of schemas. */
export interface SchemaFileSource {
  readonly isVersioned: boolean;
  readonly schemas: readonly SchemaSource[];
  /** Keys that the language does not have. */
  readonly warnings: yaml.FileProblems;
}
