import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { markdownPages, ROOT } from './project-files';

const LINK = /\]\(([^()\s]+)\)/g;
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm;
const HEADING = /^#{1,6} (.+)$/gm;

describe('documentation', () => {
  it.each(markdownPages())('%s links to pages and headings that exist', (page) => {
    const targets = [...withoutCode(page).matchAll(LINK)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
    expect(targets.filter((target) => !exists(page, target))).toEqual([]);
  });
});

function exists(page: string, target: string): boolean {
  const [path = '', heading] = target.split('#');
  const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, file))) return false;
  return heading === undefined || (statSync(join(ROOT, file)).isFile() && anchorsOf(file).includes(heading));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...withoutFences(page).matchAll(HEADING)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function withoutCode(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(CODE, '');
}

function withoutFences(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}
