import type { Issue } from '../../src/common/issue';
import { sourceOf, converter } from './conversion';
import { inPieces } from './pieces';

/** A secret, so that tests give the same every time. */
export const SCRUB_KEY = Buffer.from('a secret for tests of scrubbing');

/** Scrubs a text, in pieces of a size. */
export async function scrubBytes(bytes: Buffer, pieceSize = 1 << 16, key: Buffer = SCRUB_KEY): Promise<Buffer> {
  const source = sourceOf('input.edi', ...inPieces(bytes, Math.min(pieceSize, Math.max(1, bytes.length))));
  const pieces: Buffer[] = [];
  for await (const piece of converter().scrub([source], { key })) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

export const scrubText = async (text: string, pieceSize?: number): Promise<string> => (await scrubBytes(Buffer.from(text), pieceSize)).toString();

/** Findings of all levels without their values: rule, kind, place. An unknown segment id is replaced, so that it is left out. */
export async function findingsOf(bytes: Buffer): Promise<readonly string[]> {
  const issues: Issue[] = [];
  const options = { output: 'ndjson', levels: '1-7', rules: 'npi-check-digit', onIssue: (issue: Issue) => void issues.push(issue) };
  try {
    for await (const _chunk of converter().validate([sourceOf('input.edi', bytes)], options));
  } catch (error) {
    return [error instanceof Error ? error.name : 'unknown'];
  }
  return issues.map(placeOf).sort();
}

function placeOf({ ruleId = '', issueType, segment = '', loop = '', place, at }: Issue): string {
  const id = UNKNOWN_SEGMENT.has(ruleId) ? '?' : segment;
  return [ruleId, issueType, id, loop, place?.segmentNumber, place?.lineNumber, place?.byteOffset, JSON.stringify(at ?? '')].join(' ');
}

const UNKNOWN_SEGMENT: ReadonlySet<string> = new Set(['segment-unknown', 'envelope-strays']);
