import { CsvOutput } from '../../../plugins/csv';
import { EdiError } from '../../../src/common/edi-error';
import type { Engine } from '../../../src/pipeline/engine';
import {
  column,
  constant,
  defineTransactionSet,
  type Field,
  from,
  type LoopNode,
  own,
  record,
  type RecordDeclaration,
  recordId,
  table,
  text,
  transactionId,
  variant,
  writtenWhere,
} from '../../../src/plugin';
import { defineOutput, type OutputDefinition, type OutputSession } from '../../../src/plugin/io';
import { convertText, ediErrorOf, linesOf, readRecords, sourceOf } from '../../support/conversion';
import { envelope as requestEnvelope } from '../../support/generate';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { claim, remittance } from '../../support/remittance';

/** A field that throws for claims with a number, with a value of the claim in its message. */
const fragile = variant<string, 'id'>(
  (loop: LoopNode) => {
    const id = loop.segments[0]?.element(1) ?? '';
    if (/[24]$/.test(id)) throw new Error(`cannot bear ${id}`);
    return 'id';
  },
  { id: text('CLP01') },
);

/** A field that always throws. */
const throwing = (field: Field<string>) =>
  variant<string, 'x'>(
    () => {
      throw new Error('always');
    },
    { x: field },
  );

const payment = record('Payment', { id: recordId(), objectType: constant('PAYMENT'), before: text('CLP03'), fragile, after: text('CLP04') });

const source = () => sourceOf('a.edi', remittance({ claims: [1, 2, 3, 4, 5].map(claim) }));

const failed = (claimNumber: number) => ({
  objectType: 'ERROR',
  code: 'EDI_PLUGIN_FAILED',
  message: `Plugin fragile failed on Payment at segment ${6 + claimNumber * 5} (line ${6 + claimNumber * 5}); the record is left out.`,
  fileName: 'a.edi',
});

const engine = (onError?: (error: EdiError, fileName: string) => void) =>
  engineWith([transactionSetPlugin({ id: 'fragile', emits: [{ unit: '2100', record: payment }] })], onError);

