import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constant, record, text } from '../../../src/plugin';
import { convertLines, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { SMALL_GUIDE } from '../guide/small-guide';

let guideFolder: string;

beforeEach(() => {
  guideFolder = mkdtempSync(join(tmpdir(), 'plugin-guide-'));
});

afterEach(() => {
  rmSync(guideFolder, { recursive: true });
});

describe('a plugin with a guide of its own', () => {
  it('reads its transaction set by that guide', async () => {
    writeFileSync(join(guideFolder, 'small.yaml'), SMALL_GUIDE);
    const claim = record('Claim', { objectType: constant('CLAIM'), id: text('CLM01') });
    const plugin = transactionSetPlugin({ claims: [{ set: '999' }], guideFolder, emits: [{ unit: '2300', record: claim }] });
    const input = envelope([transactionSet(['HL*20', 'HL*22', 'CLM*A1', 'CLM*A2'], { set: '999' })], { guide: '005010X999A1', functionalId: 'FA' });
    expect(await convertLines([sourceOf('a.edi', writeSegments(input))], {}, engineWith([plugin]))).toMatchObject([{ id: 'A1' }, { id: 'A2' }]);
  });
});
