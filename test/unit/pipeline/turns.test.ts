import { ListWriter } from '../../../plugins/csv/list-writer';
import { EventLoopShare } from '../../../src/pipeline/event-loop-share';
import { FormOfSegment } from '../../../src/pipeline/unread/element-forms';
import { Findings } from '../../../src/validation/findings';
import { converter, convertText, type Json, linesOf, sourceOf } from '../../support/conversion';
import { writeSegments } from '../../support/edi-text';
import { claim, remittanceSegments } from '../../support/remittance';

/** Enough lines for a record that is worked on in turns, and few enough for one that is not. */
const MANY = 2_000;
const FEW = 50;

/** Faulty lines have more segments. */
const MANY_FAULTY = 1_200;

/** Segments before the first line. */
const HEAD_SEGMENTS = 12;

/** A procedure that cannot be read, a charge that is no number, a date that is none, and an element that the guide does not have. */
const faulty = (line: number): string[] => [`SVC*XX:${line}*X*1`, 'DTM*472*20269999', 'CAS*PR*1*20', 'REF*6R*1*2*3*4*5'];

const clean = (line: number): string[] => [`SVC*HC:${10_000 + line}*100*80**1`, 'DTM*472*20250102'];

function remittanceOf(lines: number, lineOf: (line: number) => string[], number = 1): ReturnType<typeof sourceOf> {
  const record = [...claim(number).slice(0, 2), ...Array.from({ length: lines }, (_, line) => lineOf(line)).flat()];
  return sourceOf('a.edi', writeSegments(remittanceSegments({ claims: [record] })));
}

interface Method<Name extends string> {
  readonly prototype: Record<Name, (...values: never[]) => unknown>;
}

/** Calls `onCall` at each call of a method, which works as before. */
function watch<Name extends string>({ prototype }: Method<Name>, name: Name, onCall: () => void): void {
  const original = prototype[name];
  jest.spyOn(prototype, name as never).mockImplementation(function (this: unknown, ...values: never[]): never {
    onCall();
    return original.apply(this, values) as never;
  } as never);
}

/** Counts calls of a method, all of them and the most between two questions whether work may go on. */
function countSteps<Name extends string>(of: Method<Name>, name: Name): { all: number; mostAtOnce: number } {
  const steps = { all: 0, mostAtOnce: 0 };
  let atOnce = 0;
  watch(of, name, () => {
    steps.all++;
    steps.mostAtOnce = Math.max(steps.mostAtOnce, ++atOnce);
  });
  watch(EventLoopShare as never, 'pause', () => (atOnce = 0));
  return steps;
}

afterEach(() => jest.restoreAllMocks());

describe('a large record', () => {
  it.each([true, false])('asks for its turn after each segment that is looked at for what reaches no field, with validation: %s', async (validate) => {
    const steps = countSteps(FormOfSegment as never, 'of');
    await convertText([remittanceOf(MANY_FAULTY, faulty)], { validate, maxWarnings: -1 });
    expect(steps.all).toBeGreaterThan(4 * MANY_FAULTY);
    expect(steps.mostAtOnce).toBeLessThan(5);
  });

  it.each([false, true])('asks for its turn after each row of a table, with descriptions: %s', async (descriptions) => {
    const steps = countSteps(ListWriter as never, 'row');
    await convertText([remittanceOf(MANY, clean)], { output: 'csv', descriptions });
    expect(steps.all).toBeGreaterThanOrEqual(MANY);
    expect(steps.mostAtOnce).toBeLessThan(3);
  });

  it('has the rows that it has as a small one', async () => {
    const small = (await convertText([remittanceOf(FEW, clean)], { output: 'csv' })).text.split('\n');
    const large = (await convertText([remittanceOf(MANY, clean)], { output: 'csv' })).text.split('\n');
    expect(small.length).toBeGreaterThan(FEW);
    // Ids of records follow from their contents.
    const shown = (rows: readonly string[]): string[] => rows.slice(0, FEW).map((row) => row.replace(/[0-9a-f]{16,}|\b[0-9A-Za-z_-]{20,}\b/g, 'ID'));
    expect(shown(large)).toEqual(shown(small));
    expect(large.filter((row) => row.includes(String(10_000 + MANY - 1)))).toHaveLength(1);
  });

  it('has the issues that it has as a small one', async () => {
    // Those in the lines that both records have.
    const last = HEAD_SEGMENTS + 4 * (FEW - 1);
    const issuesOf = async (lines: number): Promise<readonly Json[]> => {
      const { text } = await convertText([remittanceOf(lines, faulty)], { validate: true, maxWarnings: -1 });
      const issues = linesOf(text).flatMap((record) => (record['validationIssues'] ?? []) as Json[]);
      return issues.filter(({ sourceLocation }) => {
        const { segmentNumber } = sourceLocation as { segmentNumber: number };
        return segmentNumber > HEAD_SEGMENTS && segmentNumber <= last;
      });
    };
    const small = await issuesOf(FEW);
    expect(small.length).toBeGreaterThan(2 * FEW);
    expect(await issuesOf(MANY_FAULTY)).toEqual(small);
  });

  it('keeps its rows apart from those of another that is read at the same time', async () => {
    const sources = [1, 2].map((number) => remittanceOf(MANY, clean, number));
    const alone: string[] = [];
    for (const source of sources) alone.push((await convertText([source], { output: 'csv' })).text);
    // A clock that is always late makes the two take turns after each step.
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 100));
    const together = await Promise.all(sources.map(async (source) => (await convertText([source], { output: 'csv' })).text));
    expect(together).toEqual(alone);
  });

  it('writes no JSON for a table', async () => {
    const stringify = jest.spyOn(JSON, 'stringify');
    const issues = jest.spyOn(Findings.prototype, 'issues', 'get');
    await convertText([remittanceOf(MANY_FAULTY, faulty)], { output: 'csv', validate: true, maxWarnings: -1 });
    expect(issues).toHaveBeenCalled();
    expect(stringify.mock.calls.length).toBeLessThan(MANY_FAULTY);
  });

  it.each([
    ['while it is found out what reaches no field', FormOfSegment, 'of', {}],
    ['while its rows are written', ListWriter, 'row', { output: 'csv' }],
  ] as const)('ends %s, when its signal is aborted', async (_when, of, name, options) => {
    const controller = new AbortController();
    let steps = 0;
    watch(of as never, name, () => {
      if (++steps === MANY / 2) controller.abort(new Error('gone'));
    });
    const conversion = converter().convert([remittanceOf(MANY, clean)], { output: 'ndjson', ...options, signal: controller.signal });
    await expect(conversion[Symbol.asyncIterator]().next()).rejects.toThrow('gone');
    expect(conversion.summary.errors).toBe(0);
    expect(steps).toBeLessThan(MANY / 2 + 5);
  });
});
