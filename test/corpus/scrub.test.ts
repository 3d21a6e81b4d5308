import { sharedFolder } from '../support/shared-data';
import { findingsOf, scrubBytes } from '../support/scrub';
import { startWatchdog, type Watchdog } from '../support/watchdog';
import { readCorpusIndex } from './corpus-index';

const folder = sharedFolder('corpus');
const files = folder === undefined ? [] : readCorpusIndex(folder);

/** Files of which nothing is EDI. */
const NOT_EDI = 'EdiError';

let watchdog: Watchdog;

beforeAll(() => {
  watchdog = startWatchdog();
});

afterAll(() => watchdog.stop());

if (folder === undefined) it.skip('scrubbing of the corpus', () => undefined);
else {
  it.each(files.map((file) => [file.name, file] as const))('finds in the scrubbed %s what it finds in the original', async (name, file) => {
    watchdog.beat(Buffer.from(name));
    const bytes = file.read();
    const found = await findingsOf(bytes);
    if (found[0] === NOT_EDI) return;
    const scrubbed = await scrubBytes(bytes);
    expect(scrubbed).toHaveLength(bytes.length);
    expect(await findingsOf(scrubbed)).toEqual(found);
  });
}
