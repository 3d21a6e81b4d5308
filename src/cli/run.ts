import { type Command, CommanderError } from 'commander';
import { EdiError } from '../common/edi-error';
import type { ErrorCode } from '../common/error-catalogue';
import { loadPart } from '../common/optional-part';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { withPlugins } from './plugin-choice';
import { createProgram } from './program';
import { UsageError } from './usage-error';

/** Errors of what was asked for, thrown before anything is done. */
const USAGE_CODES: ReadonlySet<ErrorCode> = new Set(['EDI_BAD_PARAMETER', 'EDI_PLUGIN_INVALID', 'EDI_SCHEMA_INVALID']);

/** Runs a command line (without the names of node and script) and gives its exit code. Nothing is thrown. */
export async function run(argv: readonly string[], given: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  let io = given;
  const program = createProgram({
    convert: async (paths, options) => {
      const { convertCommand } = await import('./convert.command.js');
      exitCode = await convertCommand(paths, options, io);
    },
    validate: async (paths, options) => {
      const { validateCommand } = await import('./validate.command.js');
      exitCode = await validateCommand(paths, options, io);
    },
    acknowledge: async (paths, options) => {
      const { acknowledgeCommand } = await import('./acknowledge.command.js');
      exitCode = await acknowledgeCommand(paths, options, io);
    },
    generate: async (set, path, options) => {
      const { generateCommand } = await import('./generate.command.js');
      exitCode = await generateCommand(set, path, options, io);
    },
    serve: async ({ port, host }) => {
      const { runService } = await loadPart('The service', () => import('../main.js'));
      const asked = { ...(port === undefined ? {} : { PORT: String(port) }), ...(host === undefined ? {} : { HOST: host }) };
      exitCode = await runService({ ...io.environment, ...asked }, io.stderr, io.signal);
    },
    csvColumns: async (options) => {
      const { csvColumnsCommand } = await import('./csv.command.js');
      exitCode = await csvColumnsCommand(options, io);
    },
    csvSchemas: async (options) => {
      const { csvSchemasCommand } = await import('./csv.command.js');
      exitCode = await csvSchemasCommand(options, io);
    },
    codes: async (request) => {
      const { codesCommand } = await import('./codes.command.js');
      exitCode = await codesCommand(request, io);
    },
    keys: async (request) => {
      const { keysCommand } = await import('./keys.command.js');
      exitCode = await keysCommand(request, io);
    },
    plugin: async (request) => {
      const { pluginCommand } = await import('./plugin.command.js');
      exitCode = await pluginCommand(request, io);
    },
  });
  program.hook('preAction', () => {
    io = withPlugins(given, program.opts<{ readonly plugin?: readonly string[] }>().plugin ?? []);
  });
  const output = { writeOut: (text: string) => void io.stdout.write(text), writeErr: (text: string) => void io.stderr.write(text) };
  for (const command of withSubcommands(program)) command.configureOutput(output).exitOverride();
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    return failure(error, io, program);
  }
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Messages name what the service and the library call parameters; here they are options. */
function withOptionNames(message: string, program: Command): string {
  const flags = new Map(
    withSubcommands(program).flatMap(({ options }) => options.map((option) => [option.attributeName(), option.long ?? option.flags] as const)),
  );
  const named = message.replace(/\b(\w+)=(?=\S)/g, (whole, name: string) => (flags.has(name) ? `${flags.get(name) ?? ''} ` : whole));
  return named.replace(/^(\w+)(?= (?:is|has|must) )/, (name) => flags.get(name) ?? name);
}

function failure(error: unknown, io: CommandIo, program: Command): ExitCode {
  // Commander has written its message; help and version end with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const isUsage = error instanceof UsageError || (error instanceof EdiError && USAGE_CODES.has(error.code));
  if (isUsage || error instanceof EdiError) {
    io.stderr.write(`${withOptionNames(error.message, program)}\n`);
    if (isUsage) return EXIT.usage;
    return error instanceof EdiError && error.code === 'EDI_OUTPUT_FAILED' ? EXIT.unwritable : EXIT.failed;
  }
  io.stderr.write(`Clearloop failed unexpectedly: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return EXIT.failed;
}
