import fc from 'fast-check';
import { columnBuffer, rowSlots } from '../../../plugins/parquet/columns/column-buffer';
import { bitCount, type Ids, withIdRoom } from '../../../plugins/parquet/columns/numbers';
import { ChunkWriter } from '../../../plugins/parquet/format/chunk-writer';
import { bitWidthOf, writeBits, writeHybrid } from '../../../plugins/parquet/format/hybrid-encoding';
import { compressSnappy } from '../../../plugins/parquet/format/snappy';
import { ByteWriter } from '../../../src/common/byte-writer';

const bytesOf = (write: (out: ByteWriter) => void): Buffer => {
  const out = new ByteWriter(16);
  write(out);
  return Buffer.from(out.bytes.subarray(0, out.length));
};

/** Reads bytes one after the other. */
class Reader {
  at = 0;
  constructor(readonly bytes: Buffer) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  varint(): number {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
}

/** As the format of Parquet describes runs and packed groups. */
function readHybrid(bytes: Buffer, count: number, bitWidth: number): number[] {
  const reader = new Reader(bytes);
  const values: number[] = [];
  while (reader.at < bytes.length) {
    const head = reader.varint();
    if (head % 2 === 0) {
      let value = 0;
      for (let shift = 0; shift < bitWidth; shift += 8) value |= reader.byte() << shift;
      for (let i = 0; i < head >>> 1; i++) values.push(value);
    } else {
      const groups = head >>> 1;
      const packed = bytes.subarray(reader.at, (reader.at += groups * bitWidth));
      for (let i = 0; i < groups * 8; i++) {
        let value = 0;
        for (let bit = 0; bit < bitWidth; bit++) value |= (((packed[(i * bitWidth + bit) >> 3] ?? 0) >> ((i * bitWidth + bit) & 7)) & 1) << bit;
        values.push(value);
      }
    }
  }
  expect(values.slice(count).every((value) => value === 0)).toBe(true);
  return values.slice(0, count);
}

/** As the format of Snappy describes literals and copies. */
function readSnappy(bytes: Buffer): Buffer {
  const reader = new Reader(bytes);
  const length = reader.varint();
  const out: number[] = [];
  const copy = (offset: number, count: number): void => {
    expect(offset).toBeGreaterThan(0);
    for (let i = 0; i < count; i++) out.push(out[out.length - offset] ?? NaN);
  };
  while (reader.at < bytes.length) {
    const tag = reader.byte();
    const size = tag >>> 2;
    if ((tag & 3) === 0) {
      let count = size + 1;
      if (size === 60) count = reader.byte() + 1;
      else if (size === 61) count = reader.byte() + reader.byte() * 256 + 1;
      for (let i = 0; i < count; i++) out.push(reader.byte());
    } else if ((tag & 3) === 1) copy(((tag >>> 5) << 8) | reader.byte(), (size & 7) + 4);
    else copy(reader.byte() + reader.byte() * 256, size + 1);
  }
  expect(out).toHaveLength(length);
  return Buffer.from(out);
}

describe('runs and packed groups', () => {
  it('give the numbers again', () => {
    const runs = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 40 })), { maxLength: 30 });
    fc.assert(
      fc.property(runs, (parts) => {
        const values = parts.flatMap(([value, length]) => Array.from({ length }, () => value));
        const bitWidth = bitWidthOf(Math.max(0, ...values));
        const bytes = bytesOf((out) => writeHybrid(Int32Array.from(values), values.length, bitWidth, out));
        expect(readHybrid(bytes, values.length, bitWidth)).toEqual(values);
      }),
      { numRuns: 200 },
    );
  });

  it('give bits again', () => {
    const runs = fc.array(fc.tuple(fc.nat(1), fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 200 }))), { maxLength: 40 });
    fc.assert(
      fc.property(runs, (parts) => {
        const values = parts.flatMap(([value, length]) => Array.from({ length }, () => value));
        const bits = new Uint8Array(Math.ceil(values.length / 8) + 4);
        for (const [i, value] of values.entries()) bits[i >> 3] = (bits[i >> 3] ?? 0) | (value << (i & 7));
        expect(
          readHybrid(
            bytesOf((out) => writeBits(bits, values.length, out)),
            values.length,
            1,
          ),
        ).toEqual(values);
      }),
      { numRuns: 300 },
    );
    expect(bytesOf((out) => writeBits(new Uint8Array(625).fill(0xff), 5_000, out))).toEqual(Buffer.of(0x90, 0x4e, 1));
    // A run ends with the values.
    expect(bytesOf((out) => writeBits(new Uint8Array(626), 5_001, out))).toEqual(Buffer.of(0x92, 0x4e, 0));
  });

  it('take three bytes for a long run', () => {
    expect(bytesOf((out) => writeHybrid(new Uint8Array(5_000).fill(1), 5_000, 1, out))).toEqual(Buffer.of(0x90, 0x4e, 1));
  });
});