describe('a plugin that throws', () => {
  const records = [{ fragile: 'CLAIM1', before: '100', after: '80' }, failed(2), { fragile: 'CLAIM3' }, failed(4), { fragile: 'CLAIM5' }];

  it('gets an ERROR object in the place of its record in NDJSON, and the rest goes on', async () => {
    const { text: output, summary } = await convertText([source()], {}, engine());
    expect(linesOf(output)).toMatchObject(records);
    expect(linesOf(output)[1]).toEqual(failed(2));
    expect(summary).toMatchObject({ errors: 2 });
  });

  it('gets an ERROR object in a JSON array that is still valid', async () => {
    const { text: output } = await convertText([source()], { output: 'json' }, engine());
    expect(JSON.parse(output)).toMatchObject(records);
  });

  it('gets an ERROR object among the records of the library', async () => {
    expect(await readRecords([source()], {}, engine())).toMatchObject(records);
  });

  it('gets no value of the input into the message', async () => {
    expect((await convertText([source()], {}, engine())).text).not.toContain('cannot bear');
  });

  it('is told to the listener, with the cause and the name of the file', async () => {
    const told: { code: string; cause: unknown; fileName: string }[] = [];
    await convertText(
      [source()],
      {},
      engine(({ code, cause }, fileName) => told.push({ code, cause, fileName })),
    );
    expect(told).toEqual([2, 4].map((number) => ({ code: 'EDI_PLUGIN_FAILED', cause: new Error(`cannot bear CLAIM${number}`), fileName: 'a.edi' })));
  });

  it('does not spoil the records after it when it throws for an ancestor', async () => {
    const transaction = record('T', {
      trace: variant<string, 'x'>(
        () => {
          throw new Error('always');
        },
        { x: text('TRN02') },
      ),
    });
    const each = record('Payment', { objectType: constant('PAYMENT'), claim: text('CLP01'), transaction: from('0000', transaction) });
    const { text: output } = await convertText([source()], {}, engineWith([transactionSetPlugin({ emits: [{ unit: '2100', record: each }] })]));
    expect(linesOf(output).map(({ objectType }) => objectType)).toEqual(Array(5).fill('ERROR'));
  });

  it('does not keep its transaction record from the records of the transaction', async () => {
    const transaction = record('T', {
      id: transactionId(),
      trace: variant<string, 'x'>(
        () => {
          throw new Error('always');
        },
        { x: text('TRN02') },
      ),
    });
    const plugin = transactionSetPlugin({ transaction, emits: [{ unit: '2100', record: record('Payment', { objectType: constant('PAYMENT') }) }] });
    const { text: output } = await convertText([source()], { transactionTopLevel: true }, engineWith([plugin]));
    expect(linesOf(output).map(({ objectType }) => objectType)).toEqual(['ERROR', ...Array<string>(5).fill('PAYMENT')]);
  });

  it('gets an ERROR object in the place of the record of an interchange', async () => {
    const envelope = record('Envelope', { broken: throwing(constant('X')) });
    const plugin = transactionSetPlugin({ envelope, emits: [{ unit: '2100', record: record('Payment', { objectType: constant('PAYMENT') }) }] });
    const { text: output } = await convertText([source()], {}, engineWith([plugin]));
    const kinds = linesOf(output).map(({ objectType }) => objectType);
    expect(kinds).toEqual(['ERROR', 'ERROR', ...Array<string>(5).fill('PAYMENT'), 'ERROR', 'ERROR']);
    expect(linesOf(output)[0]).toMatchObject({ code: 'EDI_PLUGIN_FAILED', message: expect.stringContaining('Plugin test failed on Envelope at segment 1') });
  });

  it('gets an ERROR row in the place of rows that a table of its own cannot be read for', async () => {
    const each = record('Payment', { objectType: constant('PAYMENT'), number: text('CLP01') });
    const layout = table('835', 'Main', each, [column('number'), own('Fragile', fragile)]);
    const registry = engineWith([new CsvOutput(), transactionSetPlugin({ id: 'fragile', emits: [{ unit: '2100', record: each, table: layout }] })]);
    const { text: output } = await convertText([source()], { output: 'csv', outputParameters: { schemaName: 'claim-line-separate-files' } }, registry);
    expect(output.split('\n').map((row) => row.split(',')[0])).toEqual([
      'Number',
      'CLAIM1',
      expect.stringMatching(/^"?ERROR: Plugin fragile failed on Payment/),
      'CLAIM3',
      expect.stringMatching(/^"?ERROR: Plugin fragile failed on Payment/),
      'CLAIM5',
    ]);
  });
});

describe('an output that throws', () => {
  const broken = new Error('disk of glass');
  const fail = (): never => {
    throw broken;
  };

  /** Writes claims one by one, and fails as it is told to. */
  const session = (hooks: Partial<OutputSession>): OutputSession => ({
    begin: (out) => out.text('begin'),
    record: (payment, out) => out.text(` ${String(payment['before'])}`),
    notice: (notice, out) => out.text(` [${notice.message}]`),
    end: (out) => out.text(' end'),
    ...hooks,
  });

  const outputOf = (hooks: Partial<OutputSession>, more: Partial<OutputDefinition> = {}): OutputDefinition =>
    defineOutput({ id: 'broken', contentType: 'text/plain', extension: 'txt', open: () => session(hooks), ...more });

  const sound = record('Payment', { objectType: constant('PAYMENT'), before: text('CLP01') });

  const write = async (hooks: Partial<OutputSession>, more: Partial<OutputDefinition> = {}) => {
    const told: EdiError[] = [];
    const plugins = [outputOf(hooks, more), transactionSetPlugin({ emits: [{ unit: '2100', record: sound }] })];
    const options = { output: 'broken', chunkSize: 2 };
    const { text: output, summary } = await convertText(
      [source()],
      options,
      engineWith(plugins, (error) => told.push(error)),
    );
    return { output, summary, told };
  };

  it('loses the record that it threw on, and what it wrote of it, and no other', async () => {
    const record: OutputSession['record'] = (payment, out) => {
      out.text(` ${String(payment['before'])}`);
      if (payment['before'] === 'CLAIM2') fail();
    };
    const { output, summary, told } = await write({ record });
    const message = 'Output plugin broken failed in `record` on the record at segment 16 (line 16), which the output leaves out.';
    expect(output).toBe(`begin CLAIM1 [${message}] CLAIM3 CLAIM4 CLAIM5 end`);
    expect(summary).toMatchObject({ records: 5, errors: 1 });
    expect(told).toMatchObject([{ code: 'EDI_PLUGIN_FAILED', message, cause: broken }]);
  });

  it('loses the batch when it takes batches', async () => {
    const batches: OutputSession = {
      begin: () => undefined,
      write: (batch, out) => {
        for (let i = 0; i < batch.size; i++) {
          const { before } = batch.record(i);
          out.text(` ${String(before)}`);
          if (before === 'CLAIM4') fail();
        }
      },
      notice: (notice, out) => out.text(` [${notice.message}]`),
      end: () => undefined,
    };
    const { output } = await write({}, { open: () => batches });
    expect(output).toBe(
      ' CLAIM1 CLAIM2 [Output plugin broken failed in `write` on 2 records from segment 21 (line 21) on, which the output leaves out.] CLAIM5',
    );
  });

  it('takes back what it wrote to other files', async () => {
    const engine = engineWith([
      outputOf(
        {},
        {
          open: (context) =>
            session({
              record: (payment) => {
                context.file('-Other').text(` ${String(payment['before'])}`);
                if (payment['before'] === 'CLAIM2') fail();
              },
            }),
        },
      ),
      transactionSetPlugin({ emits: [{ unit: '2100', record: sound }] }),
    ]);
    let other = '';
    for await (const { file, bytes } of engine.convertToFiles([source()], { output: 'broken' })) if (file === '-Other') other += bytes.toString();
    expect(other).toBe(' CLAIM1 CLAIM3 CLAIM4 CLAIM5');
  });

  it('loses the segment that it threw on, and no other', async () => {
    const segments = outputOf(
      {
        segment: ({ text: segment, segmentNumber }, out) => {
          out.text(` ${segmentNumber}`);
          if (segment.startsWith('CLP')) fail();
        },
      },
      { takes: 'segments' },
    );
    const engine = engineWith([segments, transactionSetPlugin({ emits: [{ unit: '2100', record: sound }] })]);
    let output = '';
    for await (const chunk of engine.validate([sourceOf('a.edi', remittance())], { output: 'broken' })) output += chunk.toString();
    expect(output).toContain(' 10 [Output plugin broken failed in `segment` on segment 11, which the output leaves out.] 12 13');
  });

  it.each([
    ['begin', { begin: fail }],
    ['end', { end: fail }],
    ['notice', { record: fail, notice: fail }],
  ])('ends with an EdiError when `%s` throws', async (hook, hooks) => {
    const error = await ediErrorOf(() => write(hooks));
    expect(error).toMatchObject({ code: 'EDI_PLUGIN_FAILED', message: `Output plugin broken failed in \`${hook}\`; the output ends here.`, cause: broken });
  });

  it('ends with an EdiError when `open` throws, or gives no session', async () => {
    expect(await ediErrorOf(() => write({}, { open: fail }))).toMatchObject({ message: 'Output plugin broken failed in `open`; the output ends here.' });
    const { notice } = session({});
    expect(await ediErrorOf(() => write({}, { open: () => ({ notice }) }))).toMatchObject({
      message: 'Output plugin broken failed in `open`: the session that it gives has no `record` or `write`.',
    });
  });

  it('ends with an EdiError when `describe` throws', async () => {
    const engine = engineWith([outputOf({}, { describe: fail })]);
    expect(await ediErrorOf(() => engine.describeOutput('broken', {}, '835'))).toMatchObject({
      code: 'EDI_PLUGIN_FAILED',
      message: 'Output plugin broken failed in `describe`; its columns are not known.',
    });
  });

  it('ends with its own EdiError when it throws one', async () => {
    const refusal = new EdiError('EDI_BAD_PARAMETER', 'no such colour');
    expect(
      await ediErrorOf(() =>
        write({
          record: () => {
            throw refusal;
          },
        }),
      ),
    ).toBe(refusal);
  });

  it('is told of records that their plugin failed on as notices', async () => {
    const engine = engineWith([outputOf({}), transactionSetPlugin({ id: 'fragile', emits: [{ unit: '2100', record: payment }] })]);
    const { text: output } = await convertText([source()], { output: 'broken' }, engine);
    expect(output).toBe(`begin 100 [${failed(2).message}] 100 [${failed(4).message}] 100 end`);
  });
});

describe('a plugin that throws while EDI is generated', () => {
  const generating = (parts: { readonly record?: RecordDeclaration<object>; readonly defaults?: () => never }) => {
    const { record: each = record('Payment', { objectType: constant('PAYMENT'), number: text('CLP01') }), defaults = () => ({}) } = parts;
    const generation = { types: { PAYMENT: { guides: ['005010X221A1'], version: '005010X221A1' } as const }, units: 'payments', defaults };
    return engineWith([
      defineTransactionSet({ id: 'writer', claims: [{ set: '835' }], guides: ['005010X221A1'], emits: [{ unit: '2100', record: each }], generation }),
    ]);
  };
  const request = async function* () {
    yield Buffer.from(JSON.stringify({ ...requestEnvelope('PAYMENT'), payments: [{ number: 'A' }] }));
  };
  const generate = async (engine: Engine): Promise<void> => {
    for await (const _ of engine.generate('835', request(), { validate: false }));
  };

  it('ends the generation when `generation.defaults` throws', async () => {
    const engine = generating({
      defaults: () => {
        throw new Error('none');
      },
    });
    expect(await ediErrorOf(() => generate(engine))).toMatchObject({
      code: 'EDI_PLUGIN_FAILED',
      message: 'Plugin writer failed on `generation.defaults`; the generation ends here.',
    });
  });

  it('ends the generation when a declaration throws, and names the record', async () => {
    const unwritable = writtenWhere(() => {
      throw new Error('never');
    }, text('CLP01'));
    const engine = generating({ record: record('Payment', { objectType: constant('PAYMENT'), number: unwritable }) });
    expect(await ediErrorOf(() => generate(engine))).toMatchObject({
      code: 'EDI_PLUGIN_FAILED',
      message: 'Plugin writer failed on the record $.payments[0]; the generation ends here.',
    });
  });
});

describe('a record without values', () => {
  it('is an empty object in every output', async () => {
    const plugin = transactionSetPlugin({ emits: [{ unit: '2100', record: record('Empty', { remark: text('CLP09') }) }] });
    const empty = () => sourceOf('a.edi', remittance({ claims: [['CLP*A*1'], ['CLP*B*1*1*1*1*12*X*11*7'], ['CLP*C*1']] }));
    const expected = [{}, { remark: '7' }, {}];
    expect(await readRecords([empty()], {}, engineWith([plugin]))).toEqual(expected);
    expect(JSON.parse((await convertText([empty()], { output: 'json' }, engineWith([plugin]))).text)).toEqual(expected);
    expect(linesOf((await convertText([empty()], {}, engineWith([plugin]))).text)).toEqual(expected);
  });
});
