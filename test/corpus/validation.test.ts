import { EdiError } from '../../src/common/edi-error';
import type { Issue } from '../../src/common/issue';
import { createConverter } from '../../src/pipeline/create-converter';
import { sourceOf } from '../support/conversion';
import { sharedFolder } from '../support/shared-data';
import { startWatchdog, type Watchdog } from '../support/watchdog';
import { type CorpusFile, readCorpusIndex } from './corpus-index';
import { EXPECTED_ISSUES, keyOf, VERDICTS, WITHOUT_GUIDE } from './validation-expectations';

const folder = sharedFolder('corpus');
const files = folder === undefined ? [] : readCorpusIndex(folder);
const engine = createConverter();

let watchdog: Watchdog;

beforeAll(() => {
  watchdog = startWatchdog();
});

afterAll(() => watchdog.stop());

/** Levels of the guides and of the standard. The identifiers of providers in published examples are made up, so their check digits are left out. */
const CHECKS = { levels: '1-5', rules: '-npi-check-digit' };

/** The issues of a file; EDI_NOT_EDI and the like as an issue of that rule. */
async function validate(file: CorpusFile): Promise<readonly Issue[]> {
  watchdog.beat(Buffer.from(file.name));
  const issues: Issue[] = [];
  try {
    const run = engine.validate([sourceOf(file.name, file.read())], { output: 'ndjson', ...CHECKS, onIssue: (issue) => issues.push(issue) });
    for await (const _chunk of run);
  } catch (error) {
    if (!(error instanceof EdiError)) throw error;
    issues.push({ issueType: 'INVALID', ruleId: error.code, message: error.message });
  }
  return issues;
}

const findings = new Map<string, Promise<readonly string[]>>();

/** What is found in a file, as the table of verdicts writes it, once each. */
function findingsOf(file: CorpusFile): Promise<readonly string[]> {
  const known = findings.get(file.name) ?? validate(file).then((issues) => [...new Set(issues.map(keyOf))].sort());
  findings.set(file.name, known);
  return known;
}

if (folder === undefined) it.skip('validation of the corpus', () => undefined);

describe('files of the corpus that are held to be valid', () => {
  const valid = files.filter(({ validity }) => /^(asserted|assumed)-valid/.test(validity));

  it.each(valid.map((file) => [file.name, file] as const))(
    '%s should give no finding without a verdict that says why the file is wrong',
    async (name, file) => {
      const hasGuide = !WITHOUT_GUIDE.some((pattern) => pattern.test(name));
      const verdicts = new Set(VERDICTS.filter(([pattern]) => pattern.test(name)).flatMap(([, found]) => found));
      const found = await findingsOf(file);
      if (hasGuide) expect(found.filter((finding) => !verdicts.has(finding))).toEqual([]);
      else expect(found).toEqual(['set-version ST03']);
    },
  );

  it.each(VERDICTS)('verdict %s %j should hold for a file: %s', async (pattern, listed) => {
    if (folder === undefined) return;
    const found = await Promise.all(valid.filter(({ name }) => pattern.test(name)).map(findingsOf));
    expect(listed.filter((finding) => !found.some((ofFile) => ofFile.includes(finding)))).toEqual([]);
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
