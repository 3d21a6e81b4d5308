import type { yaml } from '../../../src/plugin/io';
import type { Pattern } from './pattern';

/** Settings of lists, as a schema states them. */
export interface ListSource {
  readonly names: readonly Pattern[];
  readonly repeats: number | undefined;
  readonly isRows: boolean | undefined;
  readonly isOutput: boolean | undefined;
  readonly fileSuffix: string | undefined;
  readonly repeatFields: readonly Pattern[] | undefined;
  readonly repeatEachRow: readonly Pattern[] | undefined;
  readonly offset: number;
}

/** One schema of a file, as it is written there. */
export interface SchemaSource {
  /** Conversions that may use it, such as 837P. */
  readonly transactionTypes: readonly string[];
  readonly name: string;
  readonly aliases: readonly string[];
  readonly baseName: string | undefined;
  readonly includedFields: readonly Pattern[] | undefined;
  readonly excludedFields: readonly Pattern[] | undefined;
  /** Undefined where the schema does not say it. */
  readonly descriptions: boolean | undefined;
  readonly separator: string | undefined;
  readonly lists: readonly ListSource[];
  /** True in a file that names the version of the language. */
  readonly isVersioned: boolean;
  readonly offset: number;
  /** Offset of the value of `baseName`. */
  readonly baseOffset: number;
}

/** What a file of schemas says. */
export interface SchemaFileSource {
  readonly isVersioned: boolean;
  readonly schemas: readonly SchemaSource[];
  /** Keys that the language does not have. */
  readonly doubts: yaml.FileProblems;
}
