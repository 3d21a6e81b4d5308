import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledge, convert, match, parse } from '../../src';
import type { CodeDirectory } from '../../src/mapping/code-descriptions';
import { liveBytes } from '../growth/growth';

const REMITTANCE = readFileSync(join(__dirname, '../../samples/835.edi'), 'utf8');

const CALLS = 300;

/** Calls after which everything is bound and compiled. */
const FIRST_CALLS = 50;

/** A call whose bindings were its own would take about one. */
const MAX_MEGABYTES = 20;

/** Describes every code by a text. */
const describing = (desc: string): CodeDirectory => ({
  describe: async (asked) => new Map([...asked].map(([list, codes]) => [list, new Map([...codes].map((code) => [code, { desc }]))])),
});

/** Descriptions, and messages of findings, that a conversion shows. */
async function shownBy(text: string, desc: string | undefined): Promise<{ readonly descriptions: ReadonlySet<unknown>; readonly issues: readonly string[] }> {
  const issues: string[] = [];
  const descriptions = new Set<unknown>();
  const options = { validate: true, ...(desc === undefined ? {} : { codes: describing(desc) }) };
  for await (const record of convert(text, { ...options, onIssue: ({ message }) => void issues.push(message) })) {
    if (record.objectType === 'PAYMENT') descriptions.add(record.facilityCode?.desc);
  }
  return { descriptions, issues };
}

describe('calls of the library', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'convert',
      async () => {
        for await (const _record of convert(REMITTANCE));
      },
    ],
    [
      'convert with a directory of codes for each call',
      async () => {
        for await (const _record of convert(REMITTANCE, { codes: describing('x') }));
      },
    ],
    ['parse', () => parse(REMITTANCE)],
    [
      'acknowledge',
      async () => {
        for await (const _piece of acknowledge(REMITTANCE));
      },
    ],
    [
      'match',
      async () => {
        for await (const _record of match([REMITTANCE]));
      },
    ],
  ])('do not take more memory the more there were: %s', async (_what, call) => {
    for (let i = 0; i < FIRST_CALLS; i++) await call();
    const before = liveBytes();
    for (let i = FIRST_CALLS; i < CALLS; i++) await call();
    expect((liveBytes() - before) / 1e6).toBeLessThan(MAX_MEGABYTES);
  });

  it('have their own codes and listeners when they run at the same time', async () => {
    const damaged = REMITTANCE.replace('CLP*', 'CLP**');
    const alone = [await shownBy(REMITTANCE, 'first'), await shownBy(damaged, 'second'), await shownBy(REMITTANCE, undefined)];
    expect(alone.map(({ descriptions }) => [...descriptions])).toEqual([['first'], ['second'], [undefined]]);
    expect(alone[1]?.issues).not.toEqual(alone[0]?.issues);
    expect(await Promise.all([shownBy(REMITTANCE, 'first'), shownBy(damaged, 'second'), shownBy(REMITTANCE, undefined)])).toEqual(alone);
  });

  it('refuse a plugin each time', async () => {
    for (let i = 0; i < 2; i++) {
      await expect(convert(REMITTANCE, { plugins: ['./no-such-folder'] }).next()).rejects.toMatchObject({ code: 'EDI_PLUGIN_INVALID' });
      await expect(convert(REMITTANCE).next()).resolves.toMatchObject({ done: false });
    }
  });
});
