import type { AcknowledgeOptions } from './acknowledge.command';
import type { BatchCommandRequest } from './batch.command';
import type { CodesRequest } from './codes.command';
import type { ConvertOptions } from './convert.command';
import type { ColumnsOptions, SchemasOptions } from './csv.command';
import type { GenerateOptions } from './generate.command';
import type { KeysRequest } from './keys.command';
import type { MatchCommandOptions } from './match.command';
import type { McpOptions } from './mcp.command';
import type { PluginRequest } from './plugin.command';
import type { SampleCommandOptions } from './sample.command';
import type { ScrubCommandOptions } from './scrub.command';
import type { ValidateOptions } from './validate.command';
import type { ViewOptions } from './view.command';
import type { WorkerOptions } from './worker.command';

/** Actions of the commands; the program only reads arguments. */
export interface CommandActions {
  convert(paths: readonly string[], options: ConvertOptions): Promise<void>;
  validate(paths: readonly string[], options: ValidateOptions): Promise<void>;
  acknowledge(paths: readonly string[], options: AcknowledgeOptions): Promise<void>;
  match(paths: readonly string[], options: MatchCommandOptions): Promise<void>;
  scrub(paths: readonly string[], options: ScrubCommandOptions): Promise<void>;
  sample(names: readonly string[], options: SampleCommandOptions): Promise<void>;
  generate(set: string, path: string, options: GenerateOptions): Promise<void>;
  batch(request: BatchCommandRequest): Promise<void>;
  worker(options: WorkerOptions): Promise<void>;
  /** What the processes of a batch run. */
  convertForBatch(): Promise<void>;
  serve(options: { readonly port?: number; readonly host?: string }): Promise<void>;
  view(path: string, options: ViewOptions): Promise<void>;
  csvColumns(options: ColumnsOptions): Promise<void>;
  csvSchemas(options: SchemasOptions): Promise<void>;
  mcp(folders: readonly string[], options: McpOptions): Promise<void>;
  codes(request: CodesRequest): Promise<void>;
  keys(request: KeysRequest): Promise<void>;
  plugin(request: PluginRequest): Promise<void>;
}
