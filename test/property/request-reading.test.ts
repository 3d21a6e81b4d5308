import fc from 'fast-check';
import { readRequest, recordOf, type RequestPart } from '../../src/pipeline/generation/request-parts';
import { budget } from '../support/fuzz';

type Json = Readonly<Record<string, unknown>>;

/** What was read of a request. */
interface Read {
  readonly head: unknown;
  readonly records: readonly (readonly [string | undefined, unknown])[];
}

/** Pieces of a size, each in the place of the one before. */
async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  const place = Buffer.alloc(size);
  for (let start = 0; start < bytes.length; start += size) yield place.subarray(0, bytes.copy(place, 0, start, start + size));
}

/** Reads a request in pieces of a size. */
async function readInPieces(text: string, size: number): Promise<Read> {
  const parts: RequestPart[] = [];
  for await (const group of readRequest(piecesOf(Buffer.from(text), size), ['claims', 'others']))
    for (const part of group) {
      // Bytes are read before the next part.
      if (part.kind === 'unparsed') parts.push(recordOf(part));
      else if (part.kind !== 'step') parts.push(part);
    }
  expect(parts.findIndex(({ kind }) => kind === 'head')).toBeLessThanOrEqual(0);
  const head = parts.find((part) => part.kind === 'head');
  return { head: head?.head, records: parts.flatMap((part) => (part.kind === 'record' ? [[part.key, part.value] as const] : [])) };
}

/** What is to be read of a whole document. */
function expectedOf(document: unknown): Read {
  if (Array.isArray(document)) return { head: undefined, records: document.map((value) => [undefined, value]) };
  const entries = Object.entries(document as Json);
  const lists = entries.filter((entry): entry is [string, unknown[]] => ['claims', 'others'].includes(entry[0]) && Array.isArray(entry[1]));
  const head = entries.filter(([key]) => !lists.some((list) => list[0] === key));
  return { head: Object.fromEntries(head), records: lists.flatMap(([key, values]) => values.map((value) => [key, value] as const)) };
}

/** What is to be read of text; undefined for what is no request. */
function expectedOfText(text: string): Read | undefined {
  const whole = parsed(text);
  if (whole !== undefined) return isDocument(whole) ? expectedOf(whole) : undefined;
  const [first = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const document = parsed(first);
  const values = lines.map(parsed);
  if (!isDocument(document) || Array.isArray(document) || values.includes(undefined)) return undefined;
  const { head, records } = expectedOf(document);
  return { head, records: [...records, ...values.map((value) => [undefined, value] as const)] };
}

const isDocument = (value: unknown): boolean => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const value = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 4 }), fc.constantFrom('a"b', '\\', '[{,:', 'ÄÖ€', '\n'));
const key = fc.oneof(fc.constantFrom('claims', 'others', 'interchangeControl', '', '__proto__', 'a"]'), fc.string({ maxLength: 4 }));
const document = fc.oneof(
  fc.uniqueArray(fc.tuple(key, value), { maxLength: 6, selector: ([name]) => name }).map((entries) => Object.fromEntries(entries)),
  fc.array(value, { maxLength: 6 }),
);
const indentation = fc.constantFrom('', ' ', '\t', '  ');

describe('reading requests', () => {
  it('gives the members and records of any document, however it is cut', () =>
    fc.assert(
      fc.asyncProperty(document, indentation, fc.integer({ min: 1, max: 40 }), async (given, indent, size) => {
        const text = JSON.stringify(given, null, indent);
        expect(await readInPieces(text, size)).toEqual(expectedOf(JSON.parse(text)));
      }),
      budget(50),
    ));

  it('gives the records of lines behind the first object', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', ' \n\n'),
        fc.integer({ min: 1, max: 40 }),
        async (values, lineBreak, size) => {
          const lines = [JSON.stringify({ a: 1 }), ...values.map((one) => JSON.stringify(one))];
          expect(await readInPieces(lines.join(lineBreak), size)).toEqual({
            head: { a: 1 },
            records: values.map((one) => [undefined, JSON.parse(JSON.stringify(one))]),
          });
        },
      ),
      budget(50),
    ));

  it('refuses what JSON.parse refuses, and nothing else', () => {
    const damage = fc.tuple(fc.nat(), fc.constantFrom('insert', 'replace', 'remove'), fc.constantFrom(...'{}[]",:\\ \n1eä'.split('')));
    return fc.assert(
      fc.asyncProperty(document, indentation, damage, fc.integer({ min: 1, max: 40 }), async (given, indent, [at, how, char], size) => {
        const text = JSON.stringify(given, null, indent);
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + (how === 'remove' ? '' : char) + text.slice(how === 'insert' ? place : place + 1);
        if (hasDuplicates(damaged)) return;
        const expected = expectedOfText(damaged);
        const reading = readInPieces(damaged, size);
        if (expected === undefined) await expect(reading).rejects.toMatchObject({ code: 'EDI_REQUEST_INVALID' });
        else expect(await reading).toEqual(expected);
      }),
      budget(50),
    );
  });
});

/** True where a list may stand twice, which is refused: `JSON.parse` takes the last one. */
const hasDuplicates = (text: string): boolean => ['claims', 'others'].some((name) => text.split(`"${name}"`).length > 2);
