import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../common/edi-error';
import { loadPart } from '../common/optional-part';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';

/** Options of `clearloop view`, under their names in the program. */
export interface ViewOptions {
  readonly port?: number;
  readonly mask?: boolean;
  readonly levels?: string;
  /** False with --no-open. */
  readonly open: boolean;
}

/** Programs that open an address in the browser of the user. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Shows a file in the browser until its page is closed or the command is interrupted. The service listens on this machine only, and answers nobody without the
 * key that the address carries. Throws EDI_SOURCE_UNREADABLE, EDI_PART_MISSING, and EDI_BAD_PARAMETER for settings.
 */
export async function viewCommand(path: string, options: ViewOptions, io: CommandIo): Promise<ExitCode> {
  const { startService } = await loadPart('The viewer', () => import('../main.js'));
  const { readSettings } = await loadPart('The viewer', () => import('../http/settings/settings.module.js'));
  const { makeApiKey } = await import('../http/auth/api-key.js');
  const { updateKeyFile } = await import('../http/auth/key-file.js');
  const { key, record } = makeApiKey('viewer', io.now(), undefined);
  const service = await withKeyFile(
    (file) => updateKeyFile(file, () => [record]),
    async (keyFile) => startService(readSettings(environmentOf(io.environment, keyFile, options))),
  );
  try {
    await show(path, service, key, options, io);
  } finally {
    await service.stop();
  }
  return EXIT.ok;
}

/** The service keeps the keys that it has read: their file is removed before the view begins, so that a process that is killed leaves none. */
async function withKeyFile<T>(write: (file: string) => void, start: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-view-'));
  try {
    const file = join(folder, 'keys.json');
    write(file);
    return await start(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What shows files: a service that listens. */
interface Viewer {
  readonly url: string;
  readonly views: { onClosed: () => void; openPath(path: string): { readonly id: string } } | undefined;
}

async function show(path: string, { url, views }: Viewer, key: string, { open }: ViewOptions, io: CommandIo): Promise<void> {
  if (views === undefined) throw new EdiError('EDI_BAD_PARAMETER', 'The viewer is off: the setting CLEARLOOP_VIEWER is false.');
  const { id } = views.openPath(path);
  // What follows # is not sent to anybody.
  const address = `${url}/view#file=${id}&key=${key}`;
  io.stdout.write(`${address}\n`);
  const ended = new Promise<void>((resolve) => {
    views.onClosed = resolve;
    io.signal.addEventListener('abort', () => resolve(), { once: true });
    if (io.signal.aborted) resolve();
  });
  if (open) openBrowser(address, io);
  await ended;
}

function openBrowser(address: string, io: CommandIo): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => io.stderr.write('No browser could be started. Open the address above.\n'));
  child.unref();
}

/** A service for this user alone: no limit of requests, no log but errors. */
function environmentOf(environment: NodeJS.ProcessEnv, keyFile: string, { port, mask, levels }: ViewOptions): NodeJS.ProcessEnv {
  return {
    ...environment,
    PORT: String(port ?? 0),
    HOST: '127.0.0.1',
    CLEARLOOP_API_KEYS_FILE: keyFile,
    CLEARLOOP_API_KEYS_SCOPE: 'all',
    CLEARLOOP_RATE_LIMIT: '0',
    CLEARLOOP_LOG_LEVEL: 'error',
    CLEARLOOP_MAX_EVENT_LOOP_DELAY: '0',
    CLEARLOOP_DRAIN_SECONDS: '0',
    CLEARLOOP_SHUTDOWN_SECONDS: '1',
    ...(mask === true ? { CLEARLOOP_VIEWER_MASK: 'true' } : {}),
    ...(levels === undefined ? {} : { EDI_VALIDATION_LEVELS: levels }),
  };
}
