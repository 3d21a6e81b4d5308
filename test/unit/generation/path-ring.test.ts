import { JsonPath } from '../../../src/mapping/writing/write-run';
import { PathRing } from '../../../src/pipeline/generation/path-ring';

const root = (): JsonPath => new JsonPath(undefined, '$');

/** A path of an object, with its record. */
function claimAt(claims: JsonPath, index: number): JsonPath {
  const path = new JsonPath(claims, index);
  path.record = 'Claim';
  return path;
}

describe('the paths that were noted last', () => {
  it('are given back with the record that they are of', () => {
    const ring = new PathRing();
    const claim = claimAt(new JsonPath(root(), 'claims'), 7);
    const line = new JsonPath(new JsonPath(claim, 'serviceLines'), 0);
    const [noteOfLine, noteOfClaim] = [ring.note(line), ring.note(claim)];
    expect(ring.find(noteOfLine)?.toString()).toBe('$.claims[7].serviceLines[0]');
    expect(ring.find(noteOfClaim)).toMatchObject({ record: 'Claim' });
    expect(ring.find(noteOfClaim)?.toString()).toBe('$.claims[7]');
    expect(ring.note(claim)).toBe(noteOfClaim);
  });

  it('are whole as long as they are kept, and nothing of them is given after that', () => {
    const ring = new PathRing();
    const claims = new JsonPath(root(), 'claims');
    const notes: number[] = [];
    for (let i = 0; i < 400_000; i++) {
      notes.push(ring.note(claimAt(claims, i)));
      if (i >= 100_000 && i % 999 === 0) expect(ring.find(notes[i - 100_000] ?? -1)?.toString()).toBe(`$.claims[${i - 100_000}]`);
    }
    expect(ring.find(notes[0] ?? -1)).toBeUndefined();
    expect(ring.find(-1)).toBeUndefined();
  });
});
