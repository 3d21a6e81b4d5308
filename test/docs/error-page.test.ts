import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CATALOGUE } from '../../src/common/error-catalogue';
import { ISSUE_TYPES } from '../../src/common/issue';
import { ROOT } from './project-files';

const PAGE = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');

/** One entry of the page: its heading, and the paragraph below with status and meaning. */
const ENTRY = /^### (EDI_[A-Z_]+)\n\n\*\*(\d{3})\*\* (.+)\n\n([\s\S]*?)(?=^##)/gm;

const entries = [...PAGE.matchAll(ENTRY)].map(([, code = '', status, when, advice = '']) => ({ code, status: Number(status), when, advice }));

describe('the error page', () => {
  it('has every code of the catalogue, sorted, with its status and its meaning', () => {
    const catalogued = Object.entries(ERROR_CATALOGUE).map(([code, { status, when }]) => ({ code, status, when }));
    expect(entries.map(({ code, status, when }) => ({ code, status, when }))).toEqual(catalogued);
    expect(catalogued.map(({ code }) => code)).toEqual(catalogued.map(({ code }) => code).sort());
  });

  it.each(entries)('says for $code what causes it and what to do', ({ advice }) => {
    expect(advice).toMatch(/^- Cause: /m);
    expect(advice).toMatch(/^- Do: /m);
  });

  it('explains every type of finding', () => {
    const [, findings = ''] = PAGE.split('\n## Findings\n');
    const explained = [...findings.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm)].flatMap(([, types = '']) => types.replaceAll('`', '').split(', '));
    expect(explained.filter((type) => !['ERROR', 'WARNING', 'VALIDATION'].includes(type)).sort()).toEqual([...ISSUE_TYPES]);
  });
});
