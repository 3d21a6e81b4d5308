import { decodeMixed, decodeText } from '../../../../src/codes/import/decode-text';
import { inChunks } from '../../io/collect';
import { messageOf } from './import-files';

async function decode(bytes: Buffer, chunkBytes: number): Promise<string> {
  async function* chunks() {
    for await (const chunk of inChunks(bytes, chunkBytes)) yield Buffer.from(chunk);
  }
  let text = '';
  for await (const piece of decodeText(chunks(), 'codes.csv')) text += piece;
  return text;
}

describe('decodeMixed', () => {
  it.each([
    ['UTF-8', Buffer.from('Patient’s § 😀 é'), 'Patient’s § 😀 é'],
    ['Windows-1252', Buffer.from([0x50, 0x92, 0x73, 0x20, 0x96, 0x20, 0xe9]), 'P’s – é'],
    ['both in one text', Buffer.concat([Buffer.from('a’'), Buffer.from([0x92, 0xe9])]), 'a’’é'],
    ['a lead byte without its sequence', Buffer.from([0xe2, 0x80, 0x41]), 'â€A'],
    ['what only looks like UTF-8: overlong and surrogates', Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80]), 'À¯í\u00a0€'],
  ])('decodes %s', (_what, bytes, text) => {
    expect(decodeMixed(bytes)).toBe(text);
  });
});

describe('decodeText', () => {
  const mixed = Buffer.concat([Buffer.from('\uFEFFcode,’§😀\r\n'), Buffer.from([0x92, 0x0a, 0xe2, 0x80])]);

  it.each([1, 2, 3, 5, 64])('gives the same in chunks of %i bytes, without the byte order mark', async (size) => {
    expect(await decode(mixed, size)).toBe('code,’§😀\r\n’\nâ€');
  });

  it('refuses control characters and says the line', async () => {
    expect(await messageOf(() => decode(Buffer.from('one\ntwo\nth\u0000ree\n'), 5))).toMatch(/^codes\.csv, line 3: has control characters/);
  });
});
