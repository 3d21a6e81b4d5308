import { EdiError } from '../../src/common/edi-error';
import { type Acknowledged, acknowledge, elementsOf } from '../support/acknowledge';
import { findIssues } from '../support/generate';
import { sharedFolder } from '../support/shared-data';
import { startWatchdog, type Watchdog } from '../support/watchdog';
import { EXPECTED_NOTES, NOT_ACKNOWLEDGED } from './acknowledgment-expectations';
import { type CorpusFile, readCorpusIndex } from './corpus-index';

const folder = sharedFolder('corpus');
const files = folder === undefined ? [] : readCorpusIndex(folder);

let watchdog: Watchdog;

beforeAll(() => {
  watchdog = startWatchdog();
});

afterAll(() => watchdog.stop());

/** The acknowledgment of a file; undefined for one that is not EDI. */
async function acknowledged(file: CorpusFile): Promise<Acknowledged | undefined> {
  watchdog.beat(Buffer.from(file.name));
  try {
    return await acknowledge([file.read()]);
  } catch (error) {
    if (error instanceof EdiError) return undefined;
    throw error;
  }
}

if (folder === undefined) it.skip('acknowledgments of the corpus', () => undefined);

describe('every file of the corpus', () => {
  it.each(files.map((file) => [file.name, file] as const))('%s should be acknowledged by what is valid at all levels', async (_name, file) => {
    const answer = await acknowledged(file);
    if (answer !== undefined && answer.edi !== '') expect(await findIssues(Buffer.from(answer.edi))).toBe('');
  });
});

describe('files of the corpus that are said to be wrong', () => {
  const wrong = files.filter(({ validity }) => validity === 'invalid');

  it.each(EXPECTED_NOTES)('%s should be told %s', async (pattern, lines) => {
    const file = wrong.find(({ name }) => pattern.test(name));
    if (folder === undefined) return;
    const answer = file && (await acknowledged(file));
    expect(answer?.segments).toEqual(expect.arrayContaining([...lines]));
  });

  it.each(wrong.map((file) => [file.name, file] as const))('%s should not be accepted', async (name, file) => {
    expect([...EXPECTED_NOTES, ...NOT_ACKNOWLEDGED].some(([pattern]) => pattern.test(name))).toBe(true);
    const answer = await acknowledged(file);
    const groups = answer === undefined ? [] : elementsOf(answer, 'AK9');
    expect(groups.filter(([status]) => status === 'A')).toEqual([]);
    expect(groups.length > 0).toBe(!NOT_ACKNOWLEDGED.some(([pattern]) => pattern.test(name)));
  });
});

describe('files of the corpus that are said to be valid', () => {
  it.each(files.filter(({ validity }) => validity.startsWith('asserted-valid')).map((file) => [file.name, file] as const))(
    '%s should be accepted where validation finds nothing',
    async (_name, file) => {
      const answer = await acknowledged(file);
      if (answer === undefined || answer.issues.length > 0) return;
      expect(elementsOf(answer, 'AK9').filter(([status]) => status !== 'A')).toEqual([]);
    },
  );
});
