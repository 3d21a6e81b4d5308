/** The code of each character in EBCDIC code page 037, as IBM's table of the page has them. */
const CODES: Readonly<Record<string, number>> = {
  '\n': 0x15,
  '\x1c': 0x1c,
  ' ': 0x40,
  '.': 0x4b,
  '<': 0x4c,
  '(': 0x4d,
  '+': 0x4e,
  '|': 0x4f,
  '&': 0x50,
  '!': 0x5a,
  $: 0x5b,
  '*': 0x5c,
  ')': 0x5d,
  ';': 0x5e,
  '-': 0x60,
  '/': 0x61,
  ',': 0x6b,
  '%': 0x6c,
  _: 0x6d,
  '>': 0x6e,
  '?': 0x6f,
  '`': 0x79,
  ':': 0x7a,
  '#': 0x7b,
  '@': 0x7c,
  "'": 0x7d,
  '=': 0x7e,
  '"': 0x7f,
  '~': 0xa1,
  '^': 0xb0,
  '[': 0xba,
  ']': 0xbb,
  '{': 0xc0,
  '}': 0xd0,
  '\\': 0xe0,
  ...run('abcdefghi', 0x81),
  ...run('jklmnopqr', 0x91),
  ...run('stuvwxyz', 0xa2),
  ...run('ABCDEFGHI', 0xc1),
  ...run('JKLMNOPQR', 0xd1),
  ...run('STUVWXYZ', 0xe2),
  ...run('0123456789', 0xf0),
};

function run(characters: string, first: number): Record<string, number> {
  return Object.fromEntries([...characters].map((character, i) => [character, first + i]));
}

/** Every printable character of ASCII that the code page has. */
export const EBCDIC_037_TEXT = Object.keys(CODES)
  .filter((character) => character >= ' ')
  .join('');

/** Encodes text in EBCDIC code page 037. */
export function encodeEbcdic(text: string): Buffer {
  return Buffer.from(
    [...text].map((character) => {
      const code = CODES[character];
      if (code === undefined) throw new RangeError(`No EBCDIC code for ${JSON.stringify(character)}`);
      return code;
    }),
  );
}
