import { EBCDIC_037_TEXT, encodeEbcdic } from './ebcdic';
import { envelope, transactionSet, USUAL, writeSegments } from '../../support/edi-text';
import { readEveryWay, segmentsOf, textsOf } from '../../support/read-segments';

const SEGMENTS = envelope([transactionSet(['N1*PR*PAYER', 'CLP*A*1'])]);
const TEXT = writeSegments(SEGMENTS, USUAL, '\n');

const littleEndian = (text: string): Buffer => Buffer.from(text, 'utf16le');
const bigEndian = (text: string): Buffer => littleEndian(text).swap16();

/** The name that a payer's N1 is read with. */
function nameOf(bytes: Buffer): string | undefined {
  return segmentsOf(bytes)
    .find(({ id }) => id === 'N1')
    ?.element(2);
}

describe('encodings', () => {
  it('reads UTF-8 with a byte order mark, and counts the mark in byte offsets', () => {
    const reading = readEveryWay(`\uFEFF${TEXT}`);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
    expect(reading.segments[0]?.place).toEqual({ lineNumber: 1, segmentNumber: 1, byteOffset: 3 });
    expect(reading.segments[1]?.place.byteOffset).toBe(3 + TEXT.indexOf('GS*'));
  });

  it.each([
    ['little-endian with a mark', littleEndian(`\uFEFF${TEXT}`)],
    ['big-endian with a mark', bigEndian(`\uFEFF${TEXT}`)],
    ['little-endian without a mark', littleEndian(TEXT)],
    ['big-endian without a mark', bigEndian(TEXT)],
  ])('reads UTF-16, %s, with places in the decoded text', (_name, bytes) => {
    const reading = readEveryWay(bytes);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
    expect(reading.segments[2]?.place).toEqual({ lineNumber: 3, segmentNumber: 3, byteOffset: TEXT.indexOf('ST*') });
  });

  it('reads characters of UTF-16 that no single byte has', () => {
    expect(nameOf(littleEndian(TEXT.replace('PAYER', 'ŁÓDŹ 😀')))).toBe('ŁÓDŹ 😀');
  });

  it('reads UTF-16 that begins at ST', () => {
    expect(textsOf(readEveryWay(bigEndian('ST*835*0001~SE*2*0001~')))).toEqual(['ST*835*0001', 'SE*2*0001']);
  });

  it.each(['\n', '~', '\x1c'])('reads EBCDIC with the terminator %j', (segment) => {
    const reading = readEveryWay(encodeEbcdic(writeSegments(SEGMENTS, { ...USUAL, segment })));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it('reads every character that EBCDIC code page 037 shares with ASCII', () => {
    const characters = EBCDIC_037_TEXT.replace(/[*~]/g, '');
    expect(nameOf(encodeEbcdic(TEXT.replace('PAYER', characters)))).toBe(characters);
  });

  it.each(['GS', 'ST'])('reads EBCDIC that begins at %s', (id) => {
    const text = TEXT.slice(TEXT.indexOf(`${id}*`));
    expect(readEveryWay(encodeEbcdic(text)).segments[0]?.id).toBe(id);
  });

  describe('of values', () => {
    it('are UTF-8 where the bytes form it', () => {
      expect(nameOf(Buffer.from(TEXT.replace('PAYER', 'CAFÉ 日本 😀')))).toBe('CAFÉ 日本 😀');
    });

    it('are Latin-1 where the bytes do not form UTF-8', () => {
      expect(nameOf(Buffer.from(TEXT.replace('PAYER', 'CAFÉ ½ ÿ'), 'latin1'))).toBe('CAFÉ ½ ÿ');
    });

    it('are told apart for each value, not for the file', () => {
      const bytes = Buffer.concat([Buffer.from('ST*835*1~N1*PR*É~'), Buffer.from('N1*PE*É~SE*4*1~', 'latin1')]);
      expect(textsOf(readEveryWay(bytes))).toEqual(['ST*835*1', 'N1*PR*É', 'N1*PE*É', 'SE*4*1']);
    });

    it('may hold the replacement character itself', () => {
      expect(nameOf(Buffer.from(TEXT.replace('PAYER', 'A\uFFFDB')))).toBe('A\uFFFDB');
    });

    it('do not become UTF-8 because a replacement character stands beside broken bytes', () => {
      const bytes = Buffer.concat([Buffer.from('ST*835*1~N1*PR*\uFFFD'), Buffer.of(0xff), Buffer.from('~SE*3*1~')]);
      expect(nameOf(bytes)).toBe('ï¿½ÿ');
    });
  });
});
