import type { EdiError } from '../../common/edi-error';
import type { EdiSource } from '../../io/edi-source';
import type { ConversionResult } from '../conversion-sink';
import type { FileChunk } from '../conversion.types';
import { readRecords } from '../convert';
import { readIssues } from '../issue-sink';
import type { NoticeResult } from '../notices';
import type { Run } from '../run';
import { openOutput, writeResults } from '../write-results';
import type { PartResult } from './part-task';

/** What the conversion of a part or a file leaves besides its output. */
export type Written = Omit<PartResult, 'issues' | 'errors' | 'written' | 'failure'> & { readonly failure: EdiError | undefined };

/**
 * Yields the output of a source as a part of an output, or as an output of its own if they do not join, and returns what has to be known to join it.
 *
 * No generator is a function of this one: V8 would make a shape for its objects, which keeps all that the function refers to until all old objects are
 * collected.
 */
export async function* partChunks(run: Run, source: EdiSource, hasFiles: boolean, validatesOnly: boolean): AsyncGenerator<FileChunk, Written, undefined> {
  const output = openOutput(run, hasFiles, run.options.output.options.joins === true);
  const results = validatesOnly ? readIssues(run) : readRecords(run, output.session);
  const first: FirstFailure = { failure: undefined };
  yield* writeResults(output, run)(watched(results([source]), first));
  const { begin, end, findings = 0, unread = 0, hasFailed = false } = run.log ?? {};
  return { output: output.partState, summary: run.counts, failure: first.failure, begin, end, findings, unread, hasFailed };
}

interface FirstFailure {
  failure: EdiError | undefined;
}

/** Notes the first failure of some results. */
async function* watched(
  results: AsyncIterable<ConversionResult | NoticeResult>,
  first: FirstFailure,
): AsyncGenerator<ConversionResult | NoticeResult, void, undefined> {
  for await (const result of results) {
    if (first.failure === undefined && result.kind === 'notice') first.failure = result.error;
    yield result;
  }
}
