import { Format, type FormatPlugin, type FormatReadContext, type FormatReading, type FormatRecord } from '../../../src/plugin/io';
import { convertLines, convertText, ediErrorOf, linesOf, parseObject, readRecords, sourceOf } from '../../support/conversion';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { constant, record } from '../../../src/plugin';

/** A format of lines: `LINES`, then a record for each; `!` throws, `?` is lost, `*` is a finding. */
interface Parts {
  readonly id?: string;
  readonly recognise?: FormatPlugin['recognise'];
  readonly openWriter?: FormatPlugin['openWriter'];
  readonly ruleId?: string;
  readonly fileExtensions?: readonly string[];
}

function linesFormat({ id = 'lines', recognise, openWriter, ruleId = 'lines-star', fileExtensions = [] }: Parts = {}): object {
  class Plugin implements FormatPlugin {
    readonly rules = [{ id: ruleId, level: 1, issueType: 'INVALID', finds: 'A star.' }] as const;
    recognise(head: Buffer, isWhole: boolean): boolean | undefined {
      if (recognise !== undefined) return recognise(head, isWhole);
      return head.length < 5 && !isWhole ? undefined : head.toString().startsWith('LINES');
    }
    open(context: FormatReadContext): FormatReading {
      return readLines(context);
    }
    recordSchema(): object {
      return { type: 'object' };
    }
  }
  if (openWriter !== undefined) Object.assign(Plugin.prototype, { openWriter });
  Format({ id, title: 'Lines', recordsKey: 'lines', fileExtensions })(Plugin);
  return new Plugin();
}

function readLines({ sink, isOn }: FormatReadContext): FormatReading {
  const counts = { segments: 0, transactions: 0 };
  let text = '';
  const take = (line: string): void => {
    const place = { lineNumber: ++counts.segments, segmentNumber: counts.segments, byteOffset: 0 };
    if (line === '!') throw new Error('secret');
    if (line === '?') return sink.issue({ issueType: 'INVALID', message: 'Lost', place, dataLoss: true });
    const issues = line === '*' && isOn !== undefined ? [{ issueType: 'INVALID', message: 'A star', ruleId: 'lines-star', place } as const] : [];
    sink.record(recordOf(line, place), issues);
  };
  return {
    counts,
    write: (bytes) => {
      const lines = (text + bytes.toString()).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line !== 'LINES') take(line);
    },
    end: () => {
      if (text !== '') take(text);
    },
  };
}

function recordOf(line: string, place: FormatRecord['place']): FormatRecord {
  return {
    name: 'line',
    place,
    weight: line === 'long' ? 10 : 1,
    encodeJson: (out) => {
      if (line === 'bad') throw new Error('secret');
      out.text(JSON.stringify({ line }));
    },
  };
}

const set835 = transactionSetPlugin({ emits: [{ whole: record('Whole', { kind: constant('835') }) }] });
const engine = engineWith([linesFormat(), set835]);
const convert = async (...pieces: readonly string[]) => convertLines([sourceOf('a.txt', ...pieces)], {}, engine);

