import { dateOf } from '../../../src/plugin';
import { jsonOf, mapped } from '../../support/mapped';

const fields = { first: dateOf('min', '2110', 'DTM[150|151|472]02'), last: dateOf('max', '2110', 'DTM[150|151|472]02') };

const lines = (...dates: readonly string[]) => ['CLP*A*1', ...dates.flatMap((date) => ['SVC*HC:1*1*1', date])];

describe('the earliest and latest date of the lines', () => {
  it('is taken from all of them, whatever their order', async () => {
    expect(await mapped(fields, lines('DTM*472*20250115', 'DTM*150*20241231', 'DTM*151*20250201', 'DTM*472*20250101'))).toEqual({ first: '2024-12-31', last: '2025-02-01' });
  });

  it('is the same for one date', async () => {
    expect(await mapped(fields, lines('DTM*472*20250115'))).toEqual({ first: '2025-01-15', last: '2025-01-15' });
  });

  it('does not count dates that are none, and dates of other kinds', async () => {
    expect(await mapped(fields, lines('DTM*472*20259999', 'DTM*472*20250115', 'DTM*999*20200101'))).toEqual({ first: '2025-01-15', last: '2025-01-15' });
  });

  it('does not count dates of the claim', async () => {
    expect(await mapped(fields, ['CLP*A*1', 'DTM*232*20200101', 'SVC*HC:1*1*1', 'DTM*472*20250115'])).toEqual({ first: '2025-01-15', last: '2025-01-15' });
  });

  it('is absent without dates', async () => {
    expect(await jsonOf(fields.first, ['CLP*A*1', 'SVC*HC:1*1*1'])).toBeUndefined();
    expect(await jsonOf(fields.last, ['CLP*A*1'])).toBeUndefined();
  });
});
