import { dateAndTime, dateTime, periodFrom, periodTo } from '../../../src/plugin';
import { mapped } from '../../support/mapped';

const fields = { from: periodFrom('DTM[472]02'), to: periodTo('DTM[472]02'), time: dateTime('DTM[472]02') };
const of = (value: string) => mapped(fields, ['CLP*A*1', 'SVC*HC:1*1*1', `DTM*472*${value}`], { unit: '2110' });

describe('a day or a period', () => {
  it.each([
    ['20250102', { from: '2025-01-02', time: '2025-01-02' }],
    ['20250102-20250105', { from: '2025-01-02', to: '2025-01-05', time: '2025-01-02' }],
    ['20240229-20240229', { from: '2024-02-29', to: '2024-02-29', time: '2024-02-29' }],
    ['20250102-20250231', { from: '2025-01-02', time: '2025-01-02' }],
    ['20250231-20250105', { to: '2025-01-05' }],
    ['202501021405', { from: '2025-01-02', time: '2025-01-02T14:05:00' }],
    ['20250102140506', { from: '2025-01-02', time: '2025-01-02T14:05:06' }],
    ['2025010214050607', { from: '2025-01-02', time: '2025-01-02T14:05:06.07' }],
    ['202501022405', {}],
    ['202502301405', {}],
    ['20250102 20250105', {}],
    ['20250102-2025010', {}],
    ['250102', {}],
    ['1405', {}],
    ['', {}],
    ['ABCDEFGH', {}],
  ])('%j is %j', async (value, expected) => {
    expect(await of(value)).toEqual(expected);
  });
});

describe('a date and a time in two elements', () => {
  it.each([
    ['20250102*1405', '2025-01-02T14:05:00'],
    ['20250102*140506', '2025-01-02T14:05:06'],
    ['20250102', undefined],
    ['*1405', undefined],
    ['20250230*1405', undefined],
    ['20250102*2405', undefined],
  ])('%j are %j', async (value, expected) => {
    const { both } = await mapped({ both: dateAndTime('CLP02', 'CLP03') }, [`CLP*A*${value}`]);
    expect(both).toBe(expected);
  });
});
