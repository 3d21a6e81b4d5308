import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRequest, recordOf, type RequestPart } from '../../../src/pipeline/generation/request-parts';
import { convertText, sourceOf } from '../../support/conversion';
import { envelope, generate } from '../../support/generate';
import { everyNth } from '../../support/fuzz';

const MEGABYTE = 1024 * 1024;

const payment = (id: string) => ({
  patientControlNumber: id,
  chargeAmount: 1,
  paymentAmount: 1,
  claimStatusCode: '1',
  transaction: { transactionHandlingType: 'INFORMATION_ONLY', totalPaymentAmount: 3, creditOrDebitFlagCode: 'C', paymentDate: '2026-01-31' },
});
const adjustment = { providerIdentifier: 'P1', fiscalPeriodDate: '2026-12-31', adjustments: [{ reason: { code: 'WO' }, amount: -5 }] };

/** Reads pieces of text, each of which is a chunk of its own. */
async function read(pieces: Iterable<string>): Promise<RequestPart[]> {
  const parts: RequestPart[] = [];
  for await (const group of readRequest(chunksOf(pieces), ['claims'])) for (const part of group) if (part.kind !== 'step') parts.push(parsed(part));
  return parts;
}

/** A part as it was before its bytes are written over. */
function parsed(part: RequestPart): RequestPart {
  if (part.kind !== 'unparsed') return part;
  const { value, key } = recordOf(part);
  return { kind: 'record', value, key };
}

async function* chunksOf(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
}

/** The members of a document of so many megabytes, in an order; `claims` are strings of a megabyte. */
function* largeDocument(megabytes: number, before: string, after: string): Generator<string> {
  const claim = JSON.stringify('x'.repeat(MEGABYTE));
  yield `{${before}"claims":[`;
  for (let i = 0; i < megabytes; i++) yield i === 0 ? claim : `,${claim}`;
  yield `]${after}}`;
}

