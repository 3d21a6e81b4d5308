import type { CodeStore } from '../codes/code-store';
import { CODE_TYPES, type CodeType, findCodeType, nearestType, selectTypes, SELECTABLE_TYPES } from '../codes/code-type';
import type { CodeDetail, CodeFilter, CodeRecord, CodeSet } from '../codes/code.types';
import type { CodeFile, ImportHints } from '../codes/import/import.types';
import type { LoadSummary } from '../codes/load/code-merge';
import { loadPart } from '../common/optional-part';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { outputPath } from './output-names';
import { ReaderGone, streamTarget } from '../io/output-target';
import type { Progress } from './progress';
import { countText, numberText } from './size-text';
import { tableText } from './table-text';
import { UsageError } from './usage-error';

/** Request to `clearloop codes`, with its options under their names in the program. */
export type CodesRequest =
  | { readonly action: 'search'; readonly query: string; readonly options: SearchOptions }
  | { readonly action: 'show'; readonly code: string; readonly options: ShowOptions }
  | { readonly action: 'export'; readonly query: string | undefined; readonly options: ExportOptions }
  | { readonly action: 'import'; readonly paths: readonly string[]; readonly options: ImportOptions }
  | { readonly action: 'sets'; readonly options: { readonly json?: boolean } };

/** Options of `codes search`. */
export interface SearchOptions {
  readonly type?: string;
  readonly limit: number;
  readonly afterStart?: string;
  readonly afterEnd?: string;
  readonly activeAfter?: string;
  readonly json?: boolean;
}

/** Options of `codes show`. */
export interface ShowOptions {
  readonly type?: string;
  readonly subType?: string;
}

/** Options of `codes export`. */
export interface ExportOptions {
  readonly type?: string;
  readonly limit?: number;
  readonly out?: string;
}

/** Options of `codes import`. */
export interface ImportOptions {
  readonly type?: string;
  readonly subType?: string;
  readonly release?: string;
  readonly quiet?: boolean;
}

/** Looks codes up, exports or imports them. Throws UsageError and EdiError. */
export async function codesCommand(request: CodesRequest, io: CommandIo): Promise<ExitCode> {
  const { openCodeStore } = await loadPart('Code look-up', () => import('../codes/code-store.js'));
  const store = await openCodeStore(io.environment);
  try {
    await run(request, store, io);
    return EXIT.ok;
  } catch (error) {
    if (io.signal.aborted) {
      if (request.action === 'export' || request.action === 'import') io.stderr.write(`${interruptionText(request)}\n`);
      return EXIT.interrupted;
    }
    if (error instanceof ReaderGone) return EXIT.ok;
    throw error;
  } finally {
    await store.close();
  }
}

/** Each file is loaded whole or not at all; a loaded file is reported in its own line. */
function interruptionText(request: Extract<CodesRequest, { action: 'export' | 'import' }>): string {
  if (request.action === 'import') return 'Interrupted: of the file that was read, and of those after it, nothing is loaded.';
  const { out } = request.options;
  return `Interrupted: ${out === undefined ? 'the output is not whole.' : `${out} was not written.`}`;
}

async function run(request: CodesRequest, store: CodeStore, io: CommandIo): Promise<void> {
  switch (request.action) {
    case 'search':
      return search(request.query, request.options, store, io);
    case 'show':
      return show(request.code, request.options, store, io);
    case 'export':
      return exportCodes(request.query, request.options, store, io);
    case 'import':
      return importFiles(request.paths, request.options, store, io);
    case 'sets':
      return showSets(request.options.json === true, store, io);
  }
}

async function search(query: string, { type, limit, afterStart, afterEnd, activeAfter, json }: SearchOptions, store: CodeStore, io: CommandIo): Promise<void> {
  const { CodeSearch } = await import('../codes/code-search.js');
  const filter: CodeFilter = { types: typesOf(type), afterStartDate: afterStart, afterEndDate: afterEnd, activeAfter };
  const codes = await new CodeSearch(store).search(query, filter, limit);
  if (json === true) io.stdout.write(`${JSON.stringify(codes, undefined, 2)}\n`);
  else if (codes.length > 0) io.stdout.write(tableText([HEADINGS, ...codes.map(rowOf)]));
  else io.stderr.write(`No code fits. ${await adviceOn(filter.types, store)}\n`);
}

/** Reports lists that are not loaded, after an answer without codes. */
async function adviceOn(types: readonly CodeType[] | undefined, store: CodeStore): Promise<string> {
  const { typesWithoutCodes } = await import('../codes/code-sets.js');
  const empty = await typesWithoutCodes(store, types ?? CODE_TYPES);
  if (empty.length === 0) return '"clearloop codes sets" shows what is loaded.';
  return `No list of ${empty.join(', ')} is loaded. Load one with "clearloop codes import FILE"; docs/codes.md says where to get it.`;
}

const HEADINGS = ['type', 'list', 'code', 'description', 'ended'];

function rowOf({ type, subType, code, formattedCode, desc, shortDesc, fullDesc, endDate }: CodeRecord): readonly string[] {
  return [type, subType, formattedCode ?? code, desc ?? shortDesc ?? fullDesc ?? '', endDate ?? ''];
}

