import { EdiError } from '../../src/common/edi-error';
import type { Issue } from '../../src/common/issue';
import { convertText, type Json, linesOf, sourceOf } from '../support/conversion';
import { segmentObjects } from '../support/segment-trees';
import { sharedFolder } from '../support/shared-data';
import { startWatchdog, type Watchdog } from '../support/watchdog';
import { type CorpusFile, readCorpusIndex, WITHOUT_SEGMENT_IDS } from './corpus-index';

const folder = sharedFolder('corpus');
const files = folder === undefined ? [] : readCorpusIndex(folder).filter(({ name }) => !WITHOUT_SEGMENT_IDS.test(name));

/** What the segments of a file gave. */
interface Outcome {
  readonly file: CorpusFile;
  readonly objects: readonly Json[];
  readonly issues: readonly Issue[];
  /** Segments read. */
  readonly segments: number;
  /** Code of the error before the first output. */
  readonly thrown?: string;
}

let watchdog: Watchdog;
let outcomes: readonly Outcome[];

beforeAll(async () => {
  watchdog = startWatchdog();
  const found: Outcome[] = [];
  for (const file of files) found.push(await convert(file));
  outcomes = found;
});

afterAll(() => watchdog.stop());

async function convert(file: CorpusFile): Promise<Outcome> {
  watchdog.beat(Buffer.from(file.name));
  const issues: Issue[] = [];
  try {
    const { text, summary } = await convertText([sourceOf(file.name, file.read())], {
      convertToSegments: true,
      maxWarnings: -1,
      onIssue: (issue) => issues.push(issue),
    });
    return { file, issues, objects: linesOf(text), segments: summary.segments };
  } catch (error) {
    if (!(error instanceof EdiError)) throw error;
    return { file, issues, objects: [], segments: 0, thrown: error.code };
  }
}

/**
 * Findings about structure that asserted-valid files give all the same, each with its reason. Counts and control numbers
 * are not among them where the index has measured that they are wrong.
 */
const DECLARED: readonly (readonly [file: RegExp, message: RegExp, reason: string])[] = [
  [/(X212 HR276|X221 HP835|X222 HC837).*case\/[12]\.edi$/, /^Skipped \d+ bytes that are not EDI, from byte 0 /, 'prose stands before the ISA'],
  [/834.*X307.*\.edi$|qualified-health-plan.*\.edi$/, /./, 'we have no guide for X307; the file is read by that of X220'],
  [
    /request-for-non-emergency-transportation\.edi$/,
    /^HL [67] names parent [56], which has no level of this kind$/,
    'services name one another as parents; in the guide all of them belong to the event',
  ],
  [
    /(demo\.cob\.2ndary\.example4|demo\.example(12|6|9))\.837$|ppo-repriced-claim\.837i$/,
    /^Segment 'HI' is not allowed in loop 2300$/,
    'components are separated by >, but ISA16 says :, so that HI01 is no known qualifier',
  ],
  [
    /imsweb\+x12-parser\/837_5010\/x12_/,
    /^HL 2 names parent 3, which does not exist$|^HL [12] stands twice in the transaction/,
    'HL02 is wrong in the file: the billing provider is level 1; levels are numbered anew for each billing provider',
  ],
];

const isDeclared = (name: string, { message }: Issue): boolean => DECLARED.some(([file, text]) => file.test(name) && text.test(message));

/** Segments that an issue says are in no transaction. */
const skippedBy = ({ message }: Issue): number => Number(/^Skipped (\d+) segments? outside a transaction set/.exec(message)?.[1] ?? 0);

/** Segments that close what is not open: reported one by one. */
const closesNothing = ({ message }: Issue): number => (/^Segment (SE|GE|IEA) closes nothing/.test(message) ? 1 : 0);

describe('the segments of the corpus', () => {
  it('come out of every file that is X12, or an EdiError says why not', () => {
    const silent = outcomes.filter(({ objects, thrown, file }) => file.transactions > 0 && objects.length === 0 && thrown === undefined);
    expect(silent.map(({ file }) => file.name)).toEqual([]);
    // Pharmacy text has no segments of X12.
    const refused = outcomes.filter(({ thrown }) => thrown !== undefined).map(({ file, thrown }) => [/ncpdp/i.test(file.name), thrown].join(' '));
    expect(new Set(refused)).toEqual(new Set(files.length === 0 ? [] : ['false EDI_NOT_EDI', 'true EDI_UNSUPPORTED_OUTPUT']));
  });

  it('are SEGMENT objects, and ERROR objects for what is lost', () => {
    const types = new Set(outcomes.flatMap(({ objects }) => objects.map(({ objectType }) => objectType)));
    expect([...types].filter((type) => type !== 'SEGMENT' && type !== 'ERROR')).toEqual([]);
  });

  it('are all in the output, or reported as outside of any transaction: nothing is lost in silence', () => {
    const lost = outcomes
      .map(({ file, objects, issues, segments }) => {
        const reported = issues.reduce((sum, issue) => sum + skippedBy(issue) + closesNothing(issue), 0);
        return { name: file.name, segments, found: segmentObjects(objects).length, reported };
      })
      .filter(({ segments, found, reported }) => found + reported !== segments);
    expect(lost).toEqual([]);
  });

  it('give no finding in a file that is asserted to be valid, but declared ones', () => {
    const found = outcomes
      .filter(({ file }) => file.validity.includes('asserted-valid'))
      .flatMap(({ file, issues }) => {
        const hasDefect = file.validity.includes('envelope-defect');
        const undeclared = issues.filter((issue) => !isDeclared(file.name, issue) && !(hasDefect && issue.issueType === 'CONTROL'));
        return undeclared.map(({ message, place }) => ({ name: file.name, family: file.family, message, line: place?.lineNumber }));
      });
    expect(found).toEqual([]);
  });

  it('need every declaration', () => {
    const valid = outcomes.filter(({ file }) => file.validity.includes('asserted-valid'));
    const idle = DECLARED.filter(
      ([file, text]) => !valid.some(({ file: { name }, issues }) => file.test(name) && issues.some(({ message }) => text.test(message))),
    );
    expect(files.length === 0 ? [] : idle).toEqual([]);
  });

  it.each([
    ['276', /^276$/, ['information_source_level', 'information_receiver_level', 'service_provider_level', 'subscriber_level']],
    ['270', /^270$/, ['information_source_level', 'information_receiver_level', 'subscriber_level']],
    ['810', /_810\//, ['BIG', 'N1', 'IT1']],
  ])('of %s nest as their guide or shape says', (set, kind, keys) => {
    const ofKind = outcomes.filter(({ file }) => (kind.test(file.family) || kind.test(file.name)) && !/^(invalid|generated|tolerance)/.test(file.validity));
    const trees = ofKind.flatMap(({ objects }) => objects.filter(({ segment_id }) => segment_id === 'ST'));
    expect(files.length === 0 || trees.length > 0).toBe(true);
    for (const tree of trees) {
      expect(tree['transaction_set_identifier_code']).toMatchObject({ code: set });
      for (const key of keys) expect(JSON.stringify(tree)).toContain(`"${key}":`);
    }
  });

  it('are valid JSON where a segment has no id', async () => {
    const names = folder === undefined ? [] : readCorpusIndex(folder).filter(({ name }) => WITHOUT_SEGMENT_IDS.test(name));
    for (const file of names) expect((await convert(file)).objects.length).toBeGreaterThan(0);
    // Without the corpus the test fails too, as it must.
    expect(names).toHaveLength(4);
  });
});
