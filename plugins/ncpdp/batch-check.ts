import type { Issue, RuleFacts, SourcePlace } from '../../src/plugin/io';
import type { BatchDef, FixedRecord } from './dictionary.types';
import { batchIncomplete, countDiffers } from './rules';
import type { Unit } from './unit-splitter';

/** Receives findings. */
type Report = (rule: RuleFacts, issue: Omit<Issue, 'issueType' | 'ruleId'>) => void;

/** Records of a batch without its details: some trailers count them. */
const HEADER_AND_TRAILER = 2;

/** Follows the batches of a file: header, details, trailer. */
export class BatchCheck {
  private opened: { readonly number: string; readonly place: SourcePlace } | undefined;
  private details = 0;

  constructor(
    private readonly layouts: BatchDef,
    private readonly report: Report,
  ) {}

  open(unit: Unit, place: SourcePlace): void {
    this.end();
    this.opened = { number: textOf(unit, this.layouts.header, 'batch_number'), place };
    this.details = 0;
  }

  count(): void {
    this.details++;
  }

  /** Compares a trailer with its header, and its count with the records that came. */
  close(unit: Unit, place: SourcePlace): void {
    const { opened, details } = this;
    const { trailer } = this.layouts;
    this.opened = undefined;
    this.details = 0;
    const at = { place, segment: '99' };
    if (opened === undefined) this.report(batchIncomplete, { ...at, message: 'A batch trailer comes without its header' });
    const number = textOf(unit, trailer, 'batch_number');
    if (opened !== undefined && number !== opened.number) {
      this.report(batchIncomplete, { ...at, fieldName: 'batch_number', message: `Batch number '${number}' of the trailer is not that of the header` });
    }
    const said = textOf(unit, trailer, 'record_count');
    const count = Number(said);
    if (said !== '' && (count === details || count === details + HEADER_AND_TRAILER)) return;
    const message = `Count  '${Number.isNaN(count) ? said : count}' in the closing segment does not match actual count '${details}'`;
    this.report(countDiffers, { ...at, fieldName: 'record_count', value: said, message });
  }

  cut(place: SourcePlace, message: string): void {
    this.report(batchIncomplete, { place, message });
  }

  end(): void {
    if (this.opened === undefined) return;
    this.report(batchIncomplete, { place: this.opened.place, segment: '00', message: 'A batch has no trailer' });
    this.opened = undefined;
  }
}

function textOf({ bytes, start, end }: Unit, { fields }: FixedRecord, key: string): string {
  const found = fields.find(({ field }) => field.key === key);
  if (found === undefined) return '';
  const from = Math.min(end, start + found.start);
  return bytes.toString('latin1', from, Math.min(end, from + found.field.length)).trim();
}
