import { runAlone } from '../../../src/pipeline/output-files';
import { converter, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { inPieces } from '../../support/pieces';
import { claim, REMITTANCE_HEAD } from '../../support/remittance';

const TEXT = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...Array.from({ length: 3_000 }, (_, i) => claim(i)).flat()])]));
const BATCH_BYTES = 1 << 18;

async function chunksOf(output: string): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  const source = sourceOf('a.edi', ...inPieces(Buffer.from(TEXT), BATCH_BYTES));
  for await (const chunk of converter().convert([source], { output, reusesChunks: true })) chunks.push(Buffer.from(chunk));
  return chunks;
}

const longest = (chunks: readonly Buffer[]): number => Math.max(...chunks.map(({ length }) => length));

describe('a conversion that runs alone', () => {
  it('outputs what was written while a piece of input was read in one piece, where the output does not copy it', async () => {
    const outputs = ['ndjson', 'json', 'fhir'] as const;
    const before = await Promise.all(outputs.map(chunksOf));
    expect(longest(before[0] ?? [])).toBeLessThanOrEqual(BATCH_BYTES + 1);
    runAlone();
    const alone = await Promise.all(outputs.map(chunksOf));
    expect(longest(alone[0] ?? [])).toBeGreaterThan(2 * BATCH_BYTES);
    // JSON begins with a separator, and is a copy.
    expect(longest(alone[1] ?? [])).toBeLessThan(BATCH_BYTES + 10);
    // `toEqual` looks at each byte: it took 40 s and gigabytes of memory.
    expect(alone.map((chunks, i) => Buffer.concat(chunks).equals(Buffer.concat(before[i] ?? [])))).toEqual([true, true, true]);
  });
});
