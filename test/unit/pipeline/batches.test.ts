import { of } from 'rxjs';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { toBatches } from '../../../src/pipeline/operators';
import type { StreamItem } from '../../../src/pipeline/stream-item';
import { Remittance } from '../../../plugins/x12-835';
import { defineOutput, Fragment, type OutputSession } from '../../../src/plugin/io';
import { converter, convertText, linesOf, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { engineWith } from '../../support/plugin-engine';
import { inPieces } from '../../support/pieces';
import { claim, REMITTANCE_HEAD } from '../../support/remittance';

const claims = (from: number, count: number) => Array.from({ length: count }, (_, i) => claim(from + i)).flat();

/** Three transactions of 3, 7 and 1 claims, the second one with a PLB. */
const TEXT = writeSegments(
  envelope([
    transactionSet([...REMITTANCE_HEAD, ...claims(1, 3)], { controlNumber: '0001' }),
    transactionSet([...REMITTANCE_HEAD, ...claims(4, 7), 'PLB*123*20251231*WO:X*5'], { controlNumber: '0002' }),
    transactionSet([...REMITTANCE_HEAD, ...claims(11, 1)], { controlNumber: '0003' }),
  ]),
);

/** Batches look at no more of a run. */
function asItem(value: unknown): StreamItem {
  return value as StreamItem;
}

/** The number of records in each piece of output. */
async function sizes(options: ConversionOptions, pieces: readonly (string | Buffer)[] = [TEXT]): Promise<number[]> {
  const found: number[] = [];
  for await (const chunk of converter().convert([sourceOf('a.edi', ...pieces)], { output: 'ndjson', reusesChunks: true, ...options }))
    found.push(linesOf(chunk.toString()).length);
  return found;
}

describe('batches', () => {
  it.each([
    [1, Array<number>(12).fill(1)],
    [5, [5, 5, 2]],
    [12, [12]],
    [50, [12]],
  ])('have %d records, whatever the transactions', async (chunkSize, expected) => {
    expect(await sizes({ chunkSize })).toEqual(expected);
  });

  it('have 50 records unless the caller says otherwise', async () => {
    const many = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claims(1, 120)])]));
    // A quote, which JSON escapes, is written by the fields of its record.
    expect(await sizes({}, [many.replace('CLP*CLAIM1*', 'CLP*"CLAIM1"*')])).toEqual([50, 50, 20]);
  });

  it('are all that was written while a piece of input was read, unless the caller says otherwise', async () => {
    const many = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claims(1, 80)])]));
    expect(await sizes({}, [many])).toEqual([2, 78]);
    expect(await sizes({ chunkSize: 50 }, [many])).toEqual([50, 30]);
  });

  it('leave short runs together, and have a long one alone', async () => {
    const many = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claims(1, 30)]), transactionSet([...REMITTANCE_HEAD, ...claims(31, 30)])]));
    expect(await sizes({}, [many])).toEqual([60]);
    const long = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claims(1, 120)]), transactionSet([...REMITTANCE_HEAD, ...claims(121, 120)])]));
    expect((await sizes({}, [long])).filter((size) => size > 90)).toHaveLength(2);
  });

  it('have at most 256 KiB, however much was written while a piece of input was read', async () => {
    const many = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claims(1, 6_000)])]));
    const lengths: number[] = [];
    const converted = converter().convert([sourceOf('a.edi', Buffer.from(many))], { output: 'ndjson', reusesChunks: true });
    for await (const chunk of converted) lengths.push(chunk.length);
    expect(Math.max(...lengths)).toBeGreaterThan(250_000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual((1 << 18) + 1);
    expect((await sizes({}, [Buffer.from(many)])).reduce((sum, size) => sum + size)).toBe(6_000);
  });

  it.each([
    [false, [14, 14, 12]],
    [true, [40]],
  ])('have about as much at most of short runs, as between records with issues, unless the output holds them: %s', (takesWholeRuns, expected) => {
    const runs = Array.from({ length: 40 }, () => asItem({ kind: 'run', jsonBytes: 20_000, plugin: {} }));
    const batches: number[] = [];
    of(runs)
      .pipe(toBatches({ chunkSize: undefined, byTransaction: false, showsWarnings: false }, { takesWholeRuns }))
      .subscribe((batch) => batches.push(batch.length));
    expect(batches).toEqual(expected);
  });

  it('are whole transactions where those are not split', async () => {
    expect(await sizes({ splitTransactions: false, chunkSize: 2 })).toEqual([3, 8, 1]);
  });

  it('do not depend on the buffers of the input', async () => {
    expect(await sizes({ chunkSize: 5 }, inPieces(Buffer.from(TEXT), 100))).toEqual([5, 5, 2]);
  });

  it('give the same records whatever their size', async () => {
    const { text } = await convertText([sourceOf('a.edi', TEXT)]);
    expect(linesOf(text)).toHaveLength(12);
    for (const options of [{ chunkSize: 1 }, { chunkSize: 3 }, { chunkSize: 1000 }, { splitTransactions: false }]) {
      expect((await convertText([sourceOf('a.edi', TEXT)], options)).text).toBe(text);
    }
  });

  it('give the same records where some are not written while they are read', async () => {
    // Validation looks at the claim without a balance as an object.
    const many = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claims(1, 100), 'CLP*ODD*1*9*9**12*B1*11*1', ...claims(101, 100)])]));
    const texts = await Promise.all(
      [1, 7, 50, 1_000].map(async (chunkSize) => (await convertText([sourceOf('a.edi', many)], { chunkSize, validate: true })).text),
    );
    const names = [...Array.from({ length: 100 }, (_, i) => `CLAIM${i + 1}`), 'ODD', ...Array.from({ length: 100 }, (_, i) => `CLAIM${i + 101}`)];
    for (const text of texts) {
      expect(text).toBe(texts[0]);
      expect(linesOf(text).flatMap(({ patientControlNumber = [] }) => patientControlNumber)).toEqual(names);
    }
  });

  it('end before a finding, so that it stands before the record in which it was found', async () => {
    const lines = linesOf((await convertText([sourceOf('a.edi', TEXT.replace('CLP*CLAIM5', 'XXX*UNKNOWN~CLP*CLAIM5'))], { warningsInResponse: true })).text);
    const order = lines.map(({ objectType, patientControlNumber }) => patientControlNumber ?? objectType);
    expect(order.slice(2, 6)).toEqual(['CLAIM3', 'WARNING', 'CLAIM4', 'CLAIM5']);
  });

  it.each([
    ['\n', '\n'],
    [',\n', ',\n'],
    [' | ', ' | '],
    [' with more than four bytes ', ' with more than four bytes '],
    [undefined, '\n'],
    [',', '\n'],
    ['', '\n'],
  ])('have the separator %j of the session, or another one that the output writes: %j', async (separator, written) => {
    const between = new Fragment(written);
    const declared = separator === undefined ? {} : { separator: separator === written ? between : new Fragment(separator) };
    const write: OutputSession['write'] = (batch, out) => {
      batch.encodeAll(between, out);
      out.raw(between);
    };
    const output = defineOutput({ id: 'joined', contentType: 'text/plain', extension: 'txt', open: () => ({ ...declared, write, notice: () => undefined }) });
    // The kernel knows the claims of the first piece when it reads the others.
    const many = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claims(1, 300), 'PLB*123*20251231*WO:X*5'])]));
    const pieces = inPieces(Buffer.from(many), 10_000);
    const { text } = await convertText([sourceOf('a.edi', ...pieces)], { output: 'joined' }, engineWith([new Remittance(), output]));
    const { text: lines } = await convertText([sourceOf('a.edi', many)]);
    expect(text).toBe(lines.replaceAll('\n', written));
  });
});
