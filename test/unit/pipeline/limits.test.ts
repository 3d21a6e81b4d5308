import { EdiError } from '../../../src/common/edi-error';
import { convertText, converter, ediErrorOf, linesOf, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { claim, REMITTANCE_HEAD } from '../../support/remittance';

const CLAIMS = [1, 2, 3, 4].flatMap((number) => claim(number));

/** A file of transaction sets with these bodies. */
const fileOf = (...bodies: readonly (readonly string[])[]): string =>
  writeSegments(envelope(bodies.map((body, index) => transactionSet([...REMITTANCE_HEAD, ...body], { controlNumber: `000${index + 1}` }))));

const SEGMENTS = REMITTANCE_HEAD.length + CLAIMS.length + 1;

describe('the size of a transaction set', () => {
  it('ends the file that goes over it, after the records before', async () => {
    const { text, summary } = await convertText([sourceOf('a.edi', fileOf(CLAIMS, CLAIMS))], { maxTransactionSegments: SEGMENTS - 5 });
    expect(linesOf(text).map((record) => record['objectType'])).toEqual(expect.arrayContaining(['PAYMENT', 'ERROR']));
    expect(linesOf(text).at(-1)).toMatchObject({ objectType: 'ERROR', code: 'EDI_TRANSACTION_TOO_LARGE', fileName: 'a.edi' });
    expect([summary.errors, summary.transactions]).toEqual([1, 1]);
  });

  it('counts for each transaction set of its own, and lets the other files go on', async () => {
    const large = sourceOf('large.edi', fileOf([...CLAIMS, ...CLAIMS]));
    const { text } = await convertText([large, sourceOf('b.edi', fileOf(CLAIMS, CLAIMS))], { maxTransactionSegments: SEGMENTS });
    const records = linesOf(text);
    expect(records.filter(({ objectType }) => objectType === 'ERROR')).toEqual([expect.objectContaining({ fileName: 'large.edi' })]);
    expect(records.filter(({ objectType }) => objectType === 'PAYMENT').length).toBeGreaterThanOrEqual(8);
  });

  it('has no limit unless one is set', async () => {
    expect((await convertText([sourceOf('a.edi', fileOf(CLAIMS))])).summary.errors).toBe(0);
  });
});

describe('the size of one record', () => {
  const lines = Array.from({ length: 200 }, () => 'SVC*HC:99213*1*1**1');
  const large = fileOf([...claim(1), ...lines]);

  it('ends the file whose record goes over it', async () => {
    const { text } = await convertText([sourceOf('a.edi', fileOf([...claim(1), ...claim(2), ...lines]))], { maxRecordSegments: 100 });
    expect(linesOf(text).map(({ objectType, code }) => code ?? objectType)).toEqual(['PAYMENT', 'EDI_TRANSACTION_TOO_LARGE']);
  });

  it('counts from record to record, not over the transaction set', async () => {
    const many = Array.from({ length: 40 }, (_, index) => claim(index + 1)).flat();
    expect((await convertText([sourceOf('a.edi', fileOf(many))], { maxRecordSegments: 100 })).summary).toMatchObject({ errors: 0, records: 40 });
  });

  it('also bounds what is only validated', async () => {
    const { text } = await validated(large, { maxRecordSegments: 100 });
    expect(text).toContain('EDI_TRANSACTION_TOO_LARGE');
    expect((await validated(large, {})).text).not.toContain('EDI_TRANSACTION_TOO_LARGE');
  });

  it('is bounded in bytes, and the error says after which segment the record begins', async () => {
    const notes = Array.from({ length: 50 }, () => `REF*F8*${'9'.repeat(900)}`);
    const { text } = await convertText([sourceOf('a.edi', ...cut(fileOf([...claim(1), ...claim(2), ...notes])))], { maxRecordBytes: 20_000 });
    const [payment, error] = linesOf(text);
    expect(payment).toMatchObject({ objectType: 'PAYMENT' });
    expect(error).toMatchObject({ code: 'EDI_TRANSACTION_TOO_LARGE', message: expect.stringMatching(/after segment \d+ has more than 20000 bytes/) });
  });

  it('counts what a record shares with others', async () => {
    const head = Array.from({ length: 50 }, () => `REF*EV*${'9'.repeat(900)}`);
    const text = fileOf([...claim(1), ...claim(2)]).replace('CLP*', `${head.join('~')}~CLP*`);
    const error = await ediErrorOf(async () => convertText([sourceOf('a.edi', text)], { maxRecordBytes: 70_000 }));
    expect(error.code).toBe('EDI_TRANSACTION_TOO_LARGE');
    expect((await convertText([sourceOf('a.edi', text)], { maxRecordBytes: 150_000 })).summary.records).toBe(2);
  });

  it('waits for admission when it is large, and is released when it was written', async () => {
    const calls: string[] = [];
    const admitLargeRecord = async (): Promise<() => void> => {
      calls.push('admitted');
      return () => void calls.push('released');
    };
    const notes = Array.from({ length: 1_500 }, () => `REF*F8*${'9'.repeat(900)}`);
    const input = fileOf([...claim(1), ...notes, ...claim(2)]);
    expect((await convertText([sourceOf('a.edi', ...cut(input))], { admitLargeRecord })).summary).toMatchObject({ errors: 0, records: 2 });
    expect(calls).toEqual(['admitted', 'released']);
  });

  it('ends the file when it is not admitted', async () => {
    const notes = Array.from({ length: 1_500 }, () => `REF*F8*${'9'.repeat(900)}`);
    const admitLargeRecord = async (): Promise<never> => Promise.reject(new EdiError('EDI_SERVICE_OVERLOADED', 'Later.'));
    const error = await ediErrorOf(async () => convertText([sourceOf('a.edi', ...cut(fileOf([...claim(1), ...notes])))], { admitLargeRecord }));
    expect(error.code).toBe('EDI_SERVICE_OVERLOADED');
  });

  it('is an error of its own when nothing could be converted', async () => {
    expect((await ediErrorOf(async () => convertText([sourceOf('a.edi', large)], { maxRecordSegments: 100 }))).code).toBe('EDI_TRANSACTION_TOO_LARGE');
  });
});

/** The text in pieces as they come from a network. */
function cut(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / 8_192) }, (_, i) => text.slice(8_192 * i, 8_192 * (i + 1)));
}

