import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { ROOT } from '../../docs/project-files';
import { biller, claim as professionalClaim, claimFile, patient, subscriber } from '../../support/claims';
import { converter } from '../../support/conversion';
import { coverageFile, member } from '../../support/coverages';
import { budget, everyNth } from '../../support/fuzz';
import { partsEngine, shownBy, storedSource } from '../../support/parts';
import { claim as payment, remittance } from '../../support/remittance';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

const levels = (count: number): string[] => {
  let number = 0;
  return numbers(count).flatMap((i) => {
    const billing = ++number;
    const people = numbers(3).flatMap((j) => {
      const self = String(++number);
      const insured = [...subscriber(`S${i}`, self, String(billing))];
      return j < 3
        ? [...insured, ...professionalClaim(`${i}-${j}`)]
        : [...insured, ...patient(`P${i}`, String(++number), self), ...professionalClaim(`${i}-${j}`)];
    });
    return [...biller(`B${i}`, String(billing)), ...people];
  });
};

/** One transaction set each. */
const FILES = {
  '835.edi': remittance({ claims: numbers(40).map(payment) }),
  '837.edi': claimFile([levels(8)]),
  '834.edi': coverageFile(numbers(90).flatMap((i) => member(String.fromCharCode(65 + (i % 26))))),
};

const OUTPUTS: readonly (ConversionOptions & { readonly validatesOnly?: boolean })[] = [
  { output: 'ndjson' },
  { output: 'json', warningsInResponse: true, convertControlSegments: true },
  { output: 'json', transactionTopLevel: true, outputParameters: { recordsKey: 'records' } },
  { output: 'csv' },
  { output: 'ndjson', convertToSegments: true },
  { output: 'json', validate: true, levels: '1-7' },
  { output: 'ndjson', validatesOnly: true },
];

const { engine, parts } = partsEngine(0);

async function expectSame(name: string, content: string | Buffer, partBytes: number, options: (typeof OUTPUTS)[number]): Promise<{ readonly isRead: boolean }> {
  parts.partBytes = partBytes;
  parts.tasks.length = 0;
  const { source, state } = storedSource(name, content);
  const joined = await shownBy(engine, [source], { ...options, workers: 2 });
  const { isRead } = state;
  expect(joined).toEqual(await shownBy(converter(), [source], options));
  return { isRead };
}

/** What a change leaves of a segment and, where it swaps them, of the next one. */
function insteadOf(kind: string, one: string, next: string): readonly string[] {
  if (kind === 'delete') return [];
  if (kind === 'repeat') return [one, one];
  if (kind === 'swap') return [next, one];
  if (kind === 'text') return [`\n-- page --${one}`];
  if (kind === 'mark') return [`\ufeff${one}`];
  return kind === 'close' ? ['SE*9*9', one] : [`${one}*\u00e9~`];
}

