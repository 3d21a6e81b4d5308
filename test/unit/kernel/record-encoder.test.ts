import { join } from 'node:path';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/common/byte-writer';
import { RecordEncoder } from '../../../src/kernel/record-encoder';
import { CodeDescriptions, MissingCodes } from '../../../src/mapping/code-descriptions';
import { createConverter } from '../../../src/pipeline/create-converter';
import { FileReading } from '../../../src/pipeline/file-reading';
import type { FileReadingOptions } from '../../../src/pipeline/reading-options';
import type { LoopRecordItem } from '../../../src/pipeline/record.types';
import type { StreamItem } from '../../../src/pipeline/stream-item';
import { everyCode } from '../../support/code-directory';
import { budget } from '../../support/fuzz';
import { type DataFile, filesBelow, sharedFolderWhenLong } from '../../support/shared-data';

const { context } = createConverter();
const encoder = new RecordEncoder();
const samples = filesBelow(join(__dirname, '../../../samples')).filter(({ name }) => name.endsWith('.edi'));

/** What records look like depends on these. */
const VARIANTS: readonly Partial<FileReadingOptions>[] = [
  {},
  { isTransactionTopLevel: true, hasControlSegments: true },
  { descriptions: new CodeDescriptions(everyCode()) },
];

function optionsOf(variant: Partial<FileReadingOptions>): FileReadingOptions {
  const limits = { maxSegmentBytes: undefined, maxTransactionSegments: Infinity, maxRecordSegments: Infinity, maxRecordBytes: Infinity };
  const { controlRecords } = context;
  const none = { isTransactionTopLevel: false, hasControlSegments: false, asSegments: false, objects: new Set<string>(), descriptions: undefined };
  return { fileName: 'a.edi', limits, controlRecords, splitAfter: Infinity, findsUnread: true, ...none, ...variant };
}

/** The records of a file, in whatever pieces it is read. */
function recordsOf(edi: Buffer, variant: Partial<FileReadingOptions>, size = 1 << 16): LoopRecordItem[] {
  const reading = new FileReading(context.sets, optionsOf(variant));
  const items: StreamItem[] = [];
  try {
    for (let i = 0; i < edi.length; i += size) items.push(...reading.write(edi.subarray(i, i + size)));
    items.push(...reading.end());
  } catch {
    items.push(...reading.takeItems());
  }
  return items.filter((item): item is LoopRecordItem => item.kind === 'record' && !('written' in item));
}

/** Writes a record with the kernel and by its fields, demands that the two are equal, and gives whether the kernel could write it. */
function writeBoth({ record, loop, segment, context: ofRecord }: LoopRecordItem): boolean {
  const [kernel, fields] = [new ByteWriter(), new ByteWriter()];
  const [missing, missingOfFields] = [new MissingCodes(), new MissingCodes()];
  const isWritten = encoder.encode(record.bound, { loop, segment }, record.guide.segments, { out: kernel, context: ofRecord, missing });
  if (!isWritten) return false;
  record.bound.encode(loop, segment, 0, { out: fields, context: ofRecord, missing: missingOfFields });
  expect(kernel.copyFrom(0).toString()).toBe(fields.copyFrom(0).toString());
  expect(missing.byList()).toEqual(missingOfFields.byList());
  return true;
}

/** Demands the same of all records of a file; gives how many the kernel wrote. */
const compare = (edi: Buffer, size?: number): number =>
  VARIANTS.reduce((sum, variant) => sum + recordsOf(edi, variant, size).filter((item) => writeBoth(item)).length, 0);

type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A value with the members that have one of the keys. */
function readOf(value: JsonValue, keys: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => readOf(one, keys));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => keys.has(key));
  return Object.fromEntries(members.map(([key, one]) => [key, readOf(one, keys)]));
}

function keysIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return typeof value !== 'object' || value === null ? [] : Object.entries(value).flatMap(([key, one]) => [key, ...keysIn(one)]);
}

/** The JSON that the kernel writes of a record, with some keys or all; undefined for a record that it does not write. */
function writtenWith({ record, loop, segment, context: ofRecord }: LoopRecordItem, keys?: ReadonlySet<string>): string | undefined {
  const out = new ByteWriter();
  const isWritten = encoder.encode(record.bound, { loop, segment }, record.guide.segments, { out, context: ofRecord, missing: new MissingCodes(), keys });
  return isWritten ? out.copyFrom(0).toString() : undefined;
}

const parsed = (json: string): JsonValue => JSON.parse(json) as JsonValue;