describe('Snappy', () => {
  const compressed = (bytes: Buffer): Buffer => bytesOf((out) => compressSnappy(bytes, bytes.length, out));

  it('gives the bytes again', () => {
    const words = fc.array(fc.oneof(fc.uint8Array({ maxLength: 90 }), fc.constantFrom(...['MEDICARE', 'A', '2026-01-02'].map((text) => Buffer.from(text)))), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(words, (parts) => {
        const bytes = Buffer.concat(parts);
        expect(readSnappy(compressed(bytes)).equals(bytes)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('gives blocks of more than 64 KiB again, and makes what repeats short', () => {
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, i) => `claim ${i % 700};`).join(''));
    expect(readSnappy(compressed(bytes)).equals(bytes)).toBe(true);
    expect(compressed(bytes).length).toBeLessThan(bytes.length / 5);
  });
});

describe('numbers of a column', () => {
  it('are kept where they get wider or more', () => {
    const given = [0, 255, 256, 3, 65_535, 65_536, 1, 70_000, ...Array.from({ length: 300 }, (_, i) => i * 300)];
    let ids: Ids = new Uint8Array(1);
    const widths = new Set<number>();
    for (const [i, id] of given.entries()) {
      ids = withIdRoom(ids, i, id);
      ids[i] = id;
      widths.add(ids.BYTES_PER_ELEMENT);
    }
    expect([...ids.subarray(0, given.length)]).toEqual(given);
    expect([...widths]).toEqual([1, 2, 4]);
  });

  it('count ones', () => {
    fc.assert(fc.property(fc.integer(), (word) => bitCount(word) === [...(word >>> 0).toString(2)].filter((bit) => bit === '1').length));
  });

  const columnOf = (slots: readonly number[], takenBackTo?: number): Buffer => {
    const column = columnBuffer('text');
    const add = (slot: number): void => {
      const text = Buffer.from(`code ${slot % 7}`);
      column.add(slot, text, 0, text.length);
    };
    for (const slot of slots) add(slot);
    if (takenBackTo !== undefined) column.truncate(takenBackTo);
    return bytesOf((out) => column.write(rowSlots(takenBackTo ?? 2_000), new ChunkWriter(out, 4)));
  };

  it('are taken back from any slot on', () => {
    const some = fc.uniqueArray(fc.nat(1_999), { minLength: 100, maxLength: 600 }).map((slots) => slots.sort((one, other) => one - other));
    fc.assert(
      fc.property(some, fc.integer({ min: 200, max: 2_000 }), (slots, to) => {
        const kept = columnOf(slots, to);
        const column = columnOf(
          slots.filter((slot) => slot < to),
          to,
        );
        // Values of what was taken back stay in the dictionary.
        const isSame = slots.every((slot) => slot < to || slots.some((other) => other < to && other % 400 === slot % 7));
        expect(isSame ? kept.equals(column) : true).toBe(true);
      }),
    );
  });
});
