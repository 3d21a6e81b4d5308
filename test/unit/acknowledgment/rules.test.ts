import { GENERAL_RULES } from '../../../src/validation/rule-catalogue';
import { acknowledge } from '../../support/acknowledge';
import { findIssues } from '../../support/generate';
import { failingText, RULE_SAMPLES } from '../validation/rule-samples';
import { RULE_NOTES } from './rule-notes';
import { everyNth } from '../../support/fuzz';

/** Rules that no sample can show, because a plugin of the product reads every set. */
const WITHOUT_SAMPLE = ['set-unsupported', 'segment-unread', 'value-unread', 'value-unreadable'];

const noted = Object.entries(RULE_NOTES).map(([id, lines]) => [id, lines] as const);

describe('the 999 of what a rule finds', () => {
  it('is known for every rule that knows the guide alone', () => {
    const ids = GENERAL_RULES.map(({ id }) => id).filter((id) => !WITHOUT_SAMPLE.includes(id));
    expect(ids.filter((id) => RULE_NOTES[id] === undefined)).toEqual([]);
  });

  it.each(noted)('should tell of %s with its code, at its segment and element', async (id, lines) => {
    const sample = RULE_SAMPLES[id];
    const { segments } = await acknowledge([sample === undefined ? '' : failingText(sample)], { levels: '1-7' });
    expect(segments).toEqual(expect.arrayContaining([...lines]));
  });

  it.each(everyNth(3, Object.keys(RULE_SAMPLES)))('should be valid at all levels for %s', async (id) => {
    const sample = RULE_SAMPLES[id];
    const { edi } = await acknowledge([sample === undefined ? '' : failingText(sample)], { levels: '1-7' });
    expect(await findIssues(Buffer.from(edi))).toBe('');
  });

  it('should say nothing of rules that are switched off', async () => {
    const sample = RULE_SAMPLES['element-too-long'];
    const { segments } = await acknowledge([sample === undefined ? '' : failingText(sample)], { rules: '-element-too-long' });
    expect(segments).toContain('IK5*A');
  });
});
