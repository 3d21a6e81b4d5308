import { createHmac, randomBytes } from 'node:crypto';
import { extname, join } from 'node:path';
import { isEdiExtension } from '../batch/edi-file-names';
import { EdiError } from '../common/edi-error';
import { openFileTarget } from '../io/file-target';
import { type OutputTarget, ReaderGone, streamTarget } from '../io/output-target';
import { sourceName } from '../io/source-name';
import { noCounts } from '../pipeline/counts';
import { createConverter } from '../pipeline/create-converter';
import { readScrubKey } from '../pipeline/scrubbing/scrub-key';
import type { Scrubber, ScrubOptions } from '../pipeline/scrubbing/scrubbing.types';
import type { CommandIo } from './command-io';
import type { ExitCode } from './exit-codes';
import { type Input, type InputSource, listInputs } from './inputs';
import { refuseToReplaceInput } from './output-plan';
import { pluginsOf } from './plugin-choice';
import type { RemoteFiles } from './remote-files';
import { type ReportOptions, RunReport } from './run-report';
import { UsageError } from './usage-error';

const RANDOM_KEY_BYTES = 32;

/** Hexadecimal digits of the pseudonym of a file name. */
const NAME_DIGITS = 12;

/** Options of `clearloop scrub`, under their names in the program. */
export interface ScrubCommandOptions extends ReportOptions {
  readonly out?: string;
  readonly keyFile?: string;
  readonly keepNames?: boolean;
  readonly recurse?: boolean;
}

/** What the work on the inputs shares. */
interface Work {
  readonly scrubber: Scrubber;
  readonly options: ScrubOptions;
  readonly report: RunReport;
}

/** Writes de-identified copies: one for each file in a folder, or one file to standard output. Throws UsageError for invalid arguments. */
export async function scrubCommand(paths: readonly string[], options: ScrubCommandOptions, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  const report = new RunReport(io, { ...options, command: 'scrub' });
  const key = options.keyFile === undefined ? randomBytes(RANDOM_KEY_BYTES) : readScrubKey(options.keyFile);
  const scrubber = createConverter({ plugins: pluginsOf(io) });
  const list = await listInputs(paths, { files, recurse: options.recurse ?? false, fileExtensions: scrubber.fileExtensions }, io);
  const { out } = options;
  if (out === undefined && list.inputs.length > 1) throw new UsageError('--out: name a folder for the copies of several files.');
  report.setInputs(list, [out]);
  await report.showProgress(out === undefined && io.stdout.isTTY === true);
  const open = (source: InputSource, { path: inputPath = '', subfolder }: Input): Promise<OutputTarget> | OutputTarget => {
    if (out === undefined) return streamTarget(io.stdout);
    const pseudonym = scrubbedName(`${inputPath}\n${source.fullName}`, key, scrubber.fileExtensions);
    const path = options.keepNames === true ? join(out, subfolder, sourceName(source.name)) : join(out, pseudonym);
    refuseToReplaceInput(path, list.inputs);
    return openFileTarget(path);
  };
  let isCut = false;
  try {
    for (const input of list.inputs) {
      for await (const source of report.open(input))
        await scrubOne(source, async () => open(source, input), { scrubber, options: { key, signal: io.signal }, report });
    }
  } catch (error) {
    isCut = error instanceof ReaderGone;
    if (!io.signal.aborted && !isCut) throw error;
  } finally {
    report.stopProgress();
  }
  return report.finish({ ignoresFindings: true, isCut });
}

async function scrubOne(source: InputSource, open: () => Promise<OutputTarget>, work: Work): Promise<void> {
  const { scrubber, options, report } = work;
  const scrubbing = scrubber.scrub([source], options);
  report.begin(source, noCounts());
  const target = await open();
  try {
    for await (const bytes of scrubbing) await target.write(bytes);
    await target.commit();
    if (target.path !== undefined) report.wrote([target.path], true);
  } catch (error) {
    await target.discard();
    if (!(error instanceof EdiError) || error.code === 'EDI_OUTPUT_FAILED' || error.code === 'EDI_BAD_PARAMETER') throw error;
    report.error(error, source.name);
  }
  report.end(scrubbing.summary);
}

/** A file name may have the name of a person: the copy has a pseudonym, and the extension if it is one of EDI. */
function scrubbedName(name: string, key: Uint8Array, extensions: ReadonlySet<string>): string {
  const extension = extname(name).slice(1).toLowerCase();
  const isKnown = extension === 'edi' || extensions.has(extension) || (isEdiExtension(extension) && /^[a-z0-9]{2,4}$/.test(extension));
  const digest = createHmac('sha256', key).update(name).digest('hex').slice(0, NAME_DIGITS);
  return `${digest}.${isKnown ? extension : 'edi'}`;
}
