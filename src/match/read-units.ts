import { ByteWriter } from '../common/byte-writer';
import type { Issue } from '../common/issue';
import type { EdiSource, EdiSources } from '../io/edi-source';
import { failureOf, lossResult, type NoticeResult } from '../pipeline/notices';
import { openReading } from '../pipeline/open-reading';
import { itemStages } from '../pipeline/operators';
import { type OpenFile, readSources, type Sink } from '../pipeline/read-sources';
import { encodeItem } from '../pipeline/record-item';
import type { Run } from '../pipeline/run';
import type { StreamItem } from '../pipeline/stream-item';
import type { MatchLedger } from './match-ledger';

/** Rule of transaction sets that are no side of a pair. */
const UNSUPPORTED = 'set-unsupported';

/** Reads sources into the ledger, and yields notices of what could not be read. Transaction sets that are no side of a pair are skipped. */
export function readUnits(run: Run, ledger: MatchLedger): (sources: EdiSources) => AsyncGenerator<NoticeResult, void, undefined> {
  const sink = new UnitSink(run, ledger);
  return readSources(sink, run, itemStages(sink, run));
}

class UnitSink implements Sink<OpenFile, NoticeResult> {
  private readonly out = new ByteWriter();

  constructor(
    private readonly run: Run,
    private readonly ledger: MatchLedger,
  ) {}

  open(source: EdiSource): OpenFile {
    return { fileName: source.name, reading: openReading(source, this.run, undefined), validation: undefined };
  }

  async *take(items: readonly StreamItem[], { fileName }: OpenFile): AsyncGenerator<NoticeResult, void, undefined> {
    for (const item of items) {
      if (item.kind === 'issue') yield* this.issueResults(item.issue, fileName);
      if (item.kind !== 'record' || 'written' in item) continue;
      const { out } = this;
      out.clear();
      encodeItem(item, out, undefined);
      const values = readValues(out.bytes.toString('utf8', 0, out.length));
      const { lineNumber, segmentNumber } = item.segment.place;
      const { id, ...others } = values;
      const unit = { id, transactionSet: item.record.transactionSet, fileName, lineNumber, segmentNumber, ...others };
      await this.ledger.add(Number(item.record.listedAs), values, unit);
    }
  }

  *fail(error: unknown, fileName: string, file: OpenFile | undefined): Generator<NoticeResult, void, undefined> {
    if (file === undefined) throw error;
    this.run.counts.errors++;
    yield failureOf(error, fileName, this.run.context.onError);
  }

  private *issueResults(issue: Issue, fileName: string): Generator<NoticeResult, void, undefined> {
    if (issue.dataLoss !== true || issue.ruleId === UNSUPPORTED) return;
    const { counts, hooks } = this.run;
    counts.issues++;
    counts.errors++;
    hooks.onIssue?.(issue, fileName);
    yield lossResult(issue, fileName);
  }
}

/** The records of sides begin with their ids. */
function readValues(text: string): { readonly id: string } {
  return JSON.parse(text) as { readonly id: string };
}
