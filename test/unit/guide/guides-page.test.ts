import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as format from '../../../src/guide/guide-format';
import { readGuide } from '../../../src/guide/guide-loader';
import { loopOf } from './small-guide';

const PAGE = readFileSync(join(__dirname, '../../../docs/guides.md'), 'utf8');

describe('the page on guides', () => {
  it('shows a guide that compiles', () => {
    const example = /```yaml\n([^]*?)```/.exec(PAGE)?.[1] ?? '';
    const guide = readGuide(example, '005010X999.yaml');
    expect(guide.segments).toHaveLength(12);
    expect(loopOf(guide, '2000B/2300').trigger.id).toBe('CLM');
  });

  it.each(Object.entries(format))('explains every key of %s', (_, keys) => {
    expect(Object.keys(keys).filter((key) => !PAGE.includes(`\`${key}\``))).toEqual([]);
  });
});
