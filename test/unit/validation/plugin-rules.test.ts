import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amount, loopRule, record, recordId, type SetRule, transactionRule } from '../../../src/plugin';
import type { EdiError } from '../../../src/common/edi-error';
import { Engine } from '../../../src/pipeline/engine';
import { TransactionSet } from '../../../src/plugin/plugin-metadata';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { type Json, linesOf, sourceOf } from '../../support/conversion';
import { loadProductPlugins } from '../../../src/plugin/plugin-loader';

const remittance = readFileSync(join(__dirname, '../../../samples/835.edi'), 'utf8');

/** An engine whose plugin of payments has these rules. */
function engineWith(rules: readonly SetRule[], onError: (error: EdiError) => void = () => undefined): Engine {
  const payment = record('Payment', { id: recordId(), chargeAmount: amount('CLP03') });
  @TransactionSet({ id: 'own', claims: [{ set: '835' }], guides: ['005010X221A1'] })
  class Own {
    readonly emits = [{ unit: '2100', record: payment }];
    readonly rules = rules;
  }
  const registry = new PluginRegistry();
  for (const Plugin of loadProductPlugins()) if (!Plugin.name.includes('Remittance')) registry.register(new Plugin());
  registry.register(new Own());
  return new Engine(registry, { onError });
}

async function validate(engine: Engine): Promise<Json[]> {
  let text = '';
  for await (const chunk of engine.validate([sourceOf('a.edi', remittance)], { output: 'ndjson', levels: '3' })) text += chunk.toString('utf8');
  return linesOf(text);
}

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
    expect(engine.rulesPage()).toContain('`own-always`');
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
    expect(issues.map(({ message }) => message)).toEqual(['Rule own-broken failed; it does not look at the rest of its transaction', 'Found', 'Found']);
    expect(errors.map(({ code, cause }) => [code, cause])).toEqual([['EDI_PLUGIN_FAILED', expect.any(Error)]]);
  });
});