async function validated(text: string, options: object, output = 'ndjson'): Promise<{ readonly text: string; readonly issues: number }> {
  const validation = converter().validate([sourceOf('a.edi', text), sourceOf('b.edi', fileOf(CLAIMS))], { output, ...options });
  const chunks: Buffer[] = [];
  for await (const chunk of validation) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), issues: validation.summary.issues };
}

describe('the number of issues', () => {
  const dirty = fileOf(Array.from({ length: 50 }, (_, index) => [...claim(index + 1), 'ZZZ*1']).flat());

  it('ends a file whose findings have no other limit', async () => {
    const options = { maxWarnings: -1, maxIssues: 20 };
    expect(linesOf((await convertText([sourceOf('a.edi', dirty)], options)).text).at(-1)).toMatchObject({ code: 'EDI_TOO_MANY_WARNINGS' });
    expect((await convertText([sourceOf('a.edi', dirty)], { maxWarnings: -1 })).summary.errors).toBe(0);
  });

  it.each(['ndjson', 'annotated-text'])('ends a file that is only validated, and the next one is read: %s', async (output) => {
    const { text, issues } = await validated(dirty, { maxIssues: 20 }, output);
    expect(text.match(/Too Many Warnings/g)).toHaveLength(1);
    const without = await validated(dirty, {}, output);
    expect(without.issues).toBeGreaterThan(issues);
    expect(without.text).not.toContain('Too Many Warnings');
  });
});
