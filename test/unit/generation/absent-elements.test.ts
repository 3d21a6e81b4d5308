import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertText, linesOf, sourceOf } from '../../support/conversion';
import { generate } from '../../support/generate';

const OPTIONS = { convertControlSegments: true, transactionTopLevel: true, descriptions: false, objects: 'all' } as const;

const sample = (name: string): string => readFileSync(join(__dirname, '../../../samples', name), 'utf8');

const converted = async (edi: string): Promise<string> => (await convertText([sourceOf('a.edi', Buffer.from(edi))], OPTIONS)).text;

/** A text with an element of the first segment that begins with `start` left empty. */
function without(text: string, start: string, element: number): string {
  const segments = text.split('~\n');
  const at = segments.findIndex((segment) => segment.startsWith(start));
  const elements = segments[at]?.split('*') ?? [];
  elements[element] = '';
  return segments.with(at, elements.join('*').replace(/\*+$/, '')).join('~\n');
}

/** Segments without the counts of SE. */
const uncounted = (text: string): string => text.replace(/SE\*\d+/, 'SE');

describe('an element that a converted record shows and its file did not have', () => {
  it.each([
    ['278', '278-request.edi', 'CR6', 7],
    ['278', '278-request.edi', 'TRN*1', 1],
    ['278', '278-request.edi', 'PWK*77', 5],
    ['278', '278-request.edi', 'INS*Y', 2],
    ['278', '278-response.edi', 'AAA*N', 1],
    ['276', '276.edi', 'BHT', 1],
    ['276', '276.edi', 'NM1*PR', 1],
    ['277CA', '277ca.edi', 'NM1*41', 8],
    ['820', '820.edi', 'SLN', 3],
    ['834', '834.edi', 'NM1*IL', 2],
    ['835', '835.edi', 'NM1*QC', 2],
    ['835', '835-institutional.edi', 'NM1*74', 8],
    ['837', '837p.edi', 'NM1*85', 8],
    ['837', '837p.edi', 'PER*IC', 1],
  ])('stays empty in an %s: %s, %s, element %i', async (set, name, start, element) => {
    const edi = without(sample(name), start, element);
    expect(edi).not.toBe(sample(name));
    const { edi: made } = await generate(set, await converted(edi), { validate: false });
    expect(uncounted(made)).toBe(uncounted(edi));
  });

  it('stays empty in units that the kernel writes', async () => {
    const lines = linesOf(await converted(sample('837p.edi'))).map((record) =>
      JSON.stringify(record, (key, value: unknown) => (key === 'identificationType' ? undefined : value)),
    );
    const claims = lines.filter((line) => line.includes('"patientControlNumber"'));
    const head = lines.filter((line) => !claims.includes(line));
    const many = [...head, ...Array.from({ length: 100 }, () => claims).flat()].join('\n');
    const { segments } = await generate('837', many, { validate: false });
    const providers = segments.filter((segment) => /^NM1\*(82|85)/.test(segment));
    expect(providers.length).toBeGreaterThan(100);
    expect(providers.filter((segment) => segment.split('*')[8] !== '')).toEqual([]);
  });
});

describe('an element that no record shows', () => {
  it('is written where the guide allows one code only', async () => {
    const { edi } = await generate('837', await converted(without(sample('837d.edi'), 'TOO', 1)), { validate: false });
    expect(edi).toContain('TOO*JP*3*M:O~');
  });
});

describe('an element of a request that is not from a file', () => {
  it('is written where the guide allows one code only', async () => {
    const request = (await converted(sample('278-request.edi')))
      .replace('"transactionSetIdentifierCode":"278",', '')
      .replace('"medicareCoverageIndicator":"W",', '');
    const { segments } = await generate('278', request, { validate: false });
    expect(segments.find((segment) => segment.startsWith('CR6'))?.split('*')[7]).toBe('W');
  });
});
