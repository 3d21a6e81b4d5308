import { Readable } from 'node:stream';
import { SpoolFile } from '../../io/spool-file';
import type { GeneratedIssue, RequestGeneration } from '../../pipeline/generation/generation.types';
import { holdBeginning, pullFirst } from './answer-stream';
import type { StreamedAnswer } from './edi-exchange';

/** Called with each issue, to count it. */
type IssueCounter = (issue: GeneratedIssue) => void;

const EDI = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const FOUND_SOMETHING = 417;

/** Answers with EDI while it is generated. An issue that is found too late for a status cuts the connection. */
export async function ediAnswer(generation: RequestGeneration, count: IssueCounter): Promise<StreamedAnswer> {
  return { status: 200, headers: EDI, stream: toStream(await pullFirst(holdBeginning(ediOf(generation, count)))) };
}

async function* ediOf(generation: RequestGeneration, count: IssueCounter): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of generation) {
    if (piece.kind === 'edi') yield piece.bytes;
    else count(piece.issue);
  }
}

/** Answers with the issues as a JSON array, as they are found. */
export async function issueAnswer(generation: RequestGeneration, count: IssueCounter): Promise<StreamedAnswer> {
  return { status: 200, headers: JSON_TYPE, stream: toStream(await pullFirst(arrayOf(issuesOf(generation, count)))) };
}

async function* issuesOf(generation: RequestGeneration, count: IssueCounter): AsyncGenerator<string, void, undefined> {
  for await (const piece of generation) {
    if (piece.kind === 'edi') continue;
    count(piece.issue);
    yield JSON.stringify(piece.issue);
  }
}

async function* arrayOf(items: AsyncIterable<string>): AsyncGenerator<Buffer, void, undefined> {
  let isFirst = true;
  for await (const item of items) {
    yield Buffer.from(`${isFirst ? '[' : ',\n'}${item}`);
    isFirst = false;
  }
  yield Buffer.from(isFirst ? '[]' : ']');
}

/**
 * Answers with EDI when it has no issues, otherwise 417 with the issues. Both wait on disk until the last record was checked, so that no request is too large.
 */
export async function checkedAnswer(generation: RequestGeneration, count: IssueCounter): Promise<StreamedAnswer> {
  const [edi, issues] = [await SpoolFile.open(), await SpoolFile.open()];
  try {
    let found = 0;
    for await (const piece of generation) {
      if (piece.kind === 'issue') {
        count(piece.issue);
        await issues.append(Buffer.from(`${found++ === 0 ? '[' : ',\n'}${JSON.stringify(piece.issue)}`));
      } else if (found === 0) await edi.append(piece.bytes);
    }
    if (found > 0) await issues.append(Buffer.from(']'));
    const answer = found > 0 ? { status: FOUND_SOMETHING, headers: JSON_TYPE, file: issues } : { status: 200, headers: EDI, file: edi };
    await (found > 0 ? edi : issues).close();
    return { status: answer.status, headers: answer.headers, stream: toStream(contentOf(answer.file)) };
  } catch (error) {
    await Promise.all([edi.close(), issues.close()]);
    throw error;
  }
}

async function* contentOf(file: SpoolFile): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const bytes of file.bytes()) yield bytes;
  } finally {
    await file.close();
  }
}

function toStream(chunks: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(chunks, { objectMode: false });
}