describe('a format', () => {
  it('reads the files that it recognises, however they come', async () => {
    const expected = [{ line: 'a' }, { line: 'b' }];
    expect(await convert('LINES\na\nb\n')).toEqual(expected);
    expect(await convert(...'LINES\na\nb')).toEqual(expected);
    expect(await readRecords([sourceOf('a.txt', 'LINES\na\nb')], {}, engine)).toEqual(expected);
  });

  it('leaves other files to X12, also when they are shorter than it would like', async () => {
    expect((await ediErrorOf(async () => convert('ABC'))).code).toBe('EDI_NOT_EDI');
    expect((await ediErrorOf(async () => convert(''))).code).toBe('EDI_EMPTY_INPUT');
  });

  it('that cannot tell after some thousand bytes does not read the file', async () => {
    let longest = 0;
    const recognise = (head: Buffer): undefined => {
      longest = Math.max(longest, head.length);
    };
    const undecided = engineWith([linesFormat({ recognise })]);
    const error = await ediErrorOf(async () => convertLines([sourceOf('a.txt', ...Array.from({ length: 100 }, () => 'x'.repeat(100)))], {}, undecided));
    expect(error.code).toBe('EDI_NOT_EDI');
    expect(longest).toBeLessThan(5_000);
  });

  it('can be named, and then reads whatever comes', async () => {
    expect(await convertLines([sourceOf('a.txt', 'x\ny')], { format: 'lines' }, engine)).toEqual([{ line: 'x' }, { line: 'y' }]);
    const error = await ediErrorOf(async () => convertLines([sourceOf('a.txt', 'x')], { format: 'nothing' }, engine));
    expect(error).toMatchObject({ code: 'EDI_BAD_PARAMETER', message: "format is 'nothing'; allowed are lines." });
  });

  it('that throws ends its file, and the others go on', async () => {
    const files = [sourceOf('a.txt', 'LINES\na\n!\nb'), sourceOf('b.txt', 'LINES\nc')];
    const lines = await convertLines(files, {}, engine);
    expect(lines).toMatchObject([{ line: 'a' }, { objectType: 'ERROR', code: 'EDI_PLUGIN_FAILED', fileName: 'a.txt' }, { line: 'c' }]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('that throws when it is asked whether it knows a file ends the file as its plugin', async () => {
    const recognise = (): boolean => {
      throw new Error('secret');
    };
    const error = await ediErrorOf(async () => convertLines([sourceOf('a.txt', 'x')], {}, engineWith([linesFormat({ recognise })])));
    expect(error).toMatchObject({ code: 'EDI_PLUGIN_FAILED', message: expect.stringContaining('Plugin lines failed in recognise') });
    expect(error.message).not.toContain('secret');
  });

  it('is bounded by the segments that a record may have', async () => {
    const lines = await convertLines([sourceOf('a.txt', 'LINES\na\nlong\nb'), sourceOf('b.txt', 'LINES\nc')], { maxRecordSegments: 9 }, engine);
    expect(lines).toMatchObject([{ line: 'a' }, { objectType: 'ERROR', code: 'EDI_TRANSACTION_TOO_LARGE' }, { line: 'c' }]);
    expect(await convertLines([sourceOf('a.txt', 'LINES\nlong')], { maxRecordSegments: 10 }, engine)).toEqual([{ line: 'long' }]);
  });

  it('that fails on one record has an ERROR in its place', async () => {
    expect(await convert('LINES\na\nbad\nb')).toMatchObject([
      { line: 'a' },
      { objectType: 'ERROR', code: 'EDI_PLUGIN_FAILED', message: expect.stringContaining('failed on line') },
      { line: 'b' },
    ]);
  });

  it('tells of lost data in place, and of findings inside their record', async () => {
    expect(await convert('LINES\na\n?\nb')).toMatchObject([{ line: 'a' }, { objectType: 'ERROR', code: 'EDI_DATA_LOST' }, { line: 'b' }]);
    const { text, issues } = await convertText([sourceOf('a.txt', 'LINES\n*\na')], { validate: true }, engine);
    expect(linesOf(text)).toEqual([{ line: '*', validationIssues: [expect.objectContaining({ message: 'A star' })] }, { line: 'a' }]);
    expect(issues).toHaveLength(1);
    expect(await convert('LINES\n*')).toEqual([{ line: '*' }]);
  });

  it('is validated by its own rules', async () => {
    let found = '';
    for await (const chunk of engine.validate([sourceOf('a.txt', 'LINES\n*\na')], { output: 'ndjson', levels: '1' })) found += chunk.toString();
    expect(parseObject(found)).toMatchObject({ objectType: 'VALIDATION', message: 'A star', ruleId: 'lines-star', snipLevel: 1 });
    expect((await ediErrorOf(async () => convertLines([sourceOf('a.txt', 'LINES')], { rules: 'lines-moon' }, engine))).code).toBe('EDI_BAD_PARAMETER');
  });

  it('counts for the summary, and makes batches of the size that is asked for', async () => {
    const { summary } = await convertText([sourceOf('a.txt', 'LINES\na\nb')], { chunkSize: 1 }, engine);
    expect(summary).toMatchObject({ files: 1, bytes: 9, segments: 2, records: 2 });
  });

  it('names the extensions of its files, without the dot', async () => {
    const formats = [linesFormat({ fileExtensions: ['lns', 'lines'] }), linesFormat({ id: 'more', ruleId: 'more-star' })];
    expect([...engineWith(formats).fileExtensions]).toEqual(['lns', 'lines']);
    const error = await ediErrorOf(() => engineWith([linesFormat({ fileExtensions: ['lns', '.lines'] })]));
    expect(error.message).toContain('`fileExtensions` has entry 2, which must be lower-case letters and digits');
  });

  it('that has no writer generates nothing', async () => {
    const error = await ediErrorOf(() => engine.generate('lines', sourceOf('a', '{}').open()));
    expect(error.code).toBe('EDI_UNSUPPORTED_SET');
    const broken = engineWith([
      linesFormat({
        openWriter: () => ({
          write: () => {
            throw new Error('secret');
          },
          end: () => undefined,
        }),
      }),
    ]);
    const failed = await ediErrorOf(async () => {
      for await (const piece of broken.generate('lines', sourceOf('a', '{}').open())) expect(piece).toBeUndefined();
    });
    expect(failed).toMatchObject({ code: 'EDI_PLUGIN_FAILED', message: 'Plugin lines failed in write; the generation ends here.' });
  });

  it.each([
    ['edi', '`id` must not be edi: /api/edi is a path of the service'],
    ['code', '`id` must not be code: /api/code is a path of the service'],
    ['about', '`id` must not be about: /api/about is a path of the service'],
    ['docs', '`id` must not be docs: /api/docs is a path of the service'],
    ['835', '`id` must not be 835, which names a transaction set'],
    ['837p', '`id` must not be 837p, which names a transaction set'],
  ])('is refused as %s, which means something else to the service and the command line', async (id, message) => {
    const error = await ediErrorOf(() => engineWith([linesFormat({ id, ruleId: `${id}-star` })]));
    expect(error).toMatchObject({ code: 'EDI_PLUGIN_INVALID', message: expect.stringContaining(`Plugin ${id} is refused`) });
    expect(error.message).toContain(message);
    expect(() => engineWith([linesFormat({ id: `x-${id}`, ruleId: `x-${id}-star` })])).not.toThrow();
  });

  it('is refused with the id of another, with an id that is no part of a path, and without its hooks', async () => {
    expect((await ediErrorOf(() => engineWith([linesFormat(), linesFormat()]))).message).toContain('another format plugin has the same id');
    expect((await ediErrorOf(() => engineWith([linesFormat({ id: 'Big Lines' })]))).message).toContain('`id` must be lower-case letters, digits and hyphens');
    expect((await ediErrorOf(() => engineWith([linesFormat({ ruleId: 'code-invalid' })]))).message).toContain('Clearloop has a rule code-invalid too');
    expect((await ediErrorOf(() => engineWith([linesFormat(), linesFormat({ id: 'more' })]))).message).toContain('plugin lines has a rule lines-star too');
    expect((await ediErrorOf(() => engineWith([linesFormat({ ruleId: 'star' })]))).message).toContain(
      'Plugin lines is refused: its rule star has to begin with the id of the format, as lines-star does',
    );
    expect((await ediErrorOf(() => engineWith([linesFormat({ ruleId: 'linesstar' })]))).message).toContain('its rule linesstar has to begin');
    class Hollow {}
    Format({ id: 'hollow', title: 'Hollow', recordsKey: 'none' })(Hollow);
    expect((await ediErrorOf(() => engineWith([new Hollow()]))).message).toContain('`recognise` is missing');
  });
});
