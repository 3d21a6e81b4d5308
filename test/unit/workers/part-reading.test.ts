import type { FileReading } from '../../../src/pipeline/file-reading';
import type { StreamItem } from '../../../src/pipeline/stream-item';
import { PartReading } from '../../../src/pipeline/workers/part-reading';

const DELIMITERS = { element: 0x2a, component: 0x3a, repetition: 0x5e, segment: 0x7e };
const AT_START = { byteOffset: 0, segmentNumber: 0, lineNumber: 1 };

describe('the reading of a part', () => {
  it('releases the records of its context, which nobody writes', () => {
    const released: string[] = [];
    const reading = readingOf({
      counts: { segments: 0, transactions: 0 },
      write: () => [recordOf('of a write', released)],
      takeItems: () => [recordOf('of the rest', released)],
    });

    new PartReading(reading, {
      part: { context: contextOf(2), from: AT_START, to: 10 },
      read: () => Buffer.alloc(0),
      findings: 0,
      unread: 0,
      hasFailed: false,
    });

    expect(released).toEqual(['of a write', 'of the rest', 'of a write', 'of the rest']);
  });
});

function contextOf(spans: number): NonNullable<ConstructorParameters<typeof PartReading>[1]['part']['context']> {
  return {
    interchange: { delimiters: DELIMITERS, hasLineBreaks: false },
    spans: Array.from({ length: spans }, () => ({ from: AT_START, to: 5 })),
    envelope: { interchanges: 1, groups: 1, transactions: 1, groupsInInterchange: 1, transactionsInGroup: 1 },
  };
}

function recordOf(name: string, released: string[]): StreamItem {
  const record: unknown = { kind: 'run', release: () => void released.push(name) };
  return record as StreamItem;
}

/** A reading of which only some is asked. */
function readingOf(asked: object): FileReading {
  const nothing = (): void => undefined;
  const reading: unknown = { resume: nothing, moveTo: nothing, settle: nothing, countEnvelope: nothing, state: '', ...asked };
  return reading as FileReading;
}
