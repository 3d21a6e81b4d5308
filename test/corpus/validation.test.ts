import { EdiError } from '../../src/common/edi-error';
import type { Issue } from '../../src/common/issue';
import { createConverter } from '../../src/pipeline/create-converter';
import { sourceOf } from '../support/conversion';
import { sharedFolder } from '../support/shared-data';
import { startWatchdog, type Watchdog } from '../support/watchdog';
import { type CorpusFile, readCorpusIndex } from './corpus-index';
import { DIFFERENCES, EXPECTED_ISSUES } from './validation-expectations';

const folder = sharedFolder('corpus');
const files = folder === undefined ? [] : readCorpusIndex(folder);
const engine = createConverter();

let watchdog: Watchdog;

beforeAll(() => {
  watchdog = startWatchdog();
});

afterAll(() => watchdog.stop());

/** The issues of a file at the levels that are looked at by default; EDI_NOT_EDI and the like as an issue of that rule. */
async function validate(file: CorpusFile): Promise<readonly Issue[]> {
  watchdog.beat(Buffer.from(file.name));
  const issues: Issue[] = [];
  try {
    for await (const _chunk of engine.validate([sourceOf(file.name, file.read())], { output: 'ndjson', onIssue: (issue) => issues.push(issue) }));
  } catch (error) {
    if (!(error instanceof EdiError)) throw error;
    issues.push({ issueType: 'INVALID', ruleId: error.code, message: error.message });
  }
  return issues;
}

const rulesOf = (issues: readonly Issue[]): readonly string[] => [...new Set(issues.map(({ ruleId }) => ruleId ?? ''))].sort();

if (folder === undefined) it.skip('validation of the corpus', () => undefined);

describe('files of the corpus that are said to be valid', () => {
  const valid = files.filter(({ validity }) => validity.startsWith('asserted-valid'));

  it.each(valid.map((file) => [file.name, file] as const))('%s should give no issue but those that are known', async (name, file) => {
    const known = DIFFERENCES.find(([pattern]) => pattern.test(name));
    expect(rulesOf(await validate(file))).toEqual([...(known?.[1] ?? [])].sort());
  });

  it.each(DIFFERENCES.map(([pattern]) => [pattern] as const))('that fit %s are there', (pattern) => {
    expect(folder === undefined || valid.some(({ name }) => pattern.test(name))).toBe(true);
  });
});

describe('files of the corpus that are said to be wrong', () => {
  it.each(EXPECTED_ISSUES)('%s should give %s at %s', async (pattern, ruleId, segment) => {
    const file = files.find(({ name }) => pattern.test(name));
    if (folder === undefined) return;
    const found = file === undefined ? [] : (await validate(file)).filter((issue) => issue.ruleId === ruleId);
    expect(found.map((issue) => issue.segment ?? '')).toContain(segment);
  });
});

describe('every file of the corpus', () => {
  it.each(files.map((file) => [file.name, file] as const))('%s should be validated without a crash, and a wrong SE01 be told of', async (_name, file) => {
    const issues = await validate(file);
    // The index counted delimiters inside binary data.
    if (file.family !== '275' && /SE01=\d+ actual/.test(file.envelope) && !/unreadable|no usable/.test(file.envelope)) {
      expect(issues.some(({ ruleId, element }) => ruleId === 'control-count' && element === 'SE01')).toBe(true);
    }
  });
});
