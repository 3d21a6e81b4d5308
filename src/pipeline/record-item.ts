import { BYTE } from '../common/bytes';
import type { ByteWriter } from '../common/byte-writer';
import { synchronous } from '../common/hook-result';
import type { SourcePlace } from '../common/issue';
import { RecordEncoder } from '../kernel/record-encoder';
import type { MissingCodes } from '../mapping/code-descriptions';
import { writeIssues } from '../mapping/context-field';
import type { EncodeRun, RecordContext } from '../mapping/encode-run';
import { memberFragment } from '../mapping/json-text';
import type { TableLayout } from '../mapping/columns/table';
import type { RecordOrigin } from '../plugin/output.plugin';
import { isLarge } from './completed-record';
import type { FormatRecordItem, IssuesPlace, LoopRecordItem, RecordItem } from './record.types';

/** Writes a record as one JSON object; `missing` collects codes whose descriptions are not known yet. Members that have none of `keys` may be left out. */
export function encodeItem(item: RecordItem, out: ByteWriter, missing: MissingCodes | undefined, keys?: ReadonlySet<string>): void {
  if ('written' in item) return encodeFormatItem(item, out);
  if (item.issues !== undefined) {
    for (const _part of encodeWithIssues(item.issues, item.context, out));
    return;
  }
  if (item.json !== undefined) return out.hold(item.json);
  const start = out.length;
  const run = { out, context: item.context, missing, keys };
  if (!encodeByKernel(item, run)) item.record.bound.encode(item.loop, item.segment, 0, run);
  if (out.length === start) out.text('{}');
}

/** Writes a record whose JSON was written before its issues. */
function* encodeWithIssues({ key, before, behind }: IssuesPlace, context: RecordContext, out: ByteWriter): Generator<void, void, undefined> {
  out.hold(before);
  yield* writeIssues(key, { out, context });
  out.hold(behind);
}

let kernel: RecordEncoder | undefined;

/** The kernel of this thread. */
export const theKernel = (): RecordEncoder => (kernel ??= new RecordEncoder());

/** Says that nothing of this thread reads the records so far any more. */
export const forgetRecords = (): void => kernel?.forget();

/** Writes a record with the kernel; false where that cannot. */
function encodeByKernel(item: LoopRecordItem, run: EncodeRun): boolean {
  const { record } = item;
  if (isLarge(item)) return false;
  return theKernel().encode(record.bound, item, record.guide.segments, run, item.look?.isOpen === true ? item.look : undefined);
}

/** As `encodeItem`, in parts between which a caller may pause. */
export function* encodeItemInParts(item: RecordItem, out: ByteWriter, missing: MissingCodes | undefined): Generator<void, void, undefined> {
  if (!('written' in item) && item.issues !== undefined) return yield* encodeWithIssues(item.issues, item.context, out);
  const inParts = 'written' in item ? undefined : item.record.bound.encodeInParts;
  if ('written' in item || inParts === undefined) {
    encodeItem(item, out, missing);
    return;
  }
  const start = out.length;
  yield* inParts(item.loop, item.segment, 0, { out, context: item.context, missing });
  if (out.length === start) out.text('{}');
}

const ISSUES = memberFragment('validationIssues');

/** Findings of validation are in the object, as its last member. */
function encodeFormatItem({ written, findings, toJson }: FormatRecordItem, out: ByteWriter): void {
  const answering: { encodeJson(out: ByteWriter): unknown } = written;
  synchronous(answering.encodeJson(out), '`encodeJson`');
  if (findings === undefined || toJson === undefined) return;
  out.length--;
  out.raw(ISSUES);
  out.text(JSON.stringify(findings.issues.map(toJson)));
  out.byte(BYTE.BRACE_CLOSE);
}

/** True for records that may contain codes to look up. */
export const hasCodes = (item: RecordItem): boolean => !('written' in item) && item.json === undefined && item.record.bound.hasCodes !== false;

export const tableOf = (item: RecordItem): TableLayout | undefined => ('written' in item ? item.table : item.record.table);

export function originOf(item: RecordItem): RecordOrigin {
  if ('written' in item) return { fileName: item.fileName, transactionSet: '' };
  return { fileName: item.context.transaction.fileName, transactionSet: item.record.transactionSet };
}

/** Name and place of a record, for errors. */
export function nameOf(item: RecordItem): { readonly name: string; readonly place: SourcePlace } {
  return 'written' in item ? item.written : { name: item.record.name, place: item.segment.place };
}
