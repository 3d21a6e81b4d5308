import { runAlone } from '../../../src/pipeline/output-files';
import { converter, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { claim, REMITTANCE_HEAD } from '../../support/remittance';

const TEXT = writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...Array.from({ length: 1_000 }, (_, i) => claim(i)).flat()])]));

async function chunksOf(output: string): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of converter().convert([sourceOf('a.edi', TEXT)], { output, reusesChunks: true })) chunks.push(Buffer.from(chunk));
  return chunks;
}

describe('a conversion that runs alone', () => {
  it('outputs what was written while a piece of input was read in one piece, where that is no copy', async () => {
    const before = await chunksOf('ndjson');
    expect(Math.max(...before.map(({ length }) => length))).toBeLessThanOrEqual((1 << 18) + 1);
    const resources = Buffer.concat(await chunksOf('fhir'));
    runAlone();
    const chunks = await chunksOf('ndjson');
    expect(Math.max(...chunks.map(({ length }) => length))).toBeGreaterThan(1 << 19);
    expect(Buffer.concat(chunks).equals(Buffer.concat(before))).toBe(true);
    expect(Buffer.concat(await chunksOf('fhir')).equals(resources)).toBe(true);
  });
});
