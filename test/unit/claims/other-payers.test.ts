import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../../src/common/issue';
import { converter, sourceOf } from '../../support/conversion';

const TEXT = readFileSync(join(__dirname, '../../../samples/837p.edi'), 'utf8');
/** The decision of the other payer about a line of 95. */
const DECISION = 'SVD*STPLAN*80*HC:99393**1~\nCAS*PR*2*15~\nDTP*573*D8*20260213~\n';
const DAY = 'DTP*573*D8*20260213~\n';

/** Messages of the rule for a line of 95 that other payers decided so. */
async function findings(...decisions: readonly string[]): Promise<readonly (string | undefined)[]> {
  expect(TEXT).toContain(DECISION);
  const text = TEXT.replace(DECISION, decisions.map((segments) => segments + DAY).join(''));
  const found: Issue[] = [];
  const options = { output: 'ndjson', rules: '837-line-adjudication', onIssue: (issue: Issue) => found.push(issue) } as const;
  for await (const _chunk of converter().validate([sourceOf('a.edi', text)], options));
  return found.filter(({ ruleId }) => ruleId === '837-line-adjudication').map(({ message }) => message);
}

describe('what another payer paid for a line', () => {
  it('should be the sum of its decisions where it unbundles the line', async () => {
    expect(await findings('SVD*STPLAN*50*HC:99393**1~\nCAS*PR*2*10~\n', 'SVD*STPLAN*30*HC:87880**1~\nCAS*PR*2*5~\n')).toEqual([]);
  });

  it('should be reported once for each payer and line', async () => {
    const found = await findings('SVD*STPLAN*50*HC:99393**1~\nCAS*PR*2*10~\n', 'SVD*STPLAN*31*HC:87880**1~\nCAS*PR*2*5~\n');
    expect(found).toEqual(['Line 1: Paid amount 81.00 of another payer does not match the charge amount 95.00 minus the sum of adjustments 15.00']);
  });

  it('should not be paid twice, though each decision alone agrees with the charge', async () => {
    const twice = 'SVD*STPLAN*80*HC:99393**1~\nCAS*PR*2*15~\n';
    expect(await findings(twice, twice)).toHaveLength(1);
  });

  it('should be summed for each payer', async () => {
    expect(await findings('SVD*STPLAN*80*HC:99393**1~\nCAS*PR*2*15~\n', 'SVD*OTHER*10*HC:99393**1~\nCAS*OA*23*85~\n')).toEqual([]);
    expect(await findings('SVD*STPLAN*60*HC:99393**1~\nCAS*PR*2*15~\n', 'SVD*OTHER*20*HC:99393**1~\n')).toHaveLength(2);
  });

  it('should not be compared where the line was paid together with another one', async () => {
    expect(await findings('SVD*STPLAN*50*HC:99393**1*2~\n', 'SVD*STPLAN*10*HC:87880**1~\n')).toEqual([]);
  });
});
