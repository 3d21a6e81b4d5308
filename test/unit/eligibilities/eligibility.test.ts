import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../support/claims';
import { asRecord, convertText, type Json, linesOf, sourceOf } from '../../support/conversion';
import { cellsOf, convertCsv, convertCsvFiles } from '../../support/csv';

const SAMPLES = join(__dirname, '../../samples/x12-271');

const inputOf = (name: string): string => readFileSync(join(SAMPLES, name, 'input.edi'), 'utf8');

const convert = async (text: string): Promise<readonly Json[]> =>
  linesOf((await convertText([sourceOf('a.edi', text)], { objects: 'eligibility' })).text).filter(({ objectType }) => objectType !== 'WARNING');

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(asRecord) : []);

/** Keys of a plan that are lists of benefits. */
const listsOf = (plan: Json): readonly (readonly [string, readonly Json[]])[] =>
  Object.entries(plan).flatMap(([key, value]) => (Array.isArray(value) ? [[key, listOf(value)] as const] : []));

describe('a response about eligibility', () => {
  it('has a record for the subscriber with benefits and for each dependent', async () => {
    const records = await convert(inputOf('response'));
    expect(records.map((record) => [record['objectType'], at(record, 'patient', 'firstName'), listOf(record['benefits']).length > 0])).toEqual([
      ['ELIGIBILITY', undefined, true],
      ['ELIGIBILITY', 'KIM', true],
      ['ELIGIBILITY', 'LEE', false],
    ]);
    expect(records.map((record) => at(record, 'subscriber', 'firstName'))).toEqual(['JUNE', 'JUNE', 'JUNE']);
  });

  it('has no record for a subscriber who is named for dependents only', async () => {
    const [only, ...others] = await convert(inputOf('response-4010'));
    expect(others).toEqual([]);
    expect(at(only ?? {}, 'patient', 'firstName')).toBe('KIM');
  });

  it('shows each benefit in exactly one list of one plan', async () => {
    for (const record of await convert(inputOf('response'))) {
      const numbers = listOf(record['plans']).flatMap((plan) => listsOf(plan).flatMap(([, entries]) => entries.map((entry) => entry['benefitNumber'])));
      expect([...numbers].sort((a, b) => Number(a) - Number(b))).toEqual(listOf(record['benefits']).map((_benefit, i) => i + 1));
    }
  });

  it('has a list for every code of the standard, and reasons for others', async () => {
    const [subscriber = {}] = await convert(inputOf('response'));
    const [plan = {}] = listOf(subscriber['plans']);
    expect(listsOf(plan)).toHaveLength(29);
    expect(listOf(plan['invalidEntries']).map((entry) => [entry['informationCode'], entry['reason']])).toEqual([
      ['ZZ', 'UNKNOWN_INFORMATION_TYPE'],
      [undefined, 'NO_INFORMATION_TYPE'],
    ]);
  });

  it('sorts benefits without a name into the only plan, and into one without a name beside several', async () => {
    const named = async (...names: readonly string[]): Promise<unknown> => {
      const benefits = names.map((name) => `EB*B**98**${name}*27*20~\n`).join('');
      const [record = {}] = await convert(inputOf('response-4010').replace(/EB\*1[^]*?(?=SE\*)/, benefits));
      return listOf(record['plans']).map((plan) => [plan['name'], listOf(plan['coPayment']).map((entry) => entry['benefitNumber'])]);
    };
    expect(await named('', 'GOLD', '')).toEqual([['GOLD', [1, 2, 3]]]);
    expect(await named('', '')).toEqual([[undefined, [1, 2]]]);
    expect(await named('GOLD', '', 'SILVER')).toEqual([
      ['GOLD', [1]],
      [undefined, [2]],
      ['SILVER', [3]],
    ]);
  });

  it('says what amounts mean for their period', async () => {
    const [subscriber = {}] = await convert(inputOf('response'));
    const deductibles = listOf(at(subscriber, 'plans', 0, 'deductible'));
    expect(deductibles.map((entry) => [entry['balanceType'], entry['amount']])).toEqual([
      ['TOTAL', 1500],
      ['REMAINING', 410.25],
      ['YEAR_TO_DATE', 1089.75],
    ]);
  });

  it('has the errors of every level', async () => {
    const [subscriber = {}, kim = {}] = await convert(inputOf('response'));
    const levels = (record: Json): unknown => listOf(record['errors']).map(({ level }) => level);
    expect(levels(subscriber)).toEqual(['INFORMATION_SOURCE', 'PAYER', 'PROVIDER', 'SUBSCRIBER', 'BENEFIT']);
    expect(levels(kim)).toEqual(['INFORMATION_SOURCE', 'PAYER', 'PROVIDER', 'SUBSCRIBER', 'DEPENDENT']);
  });

  it('has a record without a person where the request was rejected before', async () => {
    const records = await convert(inputOf('rejected'));
    expect(records.map((record) => [at(record, 'errors', 0, 'level'), record['subscriber']])).toEqual([
      ['PROVIDER', undefined],
      ['INFORMATION_SOURCE', undefined],
    ]);
  });
});

describe('eligibility as CSV', () => {
  const source = sourceOf('271.edi', inputOf('response'));

  it('is one row for each benefit', async () => {
    const converted = await convertCsv([source], { objects: 'all' });
    const rows = cellsOf(converted, 'SubscriberFirstName', 'PatientFirstName', 'BenefitInformationType', 'BenefitAmount');
    expect(rows.slice(0, 3)).toEqual([
      ['JUNE', '', 'ACTIVE_COVERAGE', ''],
      ['JUNE', '', 'DEDUCTIBLE', '1500'],
      ['JUNE', '', 'DEDUCTIBLE', '410.25'],
    ]);
    expect(rows.filter(([, patient]) => patient === 'KIM')).toHaveLength(3);
  });

  it('is a file for persons and one for benefits', async () => {
    const files = await convertCsvFiles([source], { objects: 'all', schemaName: 'default' });
    expect(Object.keys(files).sort()).toEqual(['', '-Benefits', '-Rejections']);
    expect(files['']?.rows).toHaveLength(3);
  });
});