describe('the parts of a file', () => {
  it.each(everyNth(2, Object.entries(FILES)))('join to the output of the whole, cut inside the transaction set of %s', async (name, content) => {
    for (const options of everyNth(2, OUTPUTS)) {
      const { isRead } = await expectSame(name, content, 1_500, options);
      const isCut = options.validate !== true && options.validatesOnly !== true && options.convertToSegments !== true;
      if (isCut) expect({ isRead, isManyParts: parts.tasks.length > 3 }).toEqual({ isRead: false, isManyParts: true });
    }
  });

  it('join to the output of the whole, cut between transaction sets and interchanges', async () => {
    const content = readFileSync(join(ROOT, 'samples/835-two-interchanges.edi'), 'latin1');
    for (const options of everyNth(3, OUTPUTS)) {
      const { isRead } = await expectSame('two.edi', content, 500, options);
      expect({ isRead, isManyParts: parts.tasks.length > 1 }).toEqual({ isRead: false, isManyParts: true });
    }
  });

  it('join to the output of the whole, cut where files with byte order marks were joined', async () => {
    const content = `\ufeff${FILES['835.edi']}`.repeat(3).replaceAll('ST*', '\ufeffST*').slice(1);
    const { isRead } = await expectSame('marks.edi', content, 1_500, { output: 'ndjson' });
    expect({ isRead, isManyParts: parts.tasks.length > 3 }).toEqual({ isRead: false, isManyParts: true });
  });

  it('join to the output of the whole where segments end with CR LF or LF', async () => {
    const [before = '', ...after] = FILES['835.edi'].replaceAll('~\n', '\r\n').split('CLP*CLAIM9');
    const content = [before, ...after.map((text) => text.replaceAll('\r\nSVC', '\nSVC'))].join('CLP*CLAIM9');
    for (const options of everyNth(3, OUTPUTS)) await expectSame('lines.edi', content, 1_500, options);
    expect(await shownBy(converter(), [storedSource('a.edi', content).source], { output: 'ndjson' })).toMatchObject({ issues: [] });
  });

  it('join to the output of the whole where a transaction set continues after an SE', async () => {
    const content = FILES['835.edi'].replace('CLP*CLAIM20', 'SE*9*0001~\nCLP*CLAIM20');
    for (const options of everyNth(3, OUTPUTS)) await expectSame('early.edi', content, 1_500, options);
  });

  it('are cut where a level (HL) and those below it write its number with and without leading zeros', async () => {
    const content = FILES['837.edi'].replace(/HL\*(\d+)\*/g, (_, number: string) => `HL*${number.padStart(4, '0')}*`);
    const { isRead } = await expectSame('zeros.edi', content, 1_500, { output: 'ndjson' });
    expect({ isRead, isManyParts: parts.tasks.length > 3 }).toEqual({ isRead: false, isManyParts: true });
  });

  it('are not cut where more is read again before a part than a part has', async () => {
    const head = numbers(400).map((i) => `ZZ${(i % 9) + 1}*${i}`);
    const content = FILES['835.edi'].replace('CLP*', `${head.join('~')}~CLP*`);
    await expectSame('head.edi', content, 1_500, { output: 'ndjson', maxWarnings: -1 });
    expect(parts.tasks.length).toBeLessThanOrEqual(1);
  });

  it('join to the output of the whole where the file is damaged', async () => {
    const files = Object.entries(FILES);
    const damage = fc.record({
      file: fc.nat(files.length - 1),
      options: fc.nat(OUTPUTS.length - 1),
      partBytes: fc.integer({ min: 200, max: 3_000 }),
      changes: fc.array(
        fc.record({
          at: fc.double({ min: 0, max: 1, noNaN: true }),
          kind: fc.constantFrom('delete', 'repeat', 'swap', 'cut', 'garble', 'mark', 'close', 'text'),
        }),
        {
          maxLength: 3,
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ file, options, partBytes, changes }) => {
        const [name, content] = files[file] ?? ['', ''];
        const segments = content.split('~');
        for (const { at, kind } of changes) {
          const i = Math.floor(at * (segments.length - 1));
          const [one = '', next = ''] = segments.slice(i, i + 2);
          if (kind === 'cut') segments.length = Math.max(1, i);
          else segments.splice(i, kind === 'swap' ? 2 : 1, ...insteadOf(kind, one, next));
        }
        await expectSame(name, segments.join('~'), partBytes, OUTPUTS[options] ?? {});
      }),
      budget(30),
    );
  });

  it('join to the output of several sources', async () => {
    parts.partBytes = 1_500;
    const sources = [...Object.entries(FILES), ['empty.edi', ''] as const, ['text.edi', 'no EDI'] as const].map(
      ([name, content]) => storedSource(name, content).source,
    );
    for (const options of everyNth(4, OUTPUTS)) {
      expect(await shownBy(engine, sources, { ...options, workers: 2 })).toEqual(await shownBy(converter(), sources, options));
    }
  });
});
