/*
 * Joins requests with responses: inquiries with answers, claims with their acknowledgments and payments. Plugins declare which loops and values are the sides of a
 * pair; this folder has the ledger, the join and the records. It holds no commands, and knows no transaction set.
 */
import type { ByteWriter } from '../common/byte-writer';
import { loadPart } from '../common/optional-part';
import type { EdiSources } from '../io/edi-source';
import type { TableLayout } from '../mapping/columns/table';
import { ItemBatch } from '../pipeline/batch';
import { createContext, type EngineContext } from '../pipeline/context';
import type { ConversionResult } from '../pipeline/conversion-sink';
import type { FilesConversion } from '../pipeline/conversion.types';
import { GuardedOutput } from '../pipeline/guarded-output';
import type { NoticeResult } from '../pipeline/notices';
import { OutputFiles } from '../pipeline/output-files';
import { beginRun, type Run } from '../pipeline/run';
import type { FormatRecordItem } from '../pipeline/record.types';
import { conversionOf, orFirstError, outputContext, writeResults } from '../pipeline/write-results';
import type { MatchSide } from '../plugin/matching';
import type { MatchLedger } from './match-ledger';
import { requestRecord, strayRecord } from './match-record';
import { MATCH_STATUSES, type MatchCounts, type MatchOptions, type MatchRecord, type MatchStatus } from './match.types';

/** A match under way: output to pull, and counts of MATCH records, written or not, by pair. */
export interface Match extends FilesConversion {
  readonly matches: MatchCounts;
}

/** Records of a page of the ledger. */
interface MatchedPage {
  readonly kind: 'matches';
  readonly records: readonly MatchRecord[];
}

/**
 * Matches the requests and responses of sources. All sources are read before the first record is written; the records of requests come first, in the order of the
 * input. Throws EDI_BAD_PARAMETER for options that are not allowed, EDI_PART_MISSING without SQLite, and the first failure if no source could be read.
 */
export function match(engine: EngineContext, sources: EdiSources, { statuses = MATCH_STATUSES, ...options }: MatchOptions = {}): Match {
  const run = beginMatch(engine, options);
  const files = new OutputFiles(true);
  const { matchTable: layout } = engine.plugins;
  const session = new GuardedOutput(run.options.output, outputContext(run, files, false, engine.plugins), files);
  const matches: MatchCounts = new Map();
  const results = (): AsyncIterable<ConversionResult> => toGroups(matchAll(engine, run, sources, { matches, statuses }), layout, run);
  return { ...conversionOf(run, () => writeResults({ session, files, isPart: false }, run)(results())), matches };
}

/** As `match`, with the records as objects. Failures are thrown. */
export async function* matchRecords(
  engine: EngineContext,
  sources: EdiSources,
  { statuses = MATCH_STATUSES, ...options }: MatchOptions = {},
): AsyncGenerator<MatchRecord, void, undefined> {
  const run = beginMatch(engine, options);
  for await (const result of matchAll(engine, run, sources, { matches: new Map(), statuses })) {
    if (result.kind === 'matches') yield* result.records;
    else if (result.error !== undefined) throw result.error;
  }
}

/** The plugins of the run emit the sides of pairs. */
function beginMatch({ bindings, onError }: EngineContext, options: Omit<MatchOptions, 'statuses'>): Run {
  return beginRun(createContext(bindings.matching, onError ? { onError } : {}), { ...options, descriptions: false });
}

/** What is written, and what is counted. */
interface Wanted {
  readonly matches: MatchCounts;
  readonly statuses: readonly MatchStatus[];
}

async function* matchAll(
  { plugins: { matchSides: sides } }: EngineContext,
  run: Run,
  sources: EdiSources,
  wanted: Wanted,
): AsyncGenerator<MatchedPage | NoticeResult, void, undefined> {
  const [{ MatchLedger }, { readUnits }] = await loadPart('A match', () => Promise.all([import('./match-ledger.js'), import('./read-units.js')]));
  const ledger = await MatchLedger.open(sides);
  try {
    yield* orFirstError(
      readUnits(run, ledger)(sources),
      () => ledger.size === 0,
      () => ledger.size > 0,
    );
    await ledger.join();
    run.hooks.signal?.throwIfAborted();
    for await (const records of recordsOf(ledger, sides)) {
      run.hooks.signal?.throwIfAborted();
      for (const { pair, status } of records) count(wanted.matches, pair, status);
      const written = records.filter(({ status }) => wanted.statuses.includes(status));
      run.counts.records += written.length;
      if (written.length > 0) yield { kind: 'matches', records: written };
    }
  } finally {
    await ledger.close();
  }
}

async function* recordsOf(ledger: MatchLedger, sides: readonly MatchSide[]): AsyncGenerator<readonly MatchRecord[], void, undefined> {
  for await (const rows of ledger.requests()) {
    const records: MatchRecord[] = [];
    for (let i = 0, end = 0; i < rows.length; i = end) {
      const first = rows[i];
      while (rows[end]?.id === first?.id && end < rows.length) end++;
      if (first !== undefined) records.push(requestRecord([first, ...rows.slice(i + 1, end)], ledger, sides));
    }
    yield records;
  }
  for await (const rows of ledger.strays()) yield rows.map((row) => strayRecord(row, ledger, sides));
}

function count(matches: MatchCounts, pair: string, status: MatchStatus): void {
  const counts = matches.get(pair) ?? { ANSWERED: 0, PARTLY_ANSWERED: 0, UNANSWERED: 0, NO_REQUEST: 0 };
  counts[status]++;
  matches.set(pair, counts);
}

/** Pages to groups of records, as outputs take them. */
async function* toGroups(
  results: AsyncIterable<MatchedPage | NoticeResult>,
  layout: TableLayout | undefined,
  { context }: Run,
): AsyncGenerator<ConversionResult, void, undefined> {
  for await (const result of results) {
    if (result.kind === 'notice') yield result;
    else {
      const items = result.records.map((record) => itemOf(record, layout));
      yield { kind: 'records', toBatch: async () => Promise.resolve(new ItemBatch(items, (error, fileName) => context.onError?.(error, fileName))) };
    }
  }
}

function itemOf(record: MatchRecord, table: TableLayout | undefined): FormatRecordItem {
  const { fileName = '', lineNumber = 0, segmentNumber = 0 } = record.request ?? record.responses?.[0] ?? {};
  const json = JSON.stringify(record);
  return {
    kind: 'record',
    plugin: { pluginId: 'match', chunkSize: undefined },
    written: { name: 'Match', place: { lineNumber, segmentNumber, byteOffset: 0 }, weight: 1, encodeJson: (out: ByteWriter) => out.text(json) },
    table,
    listedAs: 'matches',
    fileName,
    weight: 1,
    bytes: json.length,
  };
}
