import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledge, convert, createConverter, EdiError, parse } from '../../src';

const REMITTANCE = readFileSync(join(__dirname, '../../samples/835.edi'), 'utf8');

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}

/** The error that work rejects with. */
async function errorOf(work: Promise<unknown>): Promise<EdiError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EdiError)) throw new Error('Expected an EdiError.', { cause: error });
  return error;
}

/** A source that gives the text and then fails. */
async function* failing(text: string, error: Error): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
  throw error;
}

describe('convert', () => {
  it.each([
    ['convert', (input: string) => all(convert(input))],
    ['acknowledge', (input: string) => all(acknowledge(input))],
    ['parse', (input: string) => parse(input)],
  ])('rejects for a file that is not there: %s', async (_name, read) => {
    const error = await errorOf(read('folder/missing.edi'));
    expect(error).toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', cause: { code: 'ENOENT' } });
    expect(error.message).toMatch(/^missing\.edi: The file cannot be read: there is no such file\./);
  });

  it.each([
    ['a source of createConverter', { name: 'remit.835', open: () => [] }],
    ['a URL', new URL('file:///remit.835')],
    ['nothing', undefined],
  ])('refuses an input of another kind: %s', async (_what, input) => {
    for (const read of [(given: never) => all(convert(given)), (given: never) => all(acknowledge(given)), async (given: never) => parse(given)]) {
      const error = await errorOf(read(input as never));
      expect(error).toMatchObject({ code: 'EDI_BAD_PARAMETER', message: expect.stringMatching(/^The input must be a path, /) });
    }
  });

  it('rejects for an input that is no EDI', async () => {
    expect(await errorOf(all(convert(Buffer.from('<html>'), { fileName: 'page.html' })))).toMatchObject({
      code: 'EDI_NOT_EDI',
      message: expect.stringMatching(/^page\.html: /),
    });
  });

  it.each([
    ['at once', '', 0],
    ['midway', REMITTANCE, 3],
  ])('rejects with the error of a source that throws %s as cause, after the records before it', async (_when, text, count) => {
    const cause = new Error('socket closed');
    const seen: object[] = [];
    const read = async (): Promise<void> => {
      for await (const record of convert(failing(text, cause), { fileName: 'remit.edi' })) seen.push(record);
    };
    const error = await errorOf(read());
    expect(error).toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', cause });
    expect(error.message).toMatch(/^remit\.edi: /);
    expect(error.message).not.toMatch(/service|log|socket/);
    expect(seen).toHaveLength(count);
  });

  it('yields ERROR records where reading went on, and for several files', async () => {
    const damaged = REMITTANCE.replace('GE*1*', 'lost bytes~GE*1*').replace(/~\s*ST\*/, '~\nXX*1~\nST*');
    const kinds = (await all(convert(damaged))).map(({ objectType }) => objectType);
    expect(kinds).toContain('ERROR');
    expect(kinds).toContain('PAYMENT');
    const sources = [
      { name: 'bad.edi', open: () => failing('', new Error('gone')) },
      {
        name: 'good.edi',
        open: async function* () {
          yield Buffer.from(REMITTANCE);
        },
      },
    ];
    const records = await all(createConverter().records(sources));
    expect(records[0]).toMatchObject({ objectType: 'ERROR', code: 'EDI_SOURCE_UNREADABLE', fileName: 'bad.edi' });
    expect(records).toHaveLength(4);
  });
});

/** Options as JavaScript passes them, unchecked. */
const asOptions = (options: Readonly<Record<string, unknown>>): Readonly<Record<string, never>> => options as Readonly<Record<string, never>>;

describe('options', () => {
  const unknown: Readonly<Record<string, unknown>> = { warningsInRespons: true };
  const converter = createConverter();

  it.each([
    ['convert', () => all(convert(REMITTANCE, unknown)), 'warningsInResponse'],
    ['acknowledge', () => all(acknowledge(REMITTANCE, asOptions({ maxIsues: 1 }))), 'maxIssues'],
    ['parse', () => parse(REMITTANCE, asOptions({ acknowledge: true })), 'acknowledges'],
    ['createConverter', async () => createConverter(asOptions({ plugin: ['x'] })), 'plugins'],
    ['convert', async () => converter.convert([], asOptions({ outpt: 'csv' })), 'output'],
    ['generate', async () => converter.generate('835', failing('', new Error('unread')), asOptions({ validates: true })), 'validate'],
  ])('of %s are refused when unknown, with the nearest name', async (call, work, nearest) => {
    const error = await errorOf(Promise.resolve().then<unknown>(work));
    expect(error.code).toBe('EDI_BAD_PARAMETER');
    expect(error.message).toMatch(new RegExp(`^${call} has no option \\w+\\. Did you mean ${nearest}\\?$`));
  });

  it('are refused with a value of another type', async () => {
    const options: Readonly<Record<string, unknown>> = { validate: 'false' };
    expect((await errorOf(all(convert(REMITTANCE, options)))).message).toBe('The option validate of convert is a string; expected a boolean.');
  });

  it('are left out when undefined', async () => {
    const options: Readonly<Record<string, unknown>> = { validate: undefined, signal: undefined };
    expect(await all(convert(REMITTANCE, options))).toHaveLength(3);
  });
});
