import { CsvOutput } from '../../../plugins/csv';
import type { EdiError } from '../../../src/common/edi-error';
import type { Engine } from '../../../src/pipeline/engine';
import {
  constant,
  defineTransactionSet,
  type ElementDefaults,
  loopRule,
  record,
  type SetRule,
  text,
  transactionRule,
  variant,
  writtenWhere,
} from '../../../src/plugin';
import { defineFormat, defineOutput, type FormatReadContext, type OutputSession } from '../../../src/plugin/io';
import { convertText, ediErrorOf, type Json, linesOf, sourceOf } from '../../support/conversion';
import { envelope as requestEnvelope } from '../../support/generate';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { claim, remittance } from '../../support/remittance';

/*
 * Plugins without TypeScript may give anything for the result of a hook: here asynchronous hooks whose promise is rejected, and hooks that forget their result.
 */

const REJECTED = 'secret of CLAIM1';

/** Promises that were rejected and not handled: each would end a process. */
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
const listenersBefore = process.rawListeners('unhandledRejection');

beforeAll(() => process.on('unhandledRejection', onUnhandled));
afterAll(() => {
  process.off('unhandledRejection', onUnhandled);
  expect(process.rawListeners('unhandledRejection')).toEqual(listenersBefore);
});

afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(unhandled.splice(0)).toEqual([]);
});

/** What plugins give that TypeScript has not checked. */
function asHook<T>(hook: unknown): T {
  return hook as T;
}

/** A hook that returns a promise, which is rejected. */
const rejecting = <T>(): T => asHook(async () => Promise.reject(new Error(REJECTED)));

async function* noPieces(): AsyncGenerator<void> {
  await Promise.reject(new Error(REJECTED));
  yield;
}

/** A hook that returns something else than it should. */
const returning = <T>(value: unknown): T => asHook(() => value);

const payment = record('Payment', { objectType: constant('PAYMENT'), id: text('CLP01') });
const payments = transactionSetPlugin({ emits: [{ unit: '2100', record: payment }] });
const source = () => sourceOf('a.edi', remittance({ claims: [1, 2].map(claim) }));

describe('an output', () => {
  const write = async (hooks: Partial<OutputSession>, open?: () => OutputSession): Promise<string> => {
    const session: OutputSession = {
      record: ({ id }, out) => out.text(` ${String(id)}`),
      notice: ({ message }, out) => out.text(` [${message}]`),
      ...hooks,
    };
    const output = defineOutput({ id: 'late', contentType: 'text/plain', extension: 'txt', open: open ?? (() => session) });
    return (await convertText([source()], { output: 'late' }, engineWith([output, payments]))).text;
  };

  it('should lose each record that its hook is asynchronous for', async () => {
    const record: OutputSession['record'] = ({ id }, out) => {
      out.text(` ${String(id)}`);
      return id === 'CLAIM1' ? asHook<() => undefined>(rejecting())() : undefined;
    };
    expect(await write({ record })).toBe(
      ' [Output plugin late failed in `record` (the hook is asynchronous) on the record at segment 11 (line 11), which the output leaves out.] CLAIM2',
    );
  });

  it.each<[string, OutputSession['write']]>([
    ['a promise', rejecting()],
    ['an asynchronous generator', returning(noPieces())],
    ['pieces that are promises', returning([Promise.reject(new Error(REJECTED))].values())],
  ])('should lose the batch when `write` gives %s', async (_what, write_) => {
    expect(
      await write({}, () => asHook({ write: write_, notice: (notice: Json, out: { text(text: string): void }) => out.text(String(notice['message'])) })),
    ).toMatch(
      /^Output plugin late failed in `write`( \(the hook is asynchronous\))? on 2 records from segment 11 \(line 11\) on, which the output leaves out\.$/,
    );
  });

  it.each<[string, string, Partial<OutputSession>]>([
    ['`begin` is asynchronous', 'the hook is asynchronous', { begin: rejecting() }],
    ['`end` is asynchronous', 'the hook is asynchronous', { end: rejecting() }],
    ['`end` is an asynchronous generator', 'the hook is asynchronous', { end: returning(noPieces()) }],
    ['`end` gives a number', 'the hook returns no list of pieces', { end: returning(5) }],
    ['`end` gives steps that are promises', 'the hook is asynchronous', { end: returning({ [Symbol.iterator]: () => ({ next: rejecting() }) }) }],
    ['`end` gives pieces that are promises', 'the hook is asynchronous', { end: () => asHook([rejecting<() => unknown>()()]) }],
    ['`notice` is asynchronous', 'the hook is asynchronous', { record: rejecting(), notice: rejecting() }],
    ['`close` is asynchronous', 'the hook is asynchronous', { close: rejecting() }],
  ])('should end when %s', async (_what, mistake, hooks) => {
    const error = await ediErrorOf(() => write(hooks));
    const [hook] = Object.keys(hooks).slice(-1);
    expect([error.code, error.message]).toEqual(['EDI_PLUGIN_FAILED', `Output plugin late failed in \`${hook}\` (${mistake}); the output ends here.`]);
  });

  it('should end when `open` is asynchronous', async () => {
    expect((await ediErrorOf(() => write({}, rejecting()))).message).toBe(
      'Output plugin late failed in `open` (the hook is asynchronous); the output ends here.',
    );
  });
});

