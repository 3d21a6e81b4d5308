import fc from 'fast-check';
import { isFiller } from '../../src/common/bytes';
import { EdiError } from '../../src/common/edi-error';
import type { Issue } from '../../src/common/issue';
import type { Segment } from '../../src/x12/segment';
import { SegmentReader } from '../../src/x12/segment-reader';
import { file } from './edi-arbitraries';
import { inputs835 } from './inputs';
import { mutate, mutations } from './mutations';
import { budget } from '../support/fuzz';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range that an issue says was not read. */
function lostRange({ message, place }: Issue): Range | undefined {
  const length = /^Skipped (\d+) bytes|; its (\d+) bytes were not read$/.exec(message);
  const bytes = Number(length?.[1] ?? length?.[2] ?? Number.NaN);
  return place === undefined || Number.isNaN(bytes) ? undefined : { start: place.byteOffset, end: place.byteOffset + bytes };
}

const isLineBreak = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

/** Finds the end of a segment's text in the input; line breaks in the input that the text lacks were unwrapped. */
function segmentRange(bytes: Buffer, segment: Segment): Range {
  const start = segment.place.byteOffset;
  let position = start;
  for (const byte of Buffer.from(segment.text, 'latin1')) {
    while (bytes[position] !== byte && isLineBreak(bytes[position])) position++;
    if (bytes[position] !== byte) throw new Error(`Segment ${segment.segmentNumber} does not stand at byte ${start}`);
    position++;
  }
  return { start, end: position };
}

/** Gives the bytes that are in no segment, no reported range, and are no noise; throws where two ranges overlap. */
function unaccounted(bytes: Buffer): number[] {
  const segments: Segment[] = [];
  const issues: Issue[] = [];
  const reader = new SegmentReader({ onSegments: (found) => segments.push(...found), onIssue: (issue) => issues.push(issue) });
  reader.write(bytes);
  reader.end();
  const terminators = new Set(segments.map(({ chunk }) => chunk.delimiters.segment));
  const ranges = [...segments.map((segment) => segmentRange(bytes, segment)), ...issues.map(lostRange).filter((range) => range !== undefined)];
  const used = new Uint8Array(bytes.length);
  for (const { start, end } of ranges) {
    if (used.subarray(start, end).some((count) => count > 0)) throw new Error(`Bytes ${start} to ${end} were accounted for before`);
    used.fill(1, start, end);
  }
  return [...used.keys()].filter((i) => used[i] === 0 && !isFiller(bytes[i] ?? 0) && !terminators.has(bytes[i] ?? 0));
}

/** Input is ASCII here, so that text and bytes can be compared. */
const asAscii = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte & 0x7f));

function expectEveryByte(bytes: Buffer): void {
  try {
    expect(unaccounted(bytes)).toEqual([]);
  } catch (error) {
    if (!(error instanceof EdiError)) throw new Error(`Input: ${JSON.stringify(bytes.toString('latin1'))}`, { cause: error });
  }
}

describe('byte accounting', () => {
  it('finds every byte of a damaged file in a segment, in noise or in a reported range', () => {
    fc.assert(
      fc.property(file, mutations, ({ bytes }, changes) => expectEveryByte(asAscii(mutate(bytes, changes)))),
      budget(150),
    );
  });

  it('finds every byte of every 835 input, damaged', () => {
    const inputs = inputs835();
    fc.assert(
      fc.property(fc.nat(), mutations, (choice, changes) => {
        const input = inputs[choice % inputs.length];
        if (input) expectEveryByte(asAscii(mutate(input.read(), changes)));
      }),
      budget(75),
    );
  });

  it('finds every byte of every 835 input', () => {
    for (const { name, read } of inputs835()) expect({ name, unaccounted: unaccounted(asAscii(read())) }).toEqual({ name, unaccounted: [] });
  });
});
