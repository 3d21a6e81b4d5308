import { randomBytes } from 'node:crypto';
import { openCodes } from '../library';
import { loadPart } from '../common/optional-part';
import { createConverter } from '../pipeline/create-converter';
import { readScrubKey } from '../pipeline/scrubbing/scrub-key';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { pluginsOf } from './plugin-choice';
import { lazyDirectory } from '../codes/lazy-directory';

const RANDOM_KEY_BYTES = 32;

/** Options of `clearloop mcp`, under their names in the program. */
export interface McpOptions {
  readonly write?: string;
  readonly keyFile?: string;
  readonly showPersons?: boolean;
}

/** Serves tools to an assistant over standard input and output, until the input ends. Throws EDI_BAD_PARAMETER and EDI_PART_MISSING. */
export async function mcpCommand(folders: readonly string[], { write, keyFile, showPersons = false }: McpOptions, io: CommandIo): Promise<ExitCode> {
  const { serveTools } = await loadPart('clearloop mcp', () => import('../mcp/mcp-server.js'));
  const codes = lazyDirectory(io.environment, () => undefined);
  const parts = {
    engine: createConverter({ plugins: pluginsOf(io), codes }),
    folders,
    writeFolder: write,
    showsPersons: showPersons,
    key: keyFile === undefined ? randomBytes(RANDOM_KEY_BYTES) : readScrubKey(keyFile),
    openCodes: async () => openCodes(io.environment),
  };
  await serveTools(parts, io.stdin, io.stdout, io.signal);
  await codes.close();
  return EXIT.ok;
}
