import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesPage } from '../../src/docs/rules-page';
import { converter } from '../support/conversion';
import { ruleIds } from '../support/rule-ids';
import { filesBelow, ROOT } from './project-files';

const engine = converter();
const page = readFileSync(join(ROOT, 'docs/validation-rules.md'), 'utf8');

/** `ruleId: 'segment-late'` in code that has no rule object at hand. */
const NAMED = /ruleId: '([a-z0-9-]+)'/g;

describe('docs/validation-rules.md', () => {
  it('is current', () => {
    expect(page).toBe(rulesPage(engine.context.plugins));
  });

  it.each(ruleIds(engine.context.plugins))('lists %s', (id) => {
    expect(page).toContain(`| \`${id}\``);
  });

  it('knows every rule that reading names', () => {
    const named = filesBelow('src', '.ts').flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(NAMED)].map(([, id = '']) => id));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !engine.context.rules.has(id))).toEqual([]);
  });
});
