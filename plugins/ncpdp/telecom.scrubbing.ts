import { EdiError } from '../../src/plugin';
import type { FormatScrubContext, FormatScrubbing } from '../../src/plugin/io';
import type { Dictionary, FixedRecord } from './dictionary.types';
import { type FieldPrivacy, privacyOf, UNKNOWN_FIELD } from './privacy';
import { TelecomText } from './telecom-text';
import { DETAIL_PREFIX, type Transmission, TransmissionReader } from './transmission';
import type { Unit } from './unit-splitter';

const FIELD_ID_LENGTH = 2;

/** Scrubs one file of Telecom text: values of fields, headers and batch records, where they stand. */
export class TelecomScrubbing implements FormatScrubbing {
  private readonly text: TelecomText;
  private readonly transmissions: TransmissionReader;
  /** By the two bytes of the field id. */
  private readonly fields: ReadonlyMap<number, FieldPrivacy>;
  private hasUnit = false;
  private hasJunk = false;

  constructor(
    private readonly dictionary: Dictionary,
    private readonly context: FormatScrubContext,
  ) {
    this.transmissions = new TransmissionReader(dictionary);
    const onLost = (): void => void (this.hasJunk = true);
    this.text = new TelecomText({ onUnit: (unit) => this.takeUnit(unit), onLost }, context.maxUnitBytes);
    this.fields = new Map([...dictionary.fields].map(([id, field]) => [keyOf(Buffer.from(id), 0), privacyOf(field)]));
  }

  get readBytes(): number {
    return this.text.readBytes;
  }

  write(bytes: Buffer): void {
    this.text.write(bytes);
  }

  end(): void {
    this.text.end();
    if (this.hasUnit) return;
    if (this.hasJunk) throw new EdiError('EDI_NOT_EDI', 'No header of a transmission and no record of a batch stands where Telecom text should begin.');
    throw new EdiError('EDI_EMPTY_INPUT', 'The input is empty, or has nothing but blanks and line breaks.');
  }

  private takeUnit(unit: Unit): void {
    this.hasUnit = true;
    const { batch } = this.dictionary;
    if (unit.kind === 'header') return this.fixed(unit, unit.start, unit.end, batch.header);
    if (unit.kind === 'trailer') return this.fixed(unit, unit.start, unit.end, batch.trailer);
    if (unit.kind === 'detail') this.fixed(unit, unit.start, Math.min(unit.end, unit.start + DETAIL_PREFIX), batch.detail);
    this.transmission(this.transmissions.read(unit));
  }

  private fixed(unit: Unit, start: number, end: number, { fields }: FixedRecord): void {
    for (const { field, start: at } of fields) this.value(unit, start + at, Math.min(end, start + at + field.length), privacyOf(field));
  }

  private transmission(transmission: Transmission): void {
    const { unit, header, headerStart, headerEnd, segments, marks } = transmission;
    if (header !== undefined) this.fixed(unit, headerStart, headerEnd, header);
    for (const segment of segments) {
      if (segment.def !== undefined) this.keep(unit, segment.start, segment.start + segment.id.length);
      for (let i = segment.firstField; i < segment.endField; i++) this.field(unit, marks[2 * i] ?? 0, marks[2 * i + 1] ?? 0);
    }
  }

  private field(unit: Unit, start: number, end: number): void {
    const at = Math.min(end, start + FIELD_ID_LENGTH);
    const privacy = at - start < FIELD_ID_LENGTH ? undefined : this.fields.get(keyOf(unit.bytes, start));
    if (privacy !== undefined) this.keep(unit, start, at);
    this.value(unit, privacy === undefined ? start : at, end, privacy ?? UNKNOWN_FIELD);
  }

  private value(unit: Unit, start: number, end: number, privacy: FieldPrivacy): void {
    if (start >= end) return;
    const { bytes } = unit;
    if (privacy.stays(bytes.toString('latin1', start, end).trim())) this.keep(unit, start, end);
    else this.context.replace(privacy.kind, unit.offsetOf(start), end - start);
  }

  private keep({ offsetOf }: Unit, start: number, end: number): void {
    this.context.keep(offsetOf(start), end - start);
  }
}

const keyOf = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
