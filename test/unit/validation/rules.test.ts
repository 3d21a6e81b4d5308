import type { Issue } from '../../../src/common/issue';
import { createConverter } from '../../../src/pipeline/create-converter';
import { directoryOf } from '../../support/code-directory';
import { sourceOf } from '../../support/conversion';
import { ruleIds } from '../../support/rule-ids';
import { failingText, passingText, RULE_SAMPLES, type RuleSample } from './rule-samples';

/** Every list is loaded and has every code. */
const engine = createConverter({ codes: directoryOf(() => ({ validity: { isKnown: true } })) });

/** Rules that no sample can show, because a plugin of the product reads every set; and those about records, which a validation alone does not make. */
const WITHOUT_SAMPLE = ['set-unsupported', 'segment-unread', 'value-unread', 'value-unreadable'];

async function validate(text: string): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  const run = engine.validate([sourceOf('sample.edi', text)], { output: 'ndjson', levels: '1-7', onIssue: (issue) => issues.push(issue) });
  for await (const _chunk of run);
  return issues;
}

const ofRule = (issues: readonly Issue[], ruleId: string): readonly Issue[] => issues.filter((issue) => issue.ruleId === ruleId);

describe('every rule', () => {
  it('has a sample, and every sample a rule', () => {
    // Rules of NCPDP have a table of their own: test/unit/ncpdp/validation.test.ts.
    const ids = ruleIds(engine.context.plugins).filter((id) => !WITHOUT_SAMPLE.includes(id) && !id.startsWith('ncpdp-'));
    expect(Object.keys(RULE_SAMPLES).sort()).toEqual(ids.sort());
  });

  const samples: readonly (readonly [string, RuleSample])[] = Object.entries(RULE_SAMPLES);

  it.each(samples)('%s should report its failing sample, at its place', async (ruleId, sample) => {
    const found = ofRule(await validate(failingText(sample)), ruleId);
    expect(found).not.toEqual([]);
    const { element, segment } = sample;
    expect(found).toContainEqual(expect.objectContaining({ ...(element ? { element } : {}), ...(segment ? { segment } : {}) }));
  });

  it.each(samples)('%s should not report its passing sample', async (ruleId, sample) => {
    expect(ofRule(await validate(passingText(sample)), ruleId)).toEqual([]);
  });

  it.each(samples)('%s should say nothing once it is switched off', async (ruleId, sample) => {
    const issues: Issue[] = [];
    const run = engine.validate([sourceOf('sample.edi', failingText(sample))], {
      output: 'ndjson',
      levels: '1-7',
      rules: `-${ruleId}`,
      onIssue: (issue) => issues.push(issue),
    });
    for await (const _chunk of run);
    expect(ofRule(issues, ruleId).filter(({ dataLoss }) => dataLoss !== true)).toEqual([]);
  });
});