describe('a rule', () => {
  const FACTS = { id: 'own-broken', level: 3, issueType: 'BALANCE', finds: 'Something.' } as const;
  const transactions = (open: unknown): SetRule => transactionRule({ ...FACTS, open: asHook(open) });
  const loops = (check: unknown): SetRule => loopRule({ ...FACTS, loop: '2100', check: asHook(check) });

  /** The messages of the issues, and the errors of the listener. */
  const validate = async (rule: SetRule, codeDay?: () => number) => {
    const errors: EdiError[] = [];
    const rules = [rule];
    const plugin = defineTransactionSet({
      id: 'own',
      claims: [{ set: '835' }],
      emits: [{ unit: '2100', record: payment }],
      rules,
      ...(codeDay ? { codeDay } : {}),
    });
    const { text: output } = await convertText(
      [source()],
      { validate: true, levels: '3' },
      engineWith([plugin], (error) => errors.push(error)),
    );
    const lines = linesOf(output);
    expect(lines.filter(({ objectType }) => objectType === 'PAYMENT')).toHaveLength(2);
    return { messages: lines.filter(({ objectType }) => objectType === 'VALIDATION').map(({ message }) => message), errors };
  };

  const OUTCOME = 'it does not look at the rest of its transaction';

  it.each<[string, string, SetRule]>([
    ['`check` is asynchronous', 'check of rule own-broken (the hook is asynchronous) at segment 11 (line 11)', loops(rejecting())],
    ['`open` is asynchronous', 'open of rule own-broken (the hook is asynchronous)', transactions(rejecting())],
    [
      '`onUnit` is asynchronous',
      'onUnit of rule own-broken (the hook is asynchronous) at segment 11 (line 11)',
      transactions(() => ({ onUnit: rejecting(), close: () => 1 })),
    ],
    [
      '`onSegment` is asynchronous',
      'onSegment of rule own-broken (the hook is asynchronous) at segment 4 (line 4)',
      transactions(() => ({ onSegment: rejecting(), close: () => 1 })),
    ],
    ['`close` is asynchronous', 'close of rule own-broken (the hook is asynchronous) at segment 3 (line 3)', transactions(() => ({ close: rejecting() }))],
    ['`open` gives nothing', 'open of rule own-broken (the check that it gives has no `close`)', transactions(() => undefined)],
    ['`open` gives no `close`', 'open of rule own-broken (the check that it gives has no `close`)', transactions(() => ({ onUnit: () => 1 }))],
    [
      'a finding has no message',
      'check of rule own-broken (a finding that it reports has no `message`) at segment 11 (line 11)',
      loops((loop: { segments: unknown[] }, report: (finding: object) => void) => report({ segment: loop.segments[0], loop, elemnt: 'CLP01' })),
    ],
    [
      'a finding has no segment',
      'check of rule own-broken (a finding that it reports has no `segment`) at segment 11 (line 11)',
      loops((loop: object, report: (finding: object) => void) => report({ loop, message: 'Found' })),
    ],
    [
      'a finding has no loop',
      'check of rule own-broken (a finding that it reports has no `loop`) at segment 11 (line 11)',
      loops((loop: { segments: unknown[] }, report: (finding: object) => void) => report({ segment: loop.segments[0], message: 'Found' })),
    ],
  ])('should be skipped for the transaction when %s, which an issue reports', async (_what, failed, rule) => {
    const { messages, errors } = await validate(rule);
    expect(messages).toEqual([`Plugin own failed in ${failed}; ${OUTCOME}`]);
    expect(errors.map(({ code, message }) => [code, message])).toEqual([['EDI_PLUGIN_FAILED', `Plugin own failed in ${failed}; ${OUTCOME}.`]]);
  });

  it('should report nothing after its failure', async () => {
    let report: ((finding: object) => void) | undefined;
    const late = loops((loop: { segments: unknown[] }, given: (finding: object) => void) => {
      report ??= given;
      queueMicrotask(() => report?.({ segment: loop.segments[0], loop, message: 'Late' }));
      return Promise.resolve();
    });
    expect((await validate(late)).messages).toHaveLength(1);
  });
});

