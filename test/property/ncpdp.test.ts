import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { telecomDictionary } from '../../plugins/ncpdp/dictionary';
import type { FieldDef } from '../../plugins/ncpdp/dictionary.types';
import { overpunch } from '../../plugins/ncpdp/value';
import { EdiError } from '../../src/common/edi-error';
import { cutAt } from '../support/pieces';
import { asRecord, convertText, linesOf, sourceOf } from '../support/conversion';
import { fullRecord, issuesOf, lossesOf, readTelecom, requestHeader, telecom, writeTelecom } from '../support/telecom';
import { startWatchdog, type Watchdog } from '../support/watchdog';
import { mutate, mutations } from './mutations';
import { budget } from '../support/fuzz';

const inputs = ['ncpdp-claim.txt', 'ncpdp-response.txt', 'ncpdp-batch.txt', 'ncpdp-visible.txt'].map((name) =>
  readFileSync(join(__dirname, '../../samples', name)),
);
const input = fc.constantFrom(...inputs);
const dictionary = telecomDictionary();
const amounts = [...dictionary.segments.values()].flatMap(({ id, members, level, direction }) =>
  level === 'transaction' && direction === 'request'
    ? members.flatMap((member) => (member.kind === 'field' && member.field.type === 'amount' ? [{ id, field: member.field }] : []))
    : [],
);

let watchdog: Watchdog;

beforeAll(() => {
  watchdog = startWatchdog();
});

afterAll(() => watchdog.stop());

/** Every byte of text must be in a record or in a finding. */
const MARKER = 'QZXJ7';

describe('telecom text', () => {
  it('gives every amount of every sign again, byte for byte', async () => {
    const value = fc.tuple(fc.constantFrom(...amounts), fc.nat(), fc.boolean());
    await fc.assert(
      fc.asyncProperty(value, async ([{ id, field }, number, isNegative]) => {
        const digits = String(number % 10 ** field.length).padStart(field.length, '0');
        const text = telecom(`${requestHeader()}#>|${id}|${field.id}`) + overpunch(digits, isNegative);
        const { records, text: json } = await readTelecom(text);
        const record = asRecord(records[0]);
        const [name = ''] = Object.keys(record).filter((key) => key !== 'transaction_header');
        const shown = asRecord(record[name])[field.key];
        expect(Number(shown) * 10 ** field.decimals).toBeCloseTo(isNegative ? -Number(digits) : Number(digits), 3);
        // The JSON itself: JavaScript drops the sign of zero when it writes objects.
        expect((await writeTelecom(json, { validate: false })).text).toBe(text);
      }),
      budget(20),
    );
  });

  it('is written, read and written again for any values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...dictionary.transactions.values()),
        fc.constantFrom('request' as const, 'response' as const),
        fc.infiniteStream(text()),
        async (transaction, direction, texts) => {
          const record = withTexts(fullRecord(transaction, direction, 'D0'), texts[Symbol.iterator]());
          const { text: written } = await writeTelecom({ transactions: [record] }, { validate: false });
          const { records, issues } = await readTelecom(written);
          expect(records).toEqual([record]);
          expect(issues).toEqual([]);
          expect((await writeTelecom({ transactions: records }, { validate: false })).text).toBe(written);
        },
      ),
      budget(20),
    );
  });

  it('reads the same however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(input, fc.array(fc.nat({ max: 1200 }), { maxLength: 8 }), async (bytes, cuts) => {
        const pieces = cutAt(bytes, cuts);
        const options = { format: 'ncpdp', convertControlSegments: true };
        expect(await convertText([sourceOf('a.txt', ...pieces)], options)).toEqual(await convertText([sourceOf('a.txt', bytes)], options));
      }),
      budget(20),
    );
  });

  it('never crashes or hangs when it is damaged, and always gives lines of JSON or an EdiError', async () => {
    await fc.assert(
      fc.asyncProperty(input, mutations, fc.boolean(), async (bytes, changes, validate) => {
        const damaged = mutate(bytes, changes);
        watchdog.beat(damaged);
        try {
          const { text: output } = await convertText([sourceOf('a.txt', damaged)], { validate, convertControlSegments: true });
          linesOf(output);
          await issuesOf(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(EdiError);
          expect(error).not.toMatchObject({ code: 'EDI_INTERNAL' });
          expect(error).not.toMatchObject({ code: 'EDI_PLUGIN_FAILED' });
        }
      }),
      budget(20),
    );
  });

  it('loses no byte in silence', async () => {
    await fc.assert(
      fc.asyncProperty(input, fc.double({ min: 0, max: 1, noNaN: true }), async (bytes, place) => {
        const at = Math.floor(place * bytes.length);
        if (isInFixedFields(bytes, at)) return;
        const marked = Buffer.concat([bytes.subarray(0, at), Buffer.from(MARKER), bytes.subarray(at)]);
        const { text: output, issues } = await readTelecom(marked, { convertControlSegments: true });
        expect(isFound(output) || lossesOf(issues).length > 0 ? 'found' : marked.toString()).toBe('found');
      }),
      budget(20),
    );
  });
});

/** The first characters of a marker may have become the id of a field, which is shown as its key. */
function isFound(output: string): boolean {
  return [MARKER, `"${MARKER.slice(1)}`, `"${MARKER.slice(2)}`].some((part) => output.includes(part));
}

/** True in headers and batch records, whose fields part a marker by their positions, and inside characters of several bytes. */
function isInFixedFields(bytes: Buffer, at: number): boolean {
  const before = bytes.toString('latin1', 0, at);
  const last = Math.max(before.lastIndexOf('\x02'), before.lastIndexOf('\x03'), -1);
  const isVisible = bytes.includes('\u241e');
  const separators = isVisible ? /\u00e2\u0090\u009c/ : /[\x1c-\x1e]/;
  return !separators.test(before.slice(last + 1)) || /\u00e2\u0090?$/.test(before);
}

/** Text of a value: any characters but blanks at its end and what parts fields. */
function text(): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
    .map((one) => one.trimEnd())
    .filter((one) => one !== '');
}

const textKeys: ReadonlyMap<string, FieldDef> = new Map(
  [...dictionary.fields.values()].filter(({ type, list, length }) => type === 'text' && list === undefined && length >= 12).map((field) => [field.key, field]),
);

/** The record with other texts. */
function withTexts<T>(value: T, texts: Iterator<string>): T {
  if (Array.isArray(value)) return asSame<T>(value.map((one: unknown) => withTexts(one, texts)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]: [string, unknown]) => [key, textKeys.has(key) ? nextOf(texts) : withTexts(one, texts)]);
  return asSame<T>(Object.fromEntries(entries));
}

function nextOf(texts: Iterator<string>): string {
  const next: unknown = texts.next().value;
  return String(next);
}

/** The shape of the record does not change. */
function asSame<T>(value: unknown): T {
  return value as T;
}
