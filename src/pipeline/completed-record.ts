import type { Issue } from '../common/issue';
import { Findings } from '../validation/findings';
import type { FileValidation } from './file-validation';
import type { LoopRecordItem, RecordItem } from './record.types';
import { issuesOfUnread } from './unread/unread-issues';
import type { UnreadSegment } from './unread/unread-segment';
import type { UnreadWatch } from './unread/unread-watch';

/** A record whose last segment was read. */
export interface CompletedRecord {
  readonly place: Pick<LoopRecordItem, 'record' | 'loop' | 'segment'>;
  /** Finds input of the record that reaches no field; undefined if not requested. */
  readonly unread: UnreadWatch | undefined;
  /** What validation found in it so far. */
  readonly found: Findings | undefined;
  readonly validation: FileValidation | undefined;
}

/** Properties of an item that its end determines. */
export type Completion = Pick<LoopRecordItem, 'findings' | 'unread' | 'look' | 'rest'>;

/** Completes a record. With validation, input that reaches no field is among the findings. */
export function completedNow({ place, unread, found, validation }: CompletedRecord): Completion {
  const segments = unread?.inRecord(place) ?? [];
  if (validation === undefined) return { findings: undefined, unread: segments };
  return { findings: validation.withUnread(found, segments.flatMap(issuesOfUnread)), unread: undefined };
}

/** As `completedNow` without validation, but input that reaches no field is looked for when somebody asks for it. */
export const completedWithLook = ({ place, unread }: CompletedRecord): Completion => {
  const look = unread?.lookLater(place);
  return look === undefined ? { unread: unread?.inRecord(place) } : { look };
};

/** As `completedNow`, but leaves the work to `rest`, which does it in steps: for large records. */
export function completedLater({ place, unread, found, validation }: CompletedRecord): Completion {
  const looks = unread?.inLargeRecord(place) ?? [];
  if (validation === undefined) {
    const all: UnreadSegment[] = [];
    return { unread: all, rest: gather(looks, all) };
  }
  const findings = found ?? new Findings();
  return { findings, rest: validation.addUnread(findings, issuesOf(looks)) };
}

function* gather(looks: Iterable<readonly UnreadSegment[]>, all: UnreadSegment[]): Generator<void, void, undefined> {
  for (const segments of looks) {
    all.push(...segments);
    yield;
  }
}

function* issuesOf(looks: Iterable<readonly UnreadSegment[]>): Generator<readonly Issue[], void, undefined> {
  for (const segments of looks) yield segments.flatMap(issuesOfUnread);
}

/** True for records whose end and whose output are done in parts: those of much input or with many findings. */
export const isLarge = ({ bytes, findings }: Pick<RecordItem, 'bytes' | 'findings'>): boolean => bytes > LARGE_BYTES || (findings?.size ?? 0) > LARGE_FINDINGS;

const LARGE_BYTES = 1 << 16;
const LARGE_FINDINGS = 500;