describe('a transaction set', () => {
  it('should lose each record that a function of a declaration is asynchronous for', async () => {
    const kind = variant<string, 'id'>(rejecting(), { id: text('CLP01') });
    const plugin = transactionSetPlugin({ emits: [{ unit: '2100', record: record('Payment', { objectType: constant('PAYMENT'), kind }) }] });
    const { text: output } = await convertText([source()], {}, engineWith([plugin]));
    expect(linesOf(output)).toMatchObject([
      { code: 'EDI_PLUGIN_FAILED', message: 'Plugin test failed on Payment (`variant` is asynchronous) at segment 11 (line 11); the record is left out.' },
      { code: 'EDI_PLUGIN_FAILED' },
    ]);
  });

  it('should end the file when `hasOwnContent` throws or is asynchronous', async () => {
    const units = (hasOwnContent: () => boolean) =>
      engineWith([
        new CsvOutput(),
        transactionSetPlugin({
          id: 'units',
          emits: [{ unit: ['2000', '2100'], record: record('Unit', { id: text('LX01') }), hasOwnContent, guides: ['a', 'b', '005010X221A1'] }],
        }),
      ]);
    const failed = async (hasOwnContent: () => boolean) => (await ediErrorOf(() => convertText([source()], {}, units(hasOwnContent)))).message;
    expect(await failed(rejecting())).toBe('Plugin units failed in hasOwnContent (the hook is asynchronous); the rest of the file is not converted.');
    expect(
      await failed(() => {
        throw new Error(REJECTED);
      }),
    ).toBe('Plugin units failed in hasOwnContent; the rest of the file is not converted.');
  });

  const generate = async (engine: Engine): Promise<void> => {
    const request = async function* () {
      yield Buffer.from(JSON.stringify({ ...requestEnvelope('PAYMENT'), payments: [{ id: 'A' }] }));
    };
    for await (const _ of engine.generate('835', request(), { validate: false }));
  };

  it.each<[string, string, { readonly defaults?: () => object; readonly omitted?: () => object; readonly test?: () => boolean }]>([
    ['`generation.defaults` is asynchronous', '`generation.defaults` (the hook is asynchronous)', { defaults: rejecting() }],
    ['`generation.omitted` is asynchronous', '`generation.defaults` (the hook is asynchronous)', { omitted: rejecting() }],
    ['a declaration is asynchronous', 'the record $.payments[0] (`writtenWhere` is asynchronous)', { test: rejecting() }],
  ])('should end the generation when %s', async (_what, failed, { test = () => true, defaults = () => ({}), omitted = () => ({}) }) => {
    const each = record('Payment', { objectType: constant('PAYMENT'), id: writtenWhere(test, text('CLP01')) });
    const types = { PAYMENT: { guides: ['005010X221A1'], version: '005010X221A1' } } as const;
    const generation = {
      types,
      units: 'payments',
      defaults: asHook<() => ElementDefaults>(defaults),
      omitted: asHook<() => ElementDefaults>(omitted),
    };
    const plugin = defineTransactionSet({
      id: 'writer',
      claims: [{ set: '835' }],
      guides: ['005010X221A1'],
      emits: [{ unit: '2100', record: each }],
      generation,
    });
    expect((await ediErrorOf(() => generate(engineWith([plugin])))).message).toBe(`Plugin writer failed on ${failed}; the generation ends here.`);
  });
});

describe('a format', () => {
  const lines = (hooks: {
    readonly recognise?: unknown;
    readonly open?: unknown;
    readonly write?: unknown;
    readonly end?: unknown;
    readonly encodeJson?: unknown;
  }) =>
    engineWith([
      defineFormat({
        id: 'lines',
        title: 'Lines',
        recordsKey: 'lines',
        recognise: asHook(hooks.recognise ?? (() => true)),
        recordSchema: () => ({ type: 'object' }),
        open: asHook(
          hooks.open ??
            (({ sink }: FormatReadContext) => ({
              counts: { segments: 0, transactions: 0 },
              write: hooks.write ?? (() => undefined),
              end:
                hooks.end ??
                (() => {
                  const place = { lineNumber: 1, segmentNumber: 1, byteOffset: 0 };
                  sink.record({ name: 'line', place, weight: 1, encodeJson: asHook(hooks.encodeJson) }, []);
                }),
            })),
        ),
      }),
    ]);

  it.each(['recognise', 'open', 'write', 'end'])('should end the file when `%s` is asynchronous', async (hook) => {
    const error = await ediErrorOf(() => convertText([sourceOf('a.txt', 'text')], {}, lines({ [hook]: rejecting() })));
    expect(error.message).toBe(`Plugin lines failed in ${hook} (the hook is asynchronous); the rest of the file is not converted.`);
  });

  it('should lose the record whose `encodeJson` is asynchronous', async () => {
    const { text: output } = await convertText([sourceOf('a.txt', 'text')], {}, lines({ encodeJson: rejecting() }));
    expect(linesOf(output)).toMatchObject([
      { message: 'Plugin lines failed on line (`encodeJson` is asynchronous) at segment 1 (line 1); the record is left out.' },
    ]);
  });
});