describe('a request in one document', () => {
  it('may have its members in any order', async () => {
    const { interchangeControl, functionalGroup } = envelope('PAYMENT');
    const members = { payments: [payment('A')], providerAdjustments: [adjustment] };
    const { segments } = await generate('835', { interchangeControl, functionalGroup, ...members });
    expect(segments.map((segment) => segment.slice(0, 3))).toEqual(expect.arrayContaining(['BPR', 'CLP', 'PLB']));
    const { providerAdjustments, payments } = members;
    expect((await generate('835', { providerAdjustments, functionalGroup, payments, interchangeControl })).segments).toEqual(segments);
    const lines = [{ interchangeControl, functionalGroup }, { objectType: 'PROVIDER_ADJUSTMENT', ...adjustment }, payment('A')];
    expect((await generate('835', lines.map((line) => JSON.stringify(line)).join('\n'))).segments).toEqual(segments);
  });

  it('is given record by record where it is long, behind its head', async () => {
    const parts = await read(largeDocument(10, '"a":1,', ''));
    expect(parts[0]).toEqual({ kind: 'head', head: { a: 1 }, lists: new Set(['claims']), isWhole: false });
    expect(parts).toHaveLength(11);
  });

  it('has members behind its records that are told, where those could not be held', async () => {
    const parts = await read(largeDocument(10, '"a":1,', ',"b":2,"c":null'));
    expect(parts.filter(({ kind }) => kind !== 'record')).toEqual([
      expect.objectContaining({ kind: 'head', head: { a: 1 }, isWhole: false }),
      { kind: 'late', key: 'b', value: 2 },
      { kind: 'late', key: 'c', value: null },
    ]);
    const whole = await read(largeDocument(7, '"a":1,', ',"b":2'));
    expect(whole[0]).toMatchObject({ kind: 'head', head: { a: 1, b: 2 }, isWhole: true });
  });

  const late: readonly (readonly [key: string, before: string, after: string, message: string])[] = [
    ['interchangeControl', '', ',"interchangeControl":{"senderId":"A"}', 'has to stand before the records in a request of more than 8 MB'],
    ['transaction', 'envelope', ',"transaction":{"controlNumber":"1"}', 'has to stand before the records in a request of more than 8 MB'],
    ['claimz', 'envelope', ',"claimz":[]', 'unknown property of the request, did you mean claims?'],
    ['claims', 'envelope', ',"claims":5', 'stands twice'],
    ['claims', 'envelope', ',"claims":[]', 'stands twice'],
  ];

  it.each(everyNth(2, late))('is refused where %s comes too late', async (key, before, after, message) => {
    const head = before === '' ? '' : `${JSON.stringify(envelope('PROF')).slice(1, -1)},`;
    const claim = `{${' '.repeat(MEGABYTE)}}`;
    const text = `{${head}"claims":[${Array.from({ length: 9 }, () => claim).join()}]${after}}`;
    await expect(generate('837', text, { validate: false })).rejects.toThrow(`$.${key}: ${message}`);
  });

  it.each([
    ['transaction', ',"transaction":null,"claims2":null', 'claims2: unknown property'],
    ['the list of adjustments', ',"providerAdjustments":null,"x":1', 'x: unknown property'],
  ])('may have null for %s behind its records', async (_what, after, message) => {
    const head = JSON.stringify(envelope('PAYMENT')).slice(1, -1);
    const text = `{${head},"payments":[${Array.from({ length: 9 }, () => `{${' '.repeat(MEGABYTE)}}`).join()}]${after}}`;
    await expect(generate('835', text, { validate: false })).rejects.toThrow(new RegExp(`^\\$\\.${message}[^;]*$`));
  });

  it('gives nothing where a mistake stands anywhere in it, unless it is long', async () => {
    for (const end of ['x]}', '1]}}', '"\n"]}', '1],"claims":null}', '1], "a"}']) {
      const given: RequestPart[] = [];
      const reading = async () => {
        for await (const group of readRequest(chunksOf(['{"claims":[1,2,', end]), ['claims'])) given.push(...group);
      };
      await expect(reading()).rejects.toMatchObject({ code: 'EDI_REQUEST_INVALID' });
      expect(given).toEqual([]);
    }
  });

  it('is refused where its list of records stands beside something else of its name', async () => {
    await expect(read(['{"claims":5,"claims":[1]}'])).rejects.toThrow('$.claims: stands twice.');
  });

  it('is refused where it has more properties, or longer ones, than can be meant', async () => {
    const many = Array.from({ length: 1001 }, (_, i) => `"p${i}":1`).join();
    await expect(read([`{${many}}`])).rejects.toThrow('$: has more than 1000 properties.');
    await expect(read([`{"${'x'.repeat(70_000)}":1}`])).rejects.toThrow('$: has a property whose name is longer than 64 KB.');
    const repeated = `"a":"${'x'.repeat(MEGABYTE)}",`;
    await expect(read(['{', ...Array.from({ length: 40 }, () => repeated)])).rejects.toMatchObject({ code: 'EDI_BODY_TOO_LARGE' });
  });

  it('is refused where a record is too long to hold', async () => {
    await expect(read(['{"claims":["', ...Array.from({ length: 33 }, () => 'x'.repeat(MEGABYTE))])).rejects.toMatchObject({ code: 'EDI_BODY_TOO_LARGE' });
    await expect(read(['{}\n"', ...Array.from({ length: 33 }, () => 'x'.repeat(MEGABYTE))])).rejects.toMatchObject({ code: 'EDI_BODY_TOO_LARGE' });
  });
});