async function show(code: string, { type, subType }: ShowOptions, store: CodeStore, io: CommandIo): Promise<void> {
  const { CodeDetails } = await import('../codes/code-details.js');
  const detail: CodeDetail = await new CodeDetails(store).find(code, { types: typesOf(type), subType });
  io.stdout.write(`${JSON.stringify(detail, undefined, 2)}\n`);
}

async function exportCodes(query: string | undefined, { type, limit, out }: ExportOptions, store: CodeStore, io: CommandIo): Promise<void> {
  const { CodeExport } = await import('../codes/code-export.js');
  const { CodeSearch } = await import('../codes/code-search.js');
  const pieces = new CodeExport(store, new CodeSearch(store)).csv({ query, types: typesOf(type), howMany: limit });
  const { openFileTarget } = await import('../io/file-target.js');
  const path = out === undefined ? undefined : outputPath(out, { extensions: ['csv'], added: 'csv' });
  let target = path === undefined ? streamTarget(io.stdout) : undefined;
  const progress = path === undefined ? undefined : await showProgress({}, io);
  try {
    for await (const piece of pieces) {
      io.signal.throwIfAborted();
      target ??= await openFileTarget(path ?? '');
      const bytes = Buffer.from(piece);
      await target.write(bytes);
      progress?.add(bytes.length);
    }
    await target?.write(Buffer.from('\n'));
    await target?.commit();
  } catch (error) {
    await target?.discard();
    throw error;
  } finally {
    progress?.stop();
  }
}

async function importFiles(paths: readonly string[], options: ImportOptions, store: CodeStore, io: CommandIo): Promise<void> {
  const { openCodeFiles } = await import('../codes/import/code-files.js');
  const { recogniseReleases } = await import('../codes/import/recognise-releases.js');
  const { importCodes } = await import('../codes/import-codes.js');
  const hints = hintsOf(options);
  for (const path of paths) {
    const progress = await showProgress(options, io);
    try {
      const files = (await openCodeFiles(path, io.signal)).map((file) => counted(file, progress));
      const summaries = await importCodes(store, recogniseReleases(files, hints), { now: new Date(), signal: io.signal });
      progress?.stop();
      for (const summary of summaries) io.stderr.write(`${summaryText(summary)}\n`);
    } finally {
      progress?.stop();
    }
  }
}

function hintsOf({ type, subType, release }: ImportOptions): ImportHints {
  const codeType = type === undefined ? undefined : findCodeType(type);
  if (type !== undefined && codeType === undefined) throw unknownType(type);
  return {
    ...(codeType === undefined ? {} : { type: codeType }),
    ...(subType === undefined ? {} : { subType: subType.toUpperCase() }),
    ...(release === undefined ? {} : { release }),
  };
}

async function showProgress({ quiet }: ImportOptions, io: CommandIo): Promise<Progress | undefined> {
  if (io.stderr.isTTY !== true || quiet === true) return undefined;
  const { startProgress } = await import('./progress.js');
  return startProgress(io, undefined);
}

function counted(file: CodeFile, progress: Progress | undefined): CodeFile {
  return {
    ...file,
    async *open() {
      for await (const bytes of file.open()) {
        progress?.add(bytes.length);
        yield bytes;
      }
    },
  };
}

function summaryText({ set, release, added, changed, ended, repeated, codes, details }: LoadSummary): string {
  const changes = `${countText(added, 'code')} added, ${numberText(changed)} changed, ${numberText(ended)} ended`;
  const parts = [
    ...(codes > 0 ? [changes] : []),
    ...(details > 0 ? [`${numberText(details)} ${details === 1 ? 'category or edit' : 'categories and edits'}`] : []),
    ...(repeated > 0 ? [`${countText(repeated, 'row')} with a code of an earlier row, used only for what that one leaves empty`] : []),
  ];
  return `${set}${release === '' ? '' : ` ${release}`}: ${parts.join('; ')}${codes > 0 ? `; ${countText(codes, 'code')} now` : ''}`;
}

async function showSets(asJson: boolean, store: CodeStore, io: CommandIo): Promise<void> {
  const { listCodeSets } = await import('../codes/code-sets.js');
  const sets: readonly CodeSet[] = await listCodeSets(store);
  if (asJson) {
    io.stdout.write(`${JSON.stringify(sets, undefined, 2)}\n`);
    return;
  }
  const rows = sets.map(({ name, release, rowCount, loadedAt, source }) => [name, release, String(rowCount), loadedAt.slice(0, 10), source]);
  io.stdout.write(tableText([['set', 'release', 'rows', 'loaded', 'source'], ...rows]));
}

function typesOf(name: string | undefined): readonly CodeType[] | undefined {
  if (name === undefined) return undefined;
  const types = selectTypes(name);
  if (types === undefined) throw unknownType(name);
  return types;
}

function unknownType(name: string): UsageError {
  const nearest = nearestType(name);
  const advice = nearest === undefined ? `Allowed: ${SELECTABLE_TYPES.join(', ')}.` : `Did you mean ${nearest}?`;
  return new UsageError(`There is no type of codes ${name}. ${advice}`);
}
