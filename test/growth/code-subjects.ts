import { CodeExport } from '../../src/codes/code-export';
import { CodeSearch } from '../../src/codes/code-search';
import type { CodeStore } from '../../src/codes/code-store';
import type { CodeRecord } from '../../src/codes/code.types';
import { clearCodes, hcpcs, importRecords } from '../support/code-databases';
import { codeFile, rowsOf } from '../unit/codes/import/import-files';
import type { Subject } from './growth';

const CHUNK_BYTES = 1 << 16;

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const codes = (n: number, desc: (i: number) => string = (i) => `Some procedure of the kind ${i}`): readonly CodeRecord[] =>
  many(n, (i) => hcpcs(i.toString(36).padStart(5, '0').toUpperCase(), desc(i)));

/** What is done with codes, by operation and shape. */
export function codeSubjects(store: () => CodeStore): Readonly<Record<string, Readonly<Record<string, Subject>>>> {
  const search = (query: string): Promise<unknown> => new CodeSearch(store()).search(query, {}, 1_000);
  const loaded = async (n: number, desc?: (i: number) => string): Promise<void> => {
    await clearCodes(store());
    await importRecords(store(), codes(n, desc));
  };
  const queries = (query: (n: number) => string): Subject => ({
    async prepare(n) {
      await loaded(500);
      const text = query(n);
      return async () => {
        for (let i = 0; i < 5; i++) await search(text).catch(() => undefined);
      };
    },
  });
  const importing = (make: (n: number) => readonly CodeRecord[]): Subject => ({
    async prepare(n) {
      const records = make(n);
      return async () => {
        await clearCodes(store());
        await importRecords(store(), records);
      };
    },
  });
  const reading = (csv: (n: number) => string): Subject => ({
    prepare(n) {
      const file = codeFile('PROCEDURE_HCPCS.csv', csv(n), CHUNK_BYTES);
      return async () => {
        await rowsOf([file], { type: 'PROCEDURE', subType: 'HCPCS' });
      };
    },
  });
  return {
    'search codes': {
      'many words': queries((n) => many(n, () => 'kind').join(' ')),
      'many parts': queries((n) => many(n, () => 'kind').join(',')),
      'a long word': queries((n) => 'k'.repeat(10 * n)),
      'signs of databases': queries((n) => '%_"*'.repeat(n)),
      'many matches': {
        async prepare(n) {
          await loaded(n);
          return async () => {
            await search('procedure kind');
          };
        },
      },
    },
    'export codes': {
      'many codes': {
        async prepare(n) {
          await loaded(n);
          return async () => {
            for await (const _piece of new CodeExport(store(), new CodeSearch(store())).csv({ types: ['PROCEDURE'] }));
          };
        },
      },
      'long descriptions': {
        async prepare(n) {
          await loaded(20, () => '"word" '.repeat(n));
          return async () => {
            for await (const _piece of new CodeExport(store(), new CodeSearch(store())).csv({ types: ['PROCEDURE'] }));
          };
        },
      },
    },
    'import codes': {
      'many codes': importing((n) => codes(n)),
      'one code again and again': importing((n) => many(n, () => hcpcs('A0001', 'Same'))),
      'long descriptions': importing((n) => codes(20, () => 'word '.repeat(n))),
      'different words': importing((n) => codes(20, (i) => many(n, (k) => `w${i}x${k}`).join(' '))),
      'rows of a file': reading((n) => `code,desc\n${many(n, (i) => `${i.toString(36).padStart(5, '0')},"Some text"\n`).join('')}`),
      'columns of a file': reading((n) => `code,desc${many(n, (i) => `,c${i}`).join('')}\nA0001,Text${',x'.repeat(n)}\n`),
      'a quotation that does not end': reading((n) => `code,desc\nA0001,"${'text\n'.repeat(n)}`),
      'a long cell': reading((n) => `code,desc\nA0001,${'A'.repeat(10 * n)}\n`),
    },
  };
}
