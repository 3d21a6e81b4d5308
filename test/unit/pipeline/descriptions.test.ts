import { JsonOutput } from '../../../plugins/json';
import { NdjsonOutput } from '../../../plugins/ndjson';
import { shapeDirectory } from '../../../src/codes/describe-code';
import type { CodeDirectory } from '../../../src/mapping/code-descriptions';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { createConverter } from '../../../src/pipeline/create-converter';
import { Engine } from '../../../src/pipeline/engine';
import { code, constant, each, type Field, from, loops, record, type RecordDeclaration, text } from '../../../src/plugin';
import { drug, procedure } from '../../../plugins/vocabulary';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { directoryOf, everyCode } from '../../support/code-directory';
import { convertLines, convertText, type Json, linesOf, readRecords, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { isLong } from '../../support/fuzz';
import { transactionSetPlugin } from '../../support/plugin-engine';
import { remittance, REMITTANCE_HEAD } from '../../support/remittance';

type Fields = Readonly<Record<string, Field<unknown>>>;

/** Describes a code in every way there is. */
const full = directoryOf((list, value) => ({
  desc: `${list} ${value}`,
  instructionDesc: `Report "${value}"`,
  formattedCode: `${value.slice(0, 1)}.${value.slice(1)}`,
}));

const engineOf = (codes: CodeDirectory | undefined, plugin: object, errors: unknown[] = []): Engine => {
  const registry = new PluginRegistry();
  for (const one of [new JsonOutput(), new NdjsonOutput(), plugin]) registry.register(one);
  return new Engine(registry, { onError: (error) => errors.push(error), ...(codes ? { codes } : {}) });
};

const claimPlugin = (fields: Fields, transaction?: RecordDeclaration<object>): object =>
  transactionSetPlugin({
    emits: [{ unit: '2100', record: record('Mapped', { objectType: constant('MAPPED'), ...fields }) }],
    ...(transaction ? { transaction } : {}),
  });

const claims = (...segments: readonly (readonly string[])[]): string => remittance({ claims: segments });

/** Converts both ways, demands that objects and JSON are equal, and gives the objects. */
async function convertBothWays(engine: Engine, input: string, options: ConversionOptions = {}): Promise<Json[]> {
  const lines = await convertLines([sourceOf('a.edi', input)], options, engine);
  expect(await readRecords([sourceOf('a.edi', input)], options, engine)).toEqual(lines);
  return lines;
}

describe('codes with descriptions', () => {
  it('are the same as objects and as JSON', async () => {
    const fields = {
      drg: code('DRG', 'CLP11'),
      lines: loops('2110', record('Line', { procedure: procedure('SVC01'), drug: drug('SVC01'), remarks: each('LQ', code('RARC', '02')) })),
    };
    const input = claims(['CLP*A*1*100*80*20*12*X*11*1**470', 'SVC*HC:99213:25:59*100*80', 'LQ*HE*N130', 'LQ*HE*M1', 'SVC*N4:00002143481*1*1']);
    const described = (subType: string, value: string) => ({
      subType,
      code: value,
      desc: `${subType} ${value}`,
      instructionDesc: `Report "${value}"`,
      formattedCode: `${value.slice(0, 1)}.${value.slice(1)}`,
    });
    expect(await convertBothWays(engineOf(full, claimPlugin(fields)), input)).toEqual([
      {
        objectType: 'MAPPED',
        drg: described('DRG', '470'),
        lines: [
          {
            procedure: { ...described('CPT', '99213'), modifiers: [described('HCPCS_MODIFIER', '25'), described('HCPCS_MODIFIER', '59')] },
            remarks: [described('RARC', 'N130'), described('RARC', 'M1')],
          },
          { drug: described('NDC', '00002143481') },
        ],
      },
    ]);
  });

  it('have them after the code, before their modifiers', async () => {
    const { text: json } = await convertText(
      [sourceOf('a.edi', claims(['CLP*A*1', 'SVC*HC:99213:25*1*1']))],
      {},
      engineOf(full, claimPlugin({ lines: loops('2110', record('Line', { procedure: procedure('SVC01') })) })),
    );
    expect(json).toContain(
      '{"subType":"CPT","code":"99213","desc":"CPT 99213","instructionDesc":"Report \\"99213\\"","formattedCode":"9.9213","modifiers":[{"subType":"HCPCS_MODIFIER","code":"25","desc":',
    );
  });

  it('are looked up once a batch, all lists together, and once for all batches', async () => {
    const directory = everyCode();
    const engine = engineOf(directory, claimPlugin({ status: code('CARC', 'CLP02'), frequency: code('FREQUENCY_CODE', 'CLP09') }));
    const input = claims(['CLP*A*1*1*1*1*12*X*11*7'], ['CLP*B*2*1*1*1*12*X*11*7'], ['CLP*C*1*1*1*1*12*X*11*8'], ['CLP*D*2*1*1*1*12*X*11*8']);
    await convertLines([sourceOf('a.edi', input)], { chunkSize: 2 }, engine);
    await convertLines([sourceOf('a.edi', input)], { chunkSize: 2 }, engine);
    expect(directory.asked).toEqual(['CARC:1 CARC:2 FREQUENCY_CODE:7', 'FREQUENCY_CODE:8']);
  });

  it('are left as they are where nothing is known of them', async () => {
    const engine = engineOf(
      directoryOf(() => undefined),
      claimPlugin({ status: code('CARC', 'CLP02') }),
    );
    expect(await convertBothWays(engine, claims(['CLP*A*1']))).toEqual([{ objectType: 'MAPPED', status: { subType: 'CARC', code: '1' } }]);
  });

  it.each([
    ['outside ASCII', 'é'],
    ['that JSON must escape', 'A"\\'],
    ['longer than any code', 'X'.repeat(60)],
  ])('are looked up at most once when they are damaged: text %s', async (_what, value) => {
    const directory = directoryOf(() => undefined);
    const engine = engineOf(directory, claimPlugin({ status: code('CARC', 'CLP02') }));
    expect(await convertBothWays(engine, claims([`CLP*A*${value}`], [`CLP*B*${value}`]))).toEqual(
      Array(2).fill({ objectType: 'MAPPED', status: { subType: 'CARC', code: value } }),
    );
    expect(directory.asked.length).toBeLessThanOrEqual(1);
  });

  const itWhenLong = isLong ? it : it.skip;
  itWhenLong('have them in batches with more distinct codes than are kept', async () => {
    const COUNT = 21_000;
    const directory = everyCode();
    const engine = engineOf(directory, claimPlugin({ status: code('CARC', 'CLP02') }));
    const input = claims(...Array.from({ length: COUNT }, (_, i) => [`CLP*A*C${i}`]));
    const records = await convertLines([sourceOf('a.edi', input)], { splitTransactions: false }, engine);
    expect(records.filter(({ status }, i) => (status as Json)['desc'] !== `CARC C${i}`)).toEqual([]);
    expect(directory.asked.length).toBeLessThan(10);
  });

  it('have none when descriptions are off, and are not looked up', async () => {
    const directory = everyCode();
    const engine = engineOf(directory, claimPlugin({ status: code('CARC', 'CLP02') }));
    expect(await convertBothWays(engine, claims(['CLP*A*1']), { descriptions: false })).toEqual([
      { objectType: 'MAPPED', status: { subType: 'CARC', code: '1' } },
    ]);
    expect(directory.asked).toEqual([]);
  });

  it('have none without a directory', async () => {
    const engine = engineOf(undefined, claimPlugin({ status: code('CARC', 'CLP02') }));
    expect(await convertBothWays(engine, claims(['CLP*A*1']), { descriptions: true })).toEqual([
      { objectType: 'MAPPED', status: { subType: 'CARC', code: '1' } },
    ]);
  });

  it('differ between two conversions at once, one with and one without', async () => {
    const engine = engineOf(everyCode(), claimPlugin({ status: code('CARC', 'CLP02') }));
    const input = claims(...Array.from({ length: 200 }, (_, i) => [`CLP*A*${i}`]));
    const [on, off] = await Promise.all([true, false].map((descriptions) => convertText([sourceOf('a.edi', input)], { descriptions }, engine)));
    expect(on?.text.match(/"desc"/g)).toHaveLength(200);
    expect(off?.text).not.toContain('"desc"');
  });
});

describe('records that share an ancestor', () => {
  const transaction = record('Transaction', { method: code('METHOD', 'BPR04') });
  const methodsOf = (records: readonly Json[]): readonly unknown[] => records.map((one) => one['transaction']);
  const described = { method: { subType: 'METHOD', code: 'ACH', desc: 'METHOD ACH' } };
  const input = claims(['CLP*A*1'], ['CLP*B*2'], ['CLP*C*3']);

  const haveItsCodesDescribed = async (chunkSize: number): Promise<void> => {
    const engine = engineOf(everyCode(), claimPlugin({ status: code('CARC', 'CLP02'), transaction: from('0000', transaction) }));
    expect(methodsOf(await convertBothWays(engine, input, { chunkSize }))).toEqual(Array(3).fill(described));
  };

  it('have its codes described in batches of one', async () => haveItsCodesDescribed(1));

  it.each([2, 50])('have its codes described in batches of %d', haveItsCodesDescribed);

  it('have its codes described after a conversion without descriptions', async () => {
    const engine = engineOf(everyCode(), claimPlugin({ transaction: from('0000', transaction) }));
    const bare = { method: { subType: 'METHOD', code: 'ACH' } };
    expect(methodsOf(await convertBothWays(engine, input, { descriptions: false }))).toEqual(Array(3).fill(bare));
    expect(methodsOf(await convertBothWays(engine, input, { chunkSize: 1 }))).toEqual(Array(3).fill(described));
  });

  it('have its codes described also where another field of the batch asks for the same code first', async () => {
    const engine = engineOf(everyCode(), claimPlugin({ own: from('0000', transaction), transaction: from('0000', transaction) }));
    expect(methodsOf(await convertBothWays(engine, input, { chunkSize: 1 }))).toEqual(Array(3).fill(described));
  });

  it('have its codes described in every transaction of a batch', async () => {
    const engine = engineOf(everyCode(), claimPlugin({ transaction: from('0000', transaction) }));
    const sets = [1, 2].map((number) => transactionSet([...REMITTANCE_HEAD, 'CLP*A*1'], { controlNumber: `000${number}` }));
    expect(methodsOf(await convertBothWays(engine, writeSegments(envelope(sets))))).toEqual([described, described]);
  });
});

describe('a plugin that fails while codes are described', () => {
  /** Throws for the claim B after it has written a part of the record. */
  const failing: Field<string> = {
    doc: { place: '', schema: {} },
    bind: (scope, key) => {
      const bound = text('CLP01').bind(scope, key);
      return (
        bound && {
          encode: (loop, segment, base, run) => {
            bound.encode(loop, segment, base, run);
            if (segment.element(1) === 'B') throw new Error('cannot read B');
          },
        }
      );
    },
  };
  const input = claims(['CLP*A*1'], ['CLP*B*2'], ['CLP*C*3']);
  const plugin = () => claimPlugin({ status: code('CARC', 'CLP02'), id: failing });

  it('is reported once for each record, in the place of the record', async () => {
    const errors: unknown[] = [];
    const engine = engineOf(everyCode(), plugin(), errors);
    const { text: output, summary } = await convertText([sourceOf('a.edi', input)], {}, engine);
    expect(linesOf(output)).toEqual([
      { objectType: 'MAPPED', status: { subType: 'CARC', code: '1', desc: 'CARC 1' }, id: 'A' },
      { objectType: 'ERROR', code: 'EDI_PLUGIN_FAILED', message: expect.stringContaining('Mapped'), fileName: 'a.edi' },
      { objectType: 'MAPPED', status: { subType: 'CARC', code: '3', desc: 'CARC 3' }, id: 'C' },
    ]);
    expect(errors).toEqual([expect.objectContaining({ code: 'EDI_PLUGIN_FAILED', cause: new Error('cannot read B') })]);
    expect(summary).toMatchObject({ records: 3, errors: 1 });
  });

  it('is reported once for each record that is read as an object', async () => {
    const errors: unknown[] = [];
    const records = await readRecords([sourceOf('a.edi', input)], {}, engineOf(everyCode(), plugin(), errors));
    expect(records.map(({ objectType }) => objectType)).toEqual(['MAPPED', 'ERROR', 'MAPPED']);
    expect(errors).toHaveLength(1);
  });

  it('is reported in the same words as without descriptions', async () => {
    const [on, off] = await Promise.all(
      [true, false].map((descriptions) => convertLines([sourceOf('a.edi', input)], { descriptions }, engineOf(everyCode(), plugin()))),
    );
    expect(on?.[1]).toEqual(off?.[1]);
  });
});

describe('a directory that fails', () => {
  it('leaves the output as it is but for the descriptions', async () => {
    const plugin = () => claimPlugin({ status: code('CARC', 'CLP02'), diagnosis: code('ICD_10', 'CLP01') });
    const input = claims(['CLP*E119*1']);
    expect(await convertBothWays(engineOf(shapeDirectory, plugin()), input)).toEqual([
      { objectType: 'MAPPED', status: { subType: 'CARC', code: '1' }, diagnosis: { subType: 'ICD_10', code: 'E119', formattedCode: 'E11.9' } },
    ]);
  });
});

describe('the records of the product with descriptions', () => {
  const engine = createConverter({ codes: full });
  const sources = () => [sourceOf('a.edi', remittance({ after: ['PLB*123*20251231*WO:X*5'] }))];
  const options: readonly ConversionOptions[] = [
    {},
    { chunkSize: 1 },
    { transactionTopLevel: true },
    { convertControlSegments: true },
    { splitTransactions: false },
  ];

  it.each(options)('are the same as objects and as JSON: %j', async (one) => {
    const lines = await convertLines(sources(), one, engine);
    expect(await readRecords(sources(), one, engine)).toEqual(lines);
    expect(JSON.stringify(lines)).toContain('"desc":"CPT 99213"');
    expect(JSON.stringify(lines)).toContain('"desc":"PROVIDER_ADJUSTMENT_REASON_CODE WO"');
  });

  it.each(options)('are those without descriptions when these are taken away: %j', async (one) => {
    const without = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (key, member: unknown) => (['desc', 'instructionDesc', 'formattedCode'].includes(key) ? undefined : member));
    const on = await convertLines(sources(), one, engine);
    expect(without(on)).toEqual(await convertLines(sources(), { ...one, descriptions: false }, engine));
    expect(JSON.stringify(on)).toContain('"desc"');
  });

  it('are a JSON array that can be parsed', async () => {
    const { text: json } = await convertText(sources(), { output: 'json' }, engine);
    expect(JSON.parse(json)).toEqual(await convertLines(sources(), {}, engine));
  });

  it('are the same whether or not chunks are used again', async () => {
    const chunks: string[] = [];
    for await (const chunk of engine.convert(sources(), { output: 'ndjson', reusesChunks: true, chunkSize: 1 })) chunks.push(chunk.toString());
    expect(chunks.join('')).toBe((await convertText(sources(), {}, engine)).text);
  });
});
