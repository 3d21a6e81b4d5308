import { createConverter } from '../../src/pipeline/create-converter';
import { WorkerPool } from '../../src/pipeline/workers/worker-pool';
import { ensureBuilt } from '../docs/built-service';
import { convertText, type Json, linesOf } from '../support/conversion';
import { storedSource } from '../support/parts';
import { removePackages, writePackage } from '../support/plugin-package';
import { claim, remittance } from '../support/remittance';

beforeAll(ensureBuilt);
afterAll(removePackages);

/** Where a plugin from outside may have the issues of its records: the members of its record. */
const PLACES = {
  last: "number: text('CLP01'), charge: amount('CLP03'), validationIssues: validationIssues()",
  first: "validationIssues: validationIssues(), number: text('CLP01'), charge: amount('CLP03')",
  between: "number: text('CLP01'), validationIssues: validationIssues(), charge: amount('CLP03')",
  nested: "number: text('CLP01'), checks: group(record('Checks', { status: text('CLP02'), validationIssues: validationIssues() })), charge: amount('CLP03')",
  'alone in an object': "number: text('CLP01'), checks: group(record('Checks', { validationIssues: validationIssues() })), charge: amount('CLP03')",
  'first in an object':
    "number: text('CLP01'), checks: group(record('Checks', { validationIssues: validationIssues(), status: text('CLP02') })), charge: amount('CLP03')",
} as const;

const REST = ['more', 'names', 'lines'];

const pluginWith = (members: string): string =>
  writePackage({
    'index.js': `
      const { amount, defineTransactionSet, each, group, loops, record, text, validationIssues } = require('clearloop/plugin');
      // Nothing of a claim is without a field, so that the kernel writes records with issues too.
      const all = (name, segment, count) => each(segment, record(name, Object.fromEntries(Array.from({ length: count }, (_, i) => ['e' + i, text('0' + (i + 1))]))));
      const line = record('OwnLine', { list: text('SVC01-1'), code: text('SVC01-2'), charge: text('SVC02'), paid: text('SVC03'), units: text('SVC05'),
        days: all('OwnDay', 'DTM', 2), adjustments: all('OwnAdjustment', 'CAS', 3) });
      const rest = { more: all('OwnRest', 'CLP', 9), names: all('OwnName', 'NM1', 4), lines: loops('2110', line) };
      const payment = record('OwnPayment', { ${members}, ...rest });
      exports.payments = defineTransactionSet({ id: 'own-payments', claims: [{ set: '835' }], replaces: ['x12-835'], emits: [{ unit: '2100', record: payment }] });`,
  });

/** Every other claim has a reason that is too long. */
const claims = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? claim(i) : [...claim(i).slice(0, -1), 'CAS*PR*123456*20']));

const OPTIONS = { validate: true, rules: '-segment-unread,-value-unread', descriptions: false, output: 'ndjson' };

/** The records of two files, in one thread and in two. */
async function recordsOf(members: string): Promise<readonly Json[]> {
  const sources = ['a.edi', 'b.edi'].map((name) => storedSource(name, remittance({ claims })).source);
  const engine = createConverter({ plugins: [pluginWith(members)] });
  const [one, two] = [await convertText(sources, OPTIONS, engine), await convertText(sources, { ...OPTIONS, workers: 2 }, engine)];
  if (engine.context.workers instanceof WorkerPool) await engine.context.workers.close();
  expect(two.text).toBe(one.text);
  return linesOf(one.text);
}

describe('issues in records of a plugin from outside', () => {
  it.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('stand where the plugin has them, with one and two threads: %s', async (place) => {
    const records = await recordsOf(PLACES[place]);
    const payments = records.filter(({ number }) => number !== undefined);
    expect(payments).toHaveLength(2 * claims.length);
    payments.forEach((payment, i) => {
      const object = (place.includes('object') || place === 'nested' ? payment['checks'] : payment) as Json | undefined;
      const issues = object?.['validationIssues'] as readonly Json[] | undefined;
      expect([payment['number'], issues?.map(({ element, segment }) => element ?? segment)]).toEqual([`CLAIM${i % 400}`, i % 2 === 0 ? undefined : ['CAS02']]);
    });
  });

  it('follow the order of the members', async () => {
    const keys = async (place: keyof typeof PLACES) => Object.keys((await recordsOf(PLACES[place])).find((one) => one['number'] === 'CLAIM1') ?? {});
    expect(await keys('first')).toEqual(['validationIssues', 'number', 'charge', ...REST]);
    expect(await keys('between')).toEqual(['number', 'validationIssues', 'charge', ...REST]);
    expect(await keys('nested')).toEqual(['number', 'checks', 'charge', ...REST]);
  });
});