describe('the kernel', () => {
  it.each(samples)('writes the records of $name as their fields do', (file: DataFile) => {
    expect(compare(file.read())).toBeGreaterThan(0);
  });

  it('writes records that stand in several chunks, and leaves those to their fields that hold bytes that JSON escapes', () => {
    const edi = readSample('835.edi');
    expect(compare(edi, 64)).toBe(compare(edi));
    expect(compare(readSample('837p.edi'), 64)).toBeGreaterThan(0);
    expect(compare(Buffer.from(edi.toString('latin1').replace('NM1*QC*1*', 'NM1*QC*1*"')))).toBe(0);
  });

  it('writes records that are one segment', () => {
    const adjustments = recordsOf(readSample('835.edi'), {}).filter(({ segment }) => segment.id === 'PLB');
    expect(adjustments.length).toBeGreaterThan(0);
    expect(adjustments.map((item) => writeBoth(item))).toEqual(adjustments.map(() => true));
  });

  it('leaves out members that are not read, and no object or list that is', () => {
    const written = samples.flatMap((file) => recordsOf(file.read(), {})).flatMap((item) => ({ item, json: writtenWith(item) ?? [] }));
    const whole = written.flatMap(({ item, json }) => (typeof json === 'string' ? [{ item, json, value: parsed(json) }] : []));
    const all = [...new Set(whole.flatMap(({ value }) => keysIn(value)))];
    expect(all.length).toBeGreaterThan(150);
    fc.assert(
      fc.property(fc.subarray(all, { minLength: 1 }), (some) => {
        const keys = new Set(some);
        for (const { item, json, value } of whole) {
          const part = writtenWith(item, keys) ?? '';
          expect(part.length).toBeLessThanOrEqual(json.length);
          expect(readOf(parsed(part), keys)).toEqual(readOf(value, keys));
        }
      }),
      budget(10),
    );
    const { item, json } = whole.find(({ value }) => keysIn(value).includes('serviceLines')) ?? { item: undefined, json: '' };
    const part = item === undefined ? '' : (writtenWith(item, new Set(['id', 'serviceLines', 'chargeAmount'])) ?? '');
    expect(new Set(keysIn(parsed(part)))).toEqual(new Set(['id', 'serviceLines', 'chargeAmount']));
    expect(part.length).toBeLessThan(json.length / 4);
  });

  it('writes short numbers, days, codes and components as their fields do', () => {
    const text = readSample('837p.edi').toString('latin1');
    const head = text.slice(0, text.indexOf('CLM*'));
    const textOf = (alphabet: string, maxLength: number): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength }).map((all) => all.join(''));
    const number = fc.oneof(textOf('019.', 9), textOf('019.-/;', 9), textOf('0123456789', 17));
    const day = fc.oneof(
      textOf('0123', 8),
      fc.constantFrom('20240229', '20230229', '20241231', '20241301', '2024010/', '2024;101', '00000101', '20240131-20240201'),
    );
    const parts = fc.array(textOf('AB1', 9), { maxLength: 7 }).map((all) => all.join(':'));
    const claim = fc
      .tuple(number, number, day, parts, textOf('AB1', 4))
      .map(
        ([charge, count, date, code, place]) =>
          `CLM*A1*${charge}***${place}:B:1*Y*A*Y*I~AMT*F5*${charge}~HI*ABK:E119~LX*1~SV1*HC:${code}*${charge}*UN*${count}***1~DTP*472*D8*${date}~`,
      );
    fc.assert(
      fc.property(fc.array(claim, { minLength: 20, maxLength: 20 }), (claims) => {
        expect(compare(Buffer.from(`${head}${claims.join('')}SE*1*0001~`, 'latin1'))).toBeGreaterThan(30);
      }),
      budget(30),
    );
  });

  it('writes what damaged files give as their fields do', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom('delete', 'repeat', 'change'), fc.nat(120), fc.nat(255)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...samples), edits, fc.constantFrom(undefined, 64, 500), (file, changes, size) => {
        compare(changes.reduce(damaged, file.read()), size);
      }),
      budget(25),
    );
  });

  it('writes the records of the corpus as their fields do', () => {
    const corpus = sharedFolderWhenLong('corpus');
    for (const file of corpus === undefined ? [] : filesBelow(corpus)) compare(file.read());
  });
});

const readSample = (name: string): Buffer => samples.find((file) => file.name === name)?.read() ?? Buffer.alloc(0);

/** Bytes after the first segments, with a run of them deleted, repeated or changed. */
function damaged(edi: Buffer, [place, kind, length, byte]: readonly [number, string, number, number]): Buffer {
  const at = Math.min(edi.length, 250) + (place % Math.max(1, edi.length - 250));
  const run = edi.subarray(at, at + length);
  if (kind === 'delete') return Buffer.concat([edi.subarray(0, at), edi.subarray(at + length)]);
  if (kind === 'repeat') return Buffer.concat([edi.subarray(0, at + length), run, edi.subarray(at + length)]);
  return Buffer.concat([edi.subarray(0, at), Buffer.of(byte), edi.subarray(at + 1)]);
}
