import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { EdiError } from '../../src/common/edi-error';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { converter, convertText, type Json, readRecords, sourceOf } from '../support/conversion';
import { cellsOf, convertCsv, readCsv, schemaFolder } from '../support/csv';
import { envelope, transactionSet, writeSegments } from '../support/edi-text';
import { PAYMENT_COLUMNS, paymentRows } from '../support/payment-rows';
import { cutAt } from '../support/pieces';
import { cuts, positionsIn } from './edi-arbitraries';
import { inputs835 } from './inputs';
import { mutate, mutations } from './mutations';
import { budget, everyNth } from '../support/fuzz';

/** Every column of the claim in every row, so that rows can be compared one by one. */
const SCHEMA = { outputParameters: { schemaName: 'lines-with-header-repeat-each-row-only' }, maxWarnings: -1 } as const;

/** What CSV, spreadsheets and readers stumble over, but no delimiter of the files here. */
const CHARACTERS = [
  ...'ABxyz0123456789',
  '0',
  '"',
  '"',
  ',',
  ',',
  ';',
  "'",
  '=',
  '-',
  '+',
  '@',
  '\\',
  '\t',
  '\n',
  '\r',
  ' ',
  '/',
  '{',
  'É',
  'ß',
  '日',
  '😀',
  '\u2028',
];

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '""', '"', '\n', '007', '0', ',', '-1', '=1+1', 'NULL', 'true', '1e5', '\\n', '""",') },
);

const amount = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }).map(String),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom('', '0', '0.10', '.5', '007', '+3', 'X'),
);

const date = fc.constantFrom('20250102', '20241231', '2025', '');

/** An element that ends segments early when it is empty does so in JSON too. */
const adjustments = fc
  .array(fc.tuple(fc.constantFrom('CO', 'PR', 'OA'), fc.array(fc.tuple(text, amount), { minLength: 1, maxLength: 6 })), { maxLength: 3 })
  .map((segments) => segments.map(([group, triplets]) => `CAS*${group}*${triplets.map(([reason, value]) => `${reason}*${value}*`).join('*')}`));

const some = (segment: fc.Arbitrary<string>, most = 3): fc.Arbitrary<string[]> => fc.array(segment, { maxLength: most });

const line = fc
  .tuple(
    fc.tuple(fc.constantFrom('HC', 'AD', 'NU', 'N4'), text, text, text, amount, amount),
    some(
      date.map((day) => `DTM*472*${day}`),
      1,
    ),
    adjustments,
    some(text.map((id) => `REF*${id.length % 2 === 0 ? '6R' : 'LU'}*${id}`)),
    some(
      text.map((code) => `LQ*HE*${code}`),
      7,
    ),
  )
  .map(([[qualifier, code, first, second, charge, paid], days, cas, refs, remarks]) => [
    `SVC*${qualifier}:${code}:${first}:${second}*${charge}*${paid}`,
    ...days,
    ...cas,
    ...refs,
    ...remarks,
  ]);

const claim = fc
  .tuple(
    fc.tuple(text, fc.constantFrom('1', '2', '4', '22', 'Z'), amount, amount, text),
    adjustments,
    fc.tuple(text, text, text, text),
    some(text.map((id) => `REF*1L*${id}`)),
    some(
      amount.map((value) => `AMT*AU*${value}`),
      2,
    ),
    fc.array(line, { maxLength: 4 }),
  )
  .map(([[id, status, charge, paid, payerNumber], cas, [last, first, member, corrected], refs, amounts, lines]) => [
    `CLP*${id}*${status}*${charge}*${paid}**12*${payerNumber}*11*1`,
    ...cas,
    `NM1*QC*1*${last}*${first}****MI*${member}`,
    `NM1*74*1*${corrected}`,
    ...refs,
    ...amounts,
    ...lines.flat(),
  ]);

const remittance = fc.tuple(fc.tuple(text, text, text, text), fc.array(claim, { minLength: 1, maxLength: 4 })).map(([[payer, street, id, payee], claims]) => {
  const head = ['BPR*I*100*C*ACH', 'TRN*1*1*1', `N1*PR*${payer}`, `N3*${street}`, `REF*2U*${id}`, `REF*EO*${street}`, `N1*PE*${payee}*XX*1`, 'LX*1'];
  return Buffer.from(writeSegments(envelope([transactionSet([...head, ...claims.flat()])])));
});

const isPayment = ({ objectType }: Json): boolean => objectType === 'PAYMENT';

/** Rows of the columns that are compared, by the JSON of the same input. */
async function expectedRows(name: string, bytes: Buffer): Promise<string[][]> {
  return (await readRecords([sourceOf(name, bytes)], { maxWarnings: -1 })).filter(isPayment).flatMap(paymentRows);
}

/** Rows that are no notices: these have one cell. */
const withoutNotices = <T extends { readonly rows: readonly (readonly string[])[] }>(csv: T): T => ({
  ...csv,
  rows: csv.rows.filter(({ length }) => length > 1),
});

