import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIST_KEYS, SCHEMA_KEYS } from '../../plugins/tables/schema/schema-format';
import { ROOT } from './project-files';

const page = readFileSync(join(ROOT, 'docs/csv-schema.md'), 'utf8');

describe('docs/csv-schema.md', () => {
  it.each([...Object.keys(SCHEMA_KEYS), ...Object.keys(LIST_KEYS)])('explains the key %s', (key) => {
    expect(page).toMatch(new RegExp(`^\\| \`${key}\` +\\| \\S`, 'm'));
  });

  it('names every schema of the product', () => {
    const schemas = readFileSync(join(ROOT, 'schemas/csv/csv_conversion.yaml'), 'utf8');
    const names = new Set([...schemas.matchAll(/^- name: (\S+)$/gm)].map(([, name = '']) => name));
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