describe('records as converting gives them', () => {
  const interchange = { objectType: 'INTERCHANGE_CONTROL', ...envelope('PAYMENT').interchangeControl, elementSeparator: '*' };
  const { transactionType: _none, ...group } = { objectType: 'FUNCTIONAL_GROUP', ...envelope('PAYMENT').functionalGroup };
  const { transaction, ...own } = payment('A');
  const whole = { objectType: 'TRANSACTION', transactionType: 'PAYMENT', ...transaction };
  const record = { objectType: 'PAYMENT', ...own };
  const linesOf = (...records: readonly object[]) => records.map((one) => JSON.stringify(one)).join('\n');

  it('are a request, with the transaction as a record, or in each payment', async () => {
    const { segments } = await generate('835', { ...envelope('PAYMENT'), transaction, payments: [own] });
    for (const records of [
      [interchange, group, whole, record],
      [interchange, group, { ...record, transaction: whole }],
    ]) {
      expect((await generate('835', linesOf(...records))).segments).toEqual(segments);
      expect((await generate('835', records)).segments).toEqual(segments);
    }
  });

  it('may be an envelope and nothing in it', async () => {
    expect((await generate('835', [interchange, group, whole])).segments).toContainEqual(expect.stringContaining('BPR*I*3*C'));
  });

  it.each([
    ['837', '837p.edi'],
    ['837', '837d.edi'],
    ['835', '835.edi'],
    ['834', '834.edi'],
    ['277CA', '277ca.edi'],
  ])('are what converting a file gives: %s from %s', async (set, name) => {
    const file = readFileSync(join(__dirname, '../../../samples', name));
    const { text } = await convertText([sourceOf(name, file)], { convertControlSegments: true, transactionTopLevel: true });
    const { segments, issues } = await generate(set, text);
    expect({ text: segments.map((segment) => `${segment}~\n`).join(''), issues }).toEqual({ text: file.toString(), issues: [] });
  });

  it.each([
    ['another group', [interchange, group, group]],
    ['another interchange', [interchange, group, whole, record, interchange]],
  ])('are refused where %s begins', async (_what, records) => {
    for (const request of [records, linesOf(...records)]) {
      await expect(generate('835', request)).rejects.toThrow('$: another interchange or functional group begins, and a request is one.');
    }
  });

  it.each([
    ['an array without an envelope', [record], '$: expected an object with interchangeControl, functionalGroup and records, not an array'],
    ['an empty array', [], 'not an array'],
    ['lines without an envelope', linesOf(record, record), '$: a record, where interchangeControl and functionalGroup should stand.'],
    ['records without a group', [interchange, record], '$.functionalGroup.senderCode: is missing'],
  ])('are refused where they are %s', async (_what, request, message) => {
    await expect(generate('835', request)).rejects.toThrow(message);
  });
});

describe('what is no JSON', () => {
  it.each([
    ['{"a": 1,\n "b" 2}', 'in line 2, column 6'],
    ['{"claims": [1,\n\n  {"a":\n x}]}', 'from line 3 on'],
    ['{"claims": [1, {"a": x}]}', 'from line 1 on'],
    ['{}\n{}\n  {"a": x}', 'from line 3 on'],
    ['{} {"a": x}', 'in line 1, column 3'],
    ['{"a": [1\n', 'in line 2, column 1'],
    ['\uFEFF{"a"; 1}', 'in line 1, column 5'],
    ['{"claims": [\uFEFF1]}', 'from line 1 on'],
    ['{"claims": [1]}}', 'in line 1, column 16'],
    ['[1]\n{}', 'in line 1, column 4'],
    ['{"claims": [1 2]}', 'in line 1, column 15'],
    ['{"claims": [1,]}', 'in line 1, column 15'],
    ['{"a": 1,}', 'in line 1, column 9'],
    ['{a: 1}', 'in line 1, column 2'],
    ['{"claims": [1,\n  {"a" 1}]}', 'in line 2, column 8'],
  ])('is told by its place: %j', async (text, place) => {
    for (const pieces of [[text], [...text]]) {
      await expect(read(pieces)).rejects.toMatchObject({ code: 'EDI_REQUEST_INVALID', message: `The request is no JSON ${place}.` });
    }
  });

  it.each(['5', '"x"', 'null', 'x', '}'])('is no object: %s', async (text) => {
    await expect(read([text])).rejects.toThrow('$: expected an object with interchangeControl, functionalGroup and records.');
  });

  it('is text that is not UTF-8, in whatever part', async () => {
    async function* chunks() {
      yield await Promise.resolve(Buffer.from('{"claims":[{"a":\n\n"\xff"}]}', 'latin1'));
    }
    const reading = readRequest(chunks(), ['claims']);
    const all = async () => {
      for await (const group of reading) Array.from(group);
    };
    await expect(all()).rejects.toThrow('Line 3 of the request is not UTF-8.');
  });
});