describe('CSV, read by an independent reader', () => {
  it('gives back every text, amount and date of the JSON', async () => {
    await fc.assert(
      fc.asyncProperty(remittance, text, async (bytes, name) => {
        const csv = await convertCsv([sourceOf(name, bytes)], SCHEMA);
        expect(cellsOf(csv, ...PAYMENT_COLUMNS)).toEqual(await expectedRows(name, bytes));
      }),
      budget(10),
    );
  });

  it('gives back the JSON of every 835 input', async () => {
    let compared = 0;
    for (const { name, read } of inputs835()) {
      const expected = await expectedRows('a.edi', read());
      // A line that says nothing is a row, but no object of JSON.
      if (expected.length === 0 || read().toString('latin1').includes('SVC~')) continue;
      const csv = withoutNotices(await convertCsv([sourceOf('a.edi', read())], SCHEMA));
      // Files that begin with claims are tables of claims.
      if (!csv.header.includes('ClaimStatus')) continue;
      expect({ name, cells: cellsOf(csv, ...PAYMENT_COLUMNS) }).toEqual({ name, cells: expected });
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('has as many cells in each row as the header', async () => {
    await fc.assert(
      fc.asyncProperty(remittance, async (bytes) => {
        const { header, rows } = await convertCsv([sourceOf('a.edi', bytes)], SCHEMA);
        expect([...new Set(rows.map(({ length }) => length))]).toEqual([header.length]);
      }),
      budget(10),
    );
  });
});

describe('CSV, compared with what csv-stringify writes', () => {
  it.each([',', ';', '\t'])('is the same bytes, with %j between cells', async (separator) => {
    const written = JSON.stringify(separator);
    const schema = `- { name: own, transactionTypes: [835], baseName: ${SCHEMA.outputParameters.schemaName}, separator: ${written} }`;
    const outputParameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(schema), schemaName: 'own' };
    await fc.assert(
      fc.asyncProperty(remittance, async (bytes) => {
        const csv = (await convertText([sourceOf('a.edi', bytes)], { output: 'csv', outputParameters, maxWarnings: -1 })).text;
        const { header, rows } = readCsv(csv, separator);
        // A lone carriage return is a line break to some readers, and RFC 4180 wants it in quotes; csv-stringify looks for its own line break.
        expect(`${csv}\n`).toBe(
          stringify(
            [header, ...rows].map((row) => [...row]),
            { delimiter: separator, quoted_match: /\r/ },
          ),
        );
      }),
      budget(10),
    );
  });
});

/** What a conversion gives: the CSV, or the error before the first byte. */
async function outcomeOf(pieces: readonly Buffer[], options: ConversionOptions = {}): Promise<string> {
  try {
    return (await convertText([sourceOf('a.edi', ...pieces)], { output: 'csv', ...SCHEMA, warningsInResponse: true, ...options })).text;
  } catch (error) {
    if (error instanceof EdiError) return error.code;
    throw error;
  }
}

describe('CSV is the same', () => {
  const inputs = inputs835();
  const choice = fc.nat({ max: inputs.length - 1 });
  const bytesOf = (number: number): Buffer => inputs[number]?.read() ?? Buffer.alloc(0);

  it('for any cuts of the input', async () => {
    await fc.assert(
      fc.asyncProperty(remittance, cuts, async (bytes, fractions) => {
        expect(await outcomeOf(cutAt(bytes, positionsIn(bytes, fractions)))).toBe(await outcomeOf([bytes]));
      }),
      budget(10),
    );
  });

  it('for any cuts of damaged input', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, cuts, async (number, changes, fractions) => {
        const bytes = mutate(bytesOf(number), changes);
        expect(await outcomeOf(cutAt(bytes, positionsIn(bytes, fractions)))).toBe(await outcomeOf([bytes]));
      }),
      budget(10),
    );
  });

  it('for batches of any size', async () => {
    await fc.assert(
      fc.asyncProperty(remittance, fc.integer({ min: 1, max: 7 }), async (bytes, chunkSize) => {
        expect(await outcomeOf([bytes], { chunkSize })).toBe(await outcomeOf([bytes]));
      }),
      budget(10),
    );
  });

  it('for batches of any size of every 835 input', async () => {
    for (const { name, read } of everyNth(4, inputs)) {
      const whole = await outcomeOf([read()]);
      for (const chunkSize of [1, 3]) expect({ name, csv: await outcomeOf([read()], { chunkSize }) }).toEqual({ name, csv: whole });
    }
  });

  it('where chunks are written to again once they were taken', async () => {
    await fc.assert(
      fc.asyncProperty(remittance, async (bytes) => {
        const source = sourceOf('a.edi', bytes);
        const pieces: Buffer[] = [];
        for await (const chunk of converter().convert([source], { output: 'csv', ...SCHEMA, warningsInResponse: true, chunkSize: 1, reusesChunks: true })) {
          pieces.push(Buffer.from(chunk));
        }
        expect(Buffer.concat(pieces).toString()).toBe(await outcomeOf([bytes]));
      }),
      budget(10),
    );
  });
});
