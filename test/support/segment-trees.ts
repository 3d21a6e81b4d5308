import { ByteWriter } from '../../src/common/byte-writer';
import type { Issue } from '../../src/common/issue';
import { readValue } from '../../src/mapping/field';
import { FileReading } from '../../src/pipeline/file-reading';
import { asRecord, converter, type Json } from './conversion';
import { envelope, type EnvelopeOptions, transactionSet, writeSegments } from './edi-text';
import { inPieces } from './pieces';

/** Sets of which the tests write transactions: GS01 and GS08. */
const GROUPS = {
  '270': ['HS', '005010X279A1'],
  '271': ['HB', '005010X279A1'],
  '276': ['HR', '005010X212'],
  '277': ['HN', '005010X212'],
  '278': ['HI', '005010X217'],
  '835': ['HP', '005010X221A1'],
} as const satisfies Record<string, readonly [functionalId: string, guide: string]>;

/** An interchange with one transaction of a set; GS01 and GS08 are those of its guide unless the options say otherwise. */
export function interchangeOf(set: string, body: readonly string[], options: EnvelopeOptions = {}): string {
  const [functionalId, guide] = Object.entries(GROUPS).find(([id]) => id === set)?.[1] ?? ['ZZ', '005010'];
  return writeSegments(envelope([transactionSet(body, { set })], { functionalId, guide, ...options }), undefined, '\n');
}

/** What stands before the subscribers of a 271. */
export const ELIGIBILITY_HEAD = [
  'BHT*0022*11*1001*20260115*1200',
  'HL*1**20*1',
  'NM1*PR*2*LANTERN HEALTH*****PI*900000017',
  'HL*2*1*21*1',
  'NM1*1P*2*VALLEY CLINIC*****XX*1900000013',
] as const;

/** What reading with a limit of one's own gives. */
export interface TreeReading {
  readonly records: readonly Json[];
  readonly issues: readonly Issue[];
  /** Segments read. */
  readonly segments: number;
}

/** Reads an input as segments, its trees cut after so many segments. Each record is made as soon as it is given, as a slow writer must not. */
export function readTrees(input: Buffer | string, splitAfter: number, pieceSize = Number.POSITIVE_INFINITY): TreeReading {
  const engine = converter();
  const reading = new FileReading(engine.context.sets, {
    fileName: 'a.edi',
    isTransactionTopLevel: false,
    hasControlSegments: false,
    limits: {
      maxSegmentBytes: undefined,
      maxTransactionSegments: Number.POSITIVE_INFINITY,
      maxRecordSegments: Number.POSITIVE_INFINITY,
      maxRecordBytes: Number.POSITIVE_INFINITY,
    },
    controlRecords: engine.context.controlRecords,
    asSegments: true,
    objects: new Set(),
    splitAfter,
    descriptions: undefined,
  });
  const records: Json[] = [];
  const issues: Issue[] = [];
  const take = (items: ReturnType<FileReading['end']>): void => {
    for (const item of items) {
      if (item.kind === 'issue') issues.push(item.issue);
      else if (item.kind === 'record' && 'loop' in item)
        records.push(asRecord(readValue(item.record.bound, item.loop, item.segment, 0, { out: new ByteWriter(), context: item.context, missing: undefined })));
    }
  };
  const bytes = Buffer.from(input);
  for (const piece of inPieces(bytes, Math.min(pieceSize, bytes.length))) take(reading.write(piece));
  take(reading.end());
  return { records, issues, segments: reading.counts.segments };
}

/** The objects of segments in a value, in the order of the document, the value itself among them. */
export function segmentObjects(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(segmentObjects);
  if (typeof value !== 'object' || value === null) return [];
  const object = asRecord(value);
  return [...('segment_id' in object ? [object] : []), ...Object.values(object).flatMap(segmentObjects)];
}

/** The members of an object at a path of keys; of an array, those of its first item. */
export function at(value: unknown, ...path: readonly string[]): Json {
  const object = asRecord(Array.isArray(value) ? value[0] : value);
  const [key, ...rest] = path;
  return key === undefined ? object : at(object[key], ...rest);
}
