import { payment } from '../../../plugins/x12-835/payment';
import { mapAll, mapped } from '../../support/mapped';

const { serviceDateFrom: first, serviceDateTo: last } = payment.fields;
const fields = { ...(first && { first }), ...(last && { last }) };

const lines = (...dates: readonly string[]) => ['CLP*A*1', ...dates.flatMap((date) => ['SVC*HC:1*1*1', date])];

describe('the earliest and latest date of the lines', () => {
  it('is taken from all of them, whatever their order', async () => {
    expect(await mapped(fields, lines('DTM*472*20250115', 'DTM*150*20241231', 'DTM*151*20250201', 'DTM*472*20250101'))).toEqual({
      first: '2024-12-31',
      last: '2025-02-01',
    });
  });

  it('is the same for one date', async () => {
    expect(await mapped(fields, lines('DTM*472*20250115'))).toEqual({ first: '2025-01-15', last: '2025-01-15' });
  });

  it('does not count dates that are none, and dates of other kinds', async () => {
    expect(await mapped(fields, lines('DTM*472*20259999', 'DTM*472*20250115', 'DTM*999*20200101'))).toEqual({ first: '2025-01-15', last: '2025-01-15' });
  });

  it('is taken from every date of a line, also behind one that is none', async () => {
    expect(await mapped(fields, ['CLP*A*1', 'SVC*HC:1*1*1', 'DTM*472*20259999', 'DTM*150*20250102', 'DTM*151*20250104'])).toEqual({
      first: '2025-01-02',
      last: '2025-01-04',
    });
  });

  it('does not count dates of the claim', async () => {
    expect(await mapped(fields, ['CLP*A*1', 'DTM*232*20200101', 'SVC*HC:1*1*1', 'DTM*472*20250115'])).toEqual({ first: '2025-01-15', last: '2025-01-15' });
  });

  it('is that of the claim itself, not of the claim before', async () => {
    const { records } = await mapAll(fields, [...lines('DTM*472*20250115'), 'CLP*B*1', ...lines('DTM*472*20250220')]);
    expect(records.map(({ first }) => first)).toEqual(['2025-01-15', undefined, '2025-02-20']);
  });

  it('is absent without dates', async () => {
    expect(await mapped(fields, ['CLP*A*1', 'SVC*HC:1*1*1'])).toEqual({});
    expect(await mapped(fields, ['CLP*A*1'])).toEqual({});
  });
});
