import { type Command, CommanderError } from 'commander';
import { escapeControlsOfLines } from '../common/control-characters';
import { EdiError } from '../common/edi-error';
import { messageWithCause } from '../common/error-origin';
import type { ErrorCode } from '../common/error-catalogue';
import { loadPart } from '../common/optional-part';
import type { CommandActions } from './command-actions';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { withPlugins } from './plugin-choice';
import { createProgram } from './program';
import { RemoteFiles } from './remote-files';
import { UsageError } from './usage-error';

/** Errors of the request, thrown before work begins. */
const USAGE_CODES: ReadonlySet<ErrorCode> = new Set(['EDI_BAD_PARAMETER', 'EDI_PLUGIN_INVALID', 'EDI_SCHEMA_INVALID']);

/** What the commands of a run share. */
interface Running {
  io: CommandIo;
  exitCode: ExitCode;
  readonly files: RemoteFiles;
}

/** Runs a command line (without the names of node and script) and returns its exit code. Never throws. */
export async function run(argv: readonly string[], given: CommandIo): Promise<ExitCode> {
  const running: Running = { io: given, exitCode: EXIT.ok, files: new RemoteFiles(given.environment) };
  const program = createProgram(actionsOf(running));
  program.hook('preAction', () => {
    running.io = withPlugins(given, program.opts<{ readonly plugin?: readonly string[] }>().plugin ?? []);
  });
  const output = { writeOut: (text: string) => void given.stdout.write(text), writeErr: (text: string) => void given.stderr.write(text) };
  for (const command of withSubcommands(program)) command.configureOutput(output).exitOverride();
  try {
    await program.parseAsync(argv, { from: 'user' });
    return running.exitCode;
  } catch (error) {
    return failure(error, running.io, program);
  } finally {
    await running.files.close();
  }
}

/** The commands; each loads its code when it is called. */
function actionsOf(running: Running): CommandActions {
  const { files } = running;
  return {
    convert: async (paths, options) => {
      const { convertCommand } = await import('./convert.command.js');
      running.exitCode = await convertCommand(paths, options, running.io, files);
    },
    validate: async (paths, options) => {
      const { validateCommand } = await import('./validate.command.js');
      running.exitCode = await validateCommand(paths, options, running.io, files);
    },
    acknowledge: async (paths, options) => {
      const { acknowledgeCommand } = await import('./acknowledge.command.js');
      running.exitCode = await acknowledgeCommand(paths, options, running.io, files);
    },
    match: async (paths, options) => {
      const { matchCommand } = await import('./match.command.js');
      running.exitCode = await matchCommand(paths, options, running.io, files);
    },
    scrub: async (paths, options) => {
      const { scrubCommand } = await import('./scrub.command.js');
      running.exitCode = await scrubCommand(paths, options, running.io, files);
    },
    sample: async (names, options) => {
      const { sampleCommand } = await import('./sample.command.js');
      running.exitCode = await sampleCommand(names, options, running.io);
    },
    generate: async (set, path, options) => {
      const { generateCommand } = await import('./generate.command.js');
      running.exitCode = await generateCommand({ set, path }, options, running.io, files);
    },
    ...otherActionsOf(running),
  };
}

function otherActionsOf(running: Running): Omit<CommandActions, 'convert' | 'validate' | 'acknowledge' | 'match' | 'scrub' | 'sample' | 'generate'> {
  return {
    batch: async (request) => {
      const { batchCommand } = await import('./batch.command.js');
      running.exitCode = await batchCommand(request, running.io, running.files);
    },
    worker: async (options) => {
      const { workerCommand } = await import('./worker.command.js');
      running.exitCode = await workerCommand(options, running.io, running.files);
    },
    convertForBatch: async () => {
      const { runConversionProcess } = await import('../batch/conversion-process.js');
      const { parentChannel } = await import('./parent-channel.js');
      await runConversionProcess(parentChannel(process), running.io.environment);
    },
    serve: async ({ port, host }) => {
      const { environment, stderr, signal } = running.io;
      const { runService } = await loadPart('The service', () => import('../main.js'));
      const asked = { ...(port === undefined ? {} : { PORT: String(port) }), ...(host === undefined ? {} : { HOST: host }) };
      running.exitCode = await runService({ ...environment, ...asked }, stderr, signal);
    },
    view: async (path, options) => {
      const { viewCommand } = await import('./view.command.js');
      running.exitCode = await viewCommand(path, options, running.io);
    },
    mcp: async (folders, options) => {
      const { mcpCommand } = await import('./mcp.command.js');
      running.exitCode = await mcpCommand(folders, options, running.io);
    },
    csvColumns: async (options) => {
      const { csvColumnsCommand } = await import('./csv.command.js');
      running.exitCode = await csvColumnsCommand(options, running.io);
    },
    csvSchemas: async (options) => {
      const { csvSchemasCommand } = await import('./csv.command.js');
      running.exitCode = await csvSchemasCommand(options, running.io);
    },
    codes: async (request) => {
      const { codesCommand } = await import('./codes.command.js');
      running.exitCode = await codesCommand(request, running.io);
    },
    keys: async (request) => {
      const { keysCommand } = await import('./keys.command.js');
      running.exitCode = await keysCommand(request, running.io);
    },
    plugin: async (request) => {
      const { pluginCommand } = await import('./plugin.command.js');
      running.exitCode = await pluginCommand(request, running.io);
    },
  };
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Service and library call these parameters; messages of the command line name its options. */
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
    const message = withOptionNames(error instanceof EdiError ? messageWithCause(error) : error.message, program);
    io.stderr.write(`${escapeControlsOfLines(message)}\n`);
    if (isUsage) return EXIT.usage;
    return error instanceof EdiError && error.code === 'EDI_OUTPUT_FAILED' ? EXIT.unwritable : EXIT.failed;
  }
  io.stderr.write(`Clearloop failed unexpectedly: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return EXIT.failed;
}
