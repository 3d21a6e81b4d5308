import type { AcknowledgeOptions } from './acknowledge.command';
import type { CodesRequest } from './codes.command';
import type { ConvertOptions } from './convert.command';
import type { ColumnsOptions, SchemasOptions } from './csv.command';
import type { GenerateOptions } from './generate.command';
import type { KeysRequest } from './keys.command';
import type { PluginRequest } from './plugin.command';
import type { ValidateOptions } from './validate.command';

/** What the commands do; the program only reads arguments. */
export interface CommandActions {
  convert(paths: readonly string[], options: ConvertOptions): Promise<void>;
  validate(paths: readonly string[], options: ValidateOptions): Promise<void>;
  acknowledge(paths: readonly string[], options: AcknowledgeOptions): Promise<void>;
  generate(set: string, path: string, options: GenerateOptions): Promise<void>;
  serve(options: { readonly port?: number; readonly host?: string }): Promise<void>;
  csvColumns(options: ColumnsOptions): Promise<void>;
  csvSchemas(options: SchemasOptions): Promise<void>;
  codes(request: CodesRequest): Promise<void>;
  keys(request: KeysRequest): Promise<void>;
  plugin(request: PluginRequest): Promise<void>;
}
