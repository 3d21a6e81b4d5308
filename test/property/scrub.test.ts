import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { telecomDictionary } from '../../plugins/ncpdp/dictionary';
import { GuideRegistry } from '../../src/guide/guide-registry';
import type { ElementDef, Guide, SegmentDef } from '../../src/guide/guide.types';
import { budget, isLong } from '../support/fuzz';
import { findingsOf, scrubBytes, scrubText } from '../support/scrub';
import { requestHeader, telecom } from '../support/telecom';
import { mutate, mutations } from './mutations';
import { productGuides } from '../support/product-guides';

const guides = new GuideRegistry(productGuides).all();

/** Makes values that nothing publishes: letters, or the digits of a social security number. `form` finds them in a text. */
interface Canary {
  readonly form: RegExp;
  make(number: number): string;
}

const LETTERS = 26;
const made = (number: number): string => `QZ${[0, 1, 2, 3].map((i) => String.fromCharCode(65 + (Math.floor(number / LETTERS ** i) % LETTERS))).join('')}XJ`;
const letters: Canary = { form: /QZ[A-Z]{4}XJ/g, make: made };
const lowerCase: Canary = { form: /qz[a-z]{4}xj/g, make: (number) => made(number).toLowerCase() };
const digits: Canary = { form: /618\d{6}/g, make: (number) => String(618_000_000 + number * 7) };

/** A segment with a canary in every element and component. */
class CanarySegments {
  readonly values = new Set<string>();

  constructor(private readonly canary: Canary) {}

  write({ id, elements }: SegmentDef): string {
    return [id, ...elements.map((element) => this.element(element))].join('*');
  }

  private element({ components }: ElementDef): string {
    return components === undefined || components.length === 0 ? this.next() : components.map(() => this.next()).join(':');
  }

  next(): string {
    const value = this.canary.make(this.values.size);
    this.values.add(value);
    return value;
  }
}

function interchange(guide: Guide, canary: Canary): { readonly text: string; readonly values: ReadonlySet<string> } {
  const written = new CanarySegments(canary);
  const padded = (length: number): string => written.next().padEnd(length);
  const isa = `ISA*00*${padded(10)}*00*${padded(10)}*ZZ*${padded(15)}*ZZ*${padded(15)}*250217*0940*^*00501*${padded(9)}*0*T*:~`;
  const segments = guide.segments.map((segment) => `${written.write(segment)}~\n`);
  const unknown = `${written.next()}*${written.next()}~QX9*${written.next()}*${written.next()}:${written.next()}^${written.next()}~`;
  const group = `GS*${written.next()}*${written.next()}*${written.next()}*20250217*0940*${written.next()}*X*${guide.versions[0] ?? ''}~`;
  const junk = `\nSubject: ${written.next()}\n`;
  return { text: `${junk}${isa}${group}\n${segments.join('')}${unknown}SE*2*${written.next()}~GE*1*1~CLM*${written.next()}`, values: written.values };
}

/** Values that stand in a text. */
const leaksIn = (text: string, values: ReadonlySet<string>, { form }: Canary): readonly string[] =>
  [...new Set(text.match(form) ?? [])].filter((value) => values.has(value));

describe('a canary in every element', () => {
  const canaries = [letters, lowerCase, digits];

  it.each(guides.map((guide, i) => [guide.id, guide, isLong ? canaries : canaries.slice(i % 3, (i % 3) + 1)] as const))(
    'of guide %s is in no scrubbed text',
    async (_id, guide, ofGuide) => {
      for (const canary of ofGuide) {
        const { text, values } = interchange(guide, canary);
        expect(leaksIn(text, values, canary)).toHaveLength(values.size);
        const scrubbed = await scrubText(text);
        expect(leaksIn(scrubbed, values, canary)).toEqual([]);
        expect(scrubbed).toHaveLength(text.length);
      }
    },
  );

  it('of the pharmacy standard is in no scrubbed text', async () => {
    const dictionary = telecomDictionary();
    for (const canary of canaries) {
      const written = new CanarySegments(canary);
      const fields = [...dictionary.fields.keys()].filter((id) => id.length === 2 && id !== 'AM').map((id) => `|${id}${written.next()}`);
      const segments = [...dictionary.segments.keys()].map((id) => `>|${id}${fields.map((field) => field.slice(0, 3) + written.next()).join('')}`);
      const text = telecom(`${requestHeader({ pcn: written.next() })}>|${written.next()}|ZZ${written.next()}#${segments.join('')}|AM07${fields.join('')}`);
      const scrubbed = await scrubText(text);
      expect(leaksIn(text, written.values, canary)).toHaveLength(written.values.size);
      expect(leaksIn(scrubbed, written.values, canary)).toEqual([]);
      expect(scrubbed).toHaveLength(text.length);
    }
  });
});

const samples = [
  '835.edi',
  '835-dirty.edi',
  '837p.edi',
  '837i.edi',
  '837d.edi',
  '834.edi',
  '277ca.edi',
  'ncpdp-claim.txt',
  'ncpdp-batch.txt',
  'ncpdp-visible.txt',
];
const inputs = samples.map((name) => readFileSync(join(__dirname, '../../samples', name)));

describe('a scrubbed text', () => {
  it('has the findings of its original, at the same places', async () => {
    for (const bytes of inputs) expect(await findingsOf(await scrubBytes(bytes))).toEqual(await findingsOf(bytes));
  });

  it('is the same in whatever pieces it comes', async () => {
    for (const bytes of inputs) {
      const whole = await scrubBytes(bytes);
      for (const size of [1, 7, 1000]) expect((await scrubBytes(bytes, size)).equals(whole)).toBe(true);
    }
  });

  it('has the length and the line breaks of a damaged original', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...inputs), mutations, async (bytes, steps) => {
        const damaged = mutate(bytes, steps);
        const scrubbed = await scrubBytes(damaged).catch(() => undefined);
        if (scrubbed === undefined) return;
        expect(scrubbed).toHaveLength(damaged.length);
        const breaks = (text: Buffer): readonly number[] => [...text.entries()].flatMap(([i, byte]) => (byte === 10 || byte === 13 ? [i] : []));
        expect(breaks(scrubbed)).toEqual(breaks(damaged));
      }),
      budget(15),
    );
  });
});
