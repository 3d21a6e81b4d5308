import fc from 'fast-check';
import { CodeSearch } from '../../../src/codes/code-search';
import type { CodeStore } from '../../../src/codes/code-store';
import type { CodeType } from '../../../src/codes/code-type';
import type { CodeFilter, CodeRecord } from '../../../src/codes/code.types';
import { clearCodes, codeDatabases, importRecords, openEmptyStore, type TestDatabase } from '../../support/code-databases';
import { searchModel } from '../../support/code-search-model';
import { budget } from '../../support/fuzz';

const TYPES: readonly CodeType[] = ['DIAGNOSIS', 'DRUG', 'PROCEDURE'];

/** Few letters, so that codes and words begin alike. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), minLength: 1, maxLength: 3 });
const plainCode = word.map((text) => text.toUpperCase());
const digits = (length: number) => fc.string({ unit: fc.constantFrom('0', '1'), minLength: length, maxLength: length });
const drugCode = fc
  .constantFrom([4, 4, 2], [5, 3, 2], [5, 4, 1], [5, 4], [4, 4])
  .chain((lengths) => fc.tuple(...lengths.map(digits)).map((parts) => parts.join('-')));
const text = fc
  .array(fc.oneof({ weight: 5, arbitrary: word }, fc.constantFrom('-', 'á', 'B,c', '"', '%', '_')), { maxLength: 6 })
  .map((words) => words.join(' '));
const day = fc.constantFrom('2024-01-01', '2024-06-30', '2025-01-01');
const typed = fc.oneof(
  fc.record({ type: fc.constantFrom<CodeType>('DIAGNOSIS', 'PROCEDURE'), code: plainCode, subType: fc.constantFrom('A', 'B') }),
  fc.record({ type: fc.constant<CodeType>('DRUG'), code: drugCode, subType: fc.constant('NDC') }),
);
const values = fc.record({ desc: text, shortDesc: text, fullDesc: text, startDate: day, endDate: day }, { requiredKeys: [] });
const code: fc.Arbitrary<CodeRecord> = fc.tuple(typed, values).map(([key, more]) => ({ ...key, ...more }));
const codeSet = fc.uniqueArray(code, { maxLength: 40, selector: ({ type, subType, code: key }) => [type, subType, key].join() });

const part = fc.oneof(
  plainCode,
  drugCode,
  drugCode.map((drug) => drug.replaceAll('-', '')),
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  fc.tuple(plainCode, fc.array(word, { maxLength: 2 })).map(([prefix, words]) => `code:${prefix} ${words.join(' ')}`),
);
const filter: fc.Arbitrary<CodeFilter> = fc.record(
  { types: fc.shuffledSubarray([...TYPES], { minLength: 1 }), afterStartDate: day, afterEndDate: day, activeAfter: day },
  { requiredKeys: [] },
);
const question = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 3 }), filter, howMany: fc.constantFrom(1, 2, 5, 100) });
const trial = fc.tuple(codeSet, fc.array(question, { minLength: 10, maxLength: 10 }));

/** True where the answer to an early part has all codes of a later one: what the search then gives is tested by an example. */
function repeats(codes: readonly CodeRecord[], parts: readonly string[], among: CodeFilter): boolean {
  const known = new Set<CodeRecord>();
  return parts.some((text) => {
    const found = searchModel(codes, text, among, Number.POSITIVE_INFINITY);
    const isKnown = found.length > 0 && found.every((record) => known.has(record));
    for (const record of found) known.add(record);
    return isKnown;
  });
}

/** What is compared: all of a code but the order of its keys. */
const shown = (codes: readonly CodeRecord[]): readonly Readonly<Partial<CodeRecord>>[] => codes.map((record) => ({ ...record }));

describe('code search on random code sets', () => {
  const databases: TestDatabase[] = [];
  const stores: CodeStore[] = [];

  beforeAll(async () => {
    for (const { create } of codeDatabases()) {
      const database = await create();
      databases.push(database);
      stores.push(await openEmptyStore(database.settings));
    }
  });

  afterAll(async () => {
    for (const store of stores) await store.close();
    for (const { remove } of databases) await remove();
  });

  it('gives the codes that a plain list in memory gives, in the same order, from every database', async () => {
    const tried = { questions: 0, queries: 0 };
    const property = fc.asyncProperty(trial, async ([codes, questions]) => {
      for (const store of stores) {
        await clearCodes(store);
        await importRecords(store, codes);
      }
      for (const { parts, filter: among, howMany } of questions) {
        tried.questions++;
        if (repeats(codes, parts, among)) continue;
        tried.queries++;
        const expected = { parts, codes: shown(searchModel(codes, parts.join(','), among, howMany)) };
        for (const store of stores) {
          const found = await new CodeSearch(store).search(parts.join(','), among, howMany);
          expect({ parts, codes: shown(found) }).toEqual(expected);
        }
      }
    });
    await fc.assert(property, budget(12));
    // Most questions must be asked, whatever the number of runs.
    expect(tried.queries).toBeGreaterThan(tried.questions / 2);
  });
});
