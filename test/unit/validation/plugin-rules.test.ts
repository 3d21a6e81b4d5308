import { rulesPage } from '../../../src/docs/rules-page';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amount, loopRule, record, recordId, type SetRule, transactionRule } from '../../../src/plugin';
import type { EdiError } from '../../../src/common/edi-error';
import type { CodeDirectory } from '../../../src/mapping/code-descriptions';
import { Engine } from '../../../src/pipeline/engine';
import { TransactionSet } from '../../../src/plugin/plugin-metadata';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { directoryOf } from '../../support/code-directory';
import { type Json, linesOf, sourceOf } from '../../support/conversion';
import { makeProductPlugins, productSets } from '../../../src/plugin/product-plugins';

const remittance = readFileSync(join(__dirname, '../../../samples/835.edi'), 'utf8');

/** An engine whose plugin of payments has these rules. */
function engineWith(
  rules: readonly SetRule[],
  onError: (error: EdiError) => void = () => undefined,
  {
    codes,
    codeDay = () => 0,
    undatedLists = [],
  }: { readonly codes?: CodeDirectory; readonly codeDay?: () => number; readonly undatedLists?: readonly string[] } = {},
): Engine {
  const payment = record('Payment', { id: recordId(), chargeAmount: amount('CLP03') });
  @TransactionSet({ id: 'own', claims: [{ set: '835' }], guides: ['005010X221A1'] })
  class Own {
    readonly emits = [{ unit: '2100', record: payment }];
    readonly rules = rules;
    readonly codeDay = codeDay;
    readonly undatedLists = undatedLists;
  }
  const registry = new PluginRegistry();
  registry.addProduct(
    makeProductPlugins(),
    productSets.filter(({ options }) => options.id !== 'x12-835'),
  );
  registry.register(new Own());
  return new Engine(registry, { onError, ...(codes ? { codes } : {}) });
}

async function validate(engine: Engine, levels = '3'): Promise<Json[]> {
  let text = '';
  for await (const chunk of engine.validate([sourceOf('a.edi', remittance)], { output: 'ndjson', levels })) text += chunk.toString('utf8');
  return linesOf(text);
}

const FAILED = 'Plugin own failed';
const OUTCOME = 'it does not look at the rest of its transaction';

const FACTS = { level: 3, issueType: 'BALANCE', finds: 'Something.' } as const;

const always = loopRule({
  ...FACTS,
  id: 'own-always',
  loop: '2100',
  check: (claim, report) => report({ segment: claim.segments[0] ?? fail(), loop: claim, message: 'Found' }),
});

function fail(): never {
  throw new Error('A loop without segments.');
}

describe('the rules of a plugin', () => {
  it('should be asked about each loop, and be known by the catalogue', async () => {
    const engine = engineWith([always]);
    expect(await validate(engine)).toMatchObject([
      { message: 'Found', segment: 'CLP', loop: '2100', ruleId: 'own-always', snipLevel: 3 },
      { message: 'Found', segment: 'CLP' },
    ]);
    expect(rulesPage(engine.context.plugins)).toContain('`own-always`');
  });

  it('should see every unit and the segments of the transaction, in order', async () => {
    const seen: string[] = [];
    const gathering = transactionRule({
      ...FACTS,
      id: 'own-gathering',
      open: () => ({
        onUnit: (unit) => void seen.push(`unit ${unit.segments[0]?.element(1)}`),
        onSegment: (segment) => void seen.push(segment.id),
        close: (root) => void seen.push(`close ${root.segments[0]?.id}`),
      }),
    });
    expect(await validate(engineWith([gathering]))).toEqual([]);
    expect(seen).toEqual(['BPR', 'TRN', 'REF', 'DTM', 'unit JSC-1001', 'unit JSC-1002', 'PLB', 'SE', 'close ST']);
  });

  it('should be silent after those that they follow from, and for other guides', async () => {
    const follower = { ...always, id: 'own-follower', silentAfter: ['own-always'] };
    const foreign = { ...always, id: 'own-foreign', guides: ['005010X222A2'] };
    expect((await validate(engineWith([always, follower, foreign]))).map(({ ruleId }) => ruleId)).toEqual(['own-always', 'own-always']);
  });

  it('should not take others with them when they throw, and be told of once', async () => {
    const errors: EdiError[] = [];
    const broken = loopRule({ ...FACTS, id: 'own-broken', loop: '2100', check: () => fail() });
    const issues = await validate(engineWith([broken, always], (error) => errors.push(error)));
    expect(issues.map(({ message }) => message)).toEqual([`${FAILED} in check of rule own-broken at segment 18 (line 18); ${OUTCOME}`, 'Found', 'Found']);
    expect(errors.map(({ code, cause }) => [code, cause])).toEqual([['EDI_PLUGIN_FAILED', expect.any(Error)]]);
  });

  it.each([
    ['open', () => fail(), ''],
    ['onUnit', () => ({ onUnit: fail, close: () => undefined }), ' at segment 18 (line 18)'],
    ['onSegment', () => ({ onSegment: fail, close: () => undefined }), ' at segment 4 (line 4)'],
    ['close', () => ({ close: fail }), ' at segment 3 (line 3)'],
  ])('should not take others with them when `%s` throws, which is told with its place', async (hook, open, where) => {
    const errors: EdiError[] = [];
    const broken = transactionRule({ ...FACTS, id: 'own-broken', open });
    const issues = await validate(engineWith([broken, always], (error) => errors.push(error)));
    const message = `${FAILED} in ${hook} of rule own-broken${where}; ${OUTCOME}`;
    expect(issues.map((issue) => issue['message']).sort()).toEqual(['Found', 'Found', message]);
    expect(errors.map(({ code, message: told }) => [code, told])).toEqual([['EDI_PLUGIN_FAILED', `${message}.`]]);
  });

  it('should not take codes with them when `codeDay` throws, which is told once', async () => {
    const errors: EdiError[] = [];
    const codes = directoryOf(() => ({ validity: { isKnown: true, from: 20990101 } }));
    const engine = engineWith([always], (error) => errors.push(error), { codes, codeDay: fail });
    expect((await validate(engine, '1-7')).filter(({ message }) => message === 'Found')).toHaveLength(2);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Plugin own failed in codeDay at segment \d+ \(line \d+\); codes of its transaction may be of any day from here on\.$/),
    ]);
  });

  it('should accept codes of any day from lists without days', async () => {
    const codes = directoryOf(() => ({ validity: { isKnown: true, from: 20990101 } }));
    const listsWith = async (undatedLists: readonly string[]): Promise<ReadonlySet<unknown>> => {
      const issues = await validate(engineWith([], undefined, { codes, codeDay: () => 20240101, undatedLists }), '5');
      return new Set(issues.map(({ codeSubType }) => codeSubType));
    };
    const lists = await listsWith([]);
    expect(lists).toContain('CARC');
    expect(await listsWith(['CARC'])).toEqual(new Set([...lists].filter((list) => list !== 'CARC')));
  });
});
