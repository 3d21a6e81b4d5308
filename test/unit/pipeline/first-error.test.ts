import { EdiError } from '../../../src/common/edi-error';
import { orFirstError } from '../../../src/pipeline/write-results';

interface Result {
  readonly kind: string;
  readonly error?: EdiError;
}

const failure = (message: string): Result => ({ kind: 'notice', error: new EdiError('EDI_NOT_EDI', message) });
const RECORDS: Result = { kind: 'records' };

/** Holds failures back until something was read; `pulled` says for each result how many had been pulled when it came out. */
async function passed(results: readonly Result[]): Promise<{ readonly out: readonly Result[]; readonly pulled: readonly number[] }> {
  const pulled: number[] = [];
  let count = 0;
  let hasRead = false;
  async function* give(): AsyncGenerator<Result> {
    for (const result of results) {
      count++;
      yield result;
    }
  }
  const out: Result[] = [];
  const isHeld = ({ error }: Result): boolean => !(hasRead ||= error === undefined);
  for await (const result of orFirstError(give(), isHeld, () => hasRead)) {
    pulled.push(count);
    out.push(result);
  }
  return { out, pulled };
}

describe('orFirstError', () => {
  it('throws the first failure when nothing was read', async () => {
    await expect(passed([failure('one'), failure('two')])).rejects.toThrow('one');
  });

  it('yields held failures before the first record, in their order', async () => {
    const results = [failure('one'), failure('two'), RECORDS, failure('three')];
    expect(await passed(results)).toEqual({ out: results, pulled: [3, 3, 3, 4] });
  });

  it('holds nothing back after the first record', async () => {
    expect(await passed([RECORDS, failure('one'), RECORDS])).toMatchObject({ pulled: [1, 2, 3] });
  });

  it('yields nothing for nothing', async () => {
    expect(await passed([])).toEqual({ out: [], pulled: [] });
  });
});
