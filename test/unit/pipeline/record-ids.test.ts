import { biller, claim as claimSegments, CLAIM_HEAD, claimFile, subscriber } from '../../support/claims';
import { asRecord, convertLines, convertText, type Json, sourceOf } from '../../support/conversion';
import { readCsv } from '../../support/csv';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { isLong, sizeOf } from '../../support/fuzz';
import { inPieces } from '../../support/pieces';
import { claim, REMITTANCE_HEAD } from '../../support/remittance';

const set = (controlNumber: string) => transactionSet([...REMITTANCE_HEAD, ...claim(1), ...claim(2), 'PLB*1*20251231*WO*5'], { controlNumber });

/** Two interchanges with the same control numbers, of two transactions with the same control number. */
const SEGMENTS = [...envelope([set('0001'), set('0001')]), ...envelope([set('0001')])];
const TEXT = writeSegments(SEGMENTS);

const ALL = { transactionTopLevel: true, convertControlSegments: true };

const idsOf = (records: readonly Json[]) => records.map(({ id }) => id);
const idsIn = async (text: string, options = {}, name = 'a.edi') => idsOf(await convertLines([sourceOf(name, text)], options));

describe('ids', () => {
  it('are 24 hexadecimal digits', async () => {
    for (const id of await idsIn(TEXT, ALL)) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('are unique in a file, although its control numbers and records are not', async () => {
    const ids = await idsIn(TEXT, ALL);
    expect(ids).toHaveLength(9 + 3 + 4);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are the same when the same content is converted again, under any name and with any line ends', async () => {
    const ids = await idsIn(TEXT, ALL);
    expect(await idsIn(TEXT, ALL)).toEqual(ids);
    expect(await idsIn(TEXT, ALL, 'b.edi')).toEqual(ids);
    expect(await idsIn(writeSegments(SEGMENTS, undefined, '\r\n'), ALL)).toEqual(ids);
  });

  it('are the same for a record with other settings', async () => {
    const plain = await idsIn(TEXT);
    expect(await idsIn(TEXT, { ...ALL, chunkSize: 1, warningsInResponse: true, validate: true })).toEqual(expect.arrayContaining(plain));
  });

  it('are the same in whatever pieces the file comes', async () => {
    const file = claimFile([[...biller('A', '1'), ...subscriber('A', '2', '1'), ...claimSegments('X'), ...subscriber('B', '3', '1'), ...claimSegments('X')]]);
    for (const text of [TEXT, file])
      expect(idsOf(await convertLines([sourceOf('a.edi', ...inPieces(Buffer.from(text), 1))], ALL))).toEqual(await idsIn(text, ALL));
  });

  it('do not depend on the files before', async () => {
    const alone = await idsIn(TEXT);
    expect(idsOf(await convertLines([sourceOf('b.edi', TEXT.replace('DOE', 'ROE')), sourceOf('a.edi', TEXT)])).slice(alone.length)).toEqual(alone);
  });

  it('refer to the transaction and the group that have them', async () => {
    const records = await convertLines([sourceOf('a.edi', TEXT)], ALL);
    const idsWithin = (objectType: string) => new Set(idsOf(records.filter((record) => record['objectType'] === objectType)));
    expect(new Set(records.flatMap(({ transactionId = [] }) => transactionId))).toEqual(idsWithin('TRANSACTION'));
    expect(new Set(records.flatMap(({ functionalGroupId = [] }) => functionalGroupId))).toEqual(idsWithin('FUNCTIONAL_GROUP'));
    const embedded = (await convertLines([sourceOf('a.edi', TEXT)])).map(({ transaction }) => asRecord(transaction)['id']);
    expect(new Set(embedded)).toEqual(idsWithin('TRANSACTION'));
  });

  it('refer to no group where there is none, be it after another', async () => {
    const headless = SEGMENTS.filter((segment, i) => !(i > SEGMENTS.indexOf('IEA*1*000000001') && /^G[SE]/.test(segment)));
    const transactions = (await convertLines([sourceOf('a.edi', writeSegments(headless))], ALL)).filter(({ objectType }) => objectType === 'TRANSACTION');
    expect(transactions.map(({ functionalGroupId }) => functionalGroupId !== undefined)).toEqual([true, true, false]);
  });

  it('are those of the JSON in the column of a table', async () => {
    const { header, rows } = readCsv((await convertText([sourceOf('a.edi', TEXT)], { output: 'csv' })).text);
    const shown = new Set(rows.map((row) => row[header.indexOf('Id')]));
    const payments = (await convertLines([sourceOf('a.edi', TEXT)])).filter(({ objectType }) => objectType === 'PAYMENT');
    expect([...shown]).toEqual(idsOf(payments));
  });
});

describe('ids of different contents', () => {
  const FILES = isLong ? 5_000 : 100;
  const FOLDERS = 20;
  const SENDERS = 25;

  /** A file with a sender and a day of its own, whose numbers and claims are those of all others. */
  function fileNumber(i: number): string {
    const sender = `SENDER${i % SENDERS}`.padEnd(15);
    const day = String(10_101 + Math.floor(i / SENDERS)).slice(1);
    const isClaim = i % 2 === 0;
    const body = isClaim ? [...CLAIM_HEAD, ...biller('A', '1'), ...subscriber('A', '2', '1'), ...claimSegments('SAME')] : [...REMITTANCE_HEAD, ...claim(1)];
    const guide = isClaim ? '005010X222A1' : '005010X221A1';
    const [isa = '', ...rest] = envelope([transactionSet(body, { set: isClaim ? '837' : '835' })], { guide, functionalId: isClaim ? 'HC' : 'HP' });
    return writeSegments([isa.replace('SENDER         ', sender).replace('250115', `25${day}`), ...rest]);
  }

  it('differ between files of 20 folders whose base names, numbers and records are the same', async () => {
    const owners = new Map<unknown, number>();
    for (let i = 0; i < FILES; i++) {
      const name = `folder${i % FOLDERS}/claims${Math.floor(i / FOLDERS) % 5}.edi`;
      for (const id of await idsIn(fileNumber(i), ALL, name)) {
        if (owners.has(id)) throw new Error(`files ${owners.get(id)} and ${i} share the id ${String(id)}`);
        owners.set(id, i);
      }
    }
    expect(owners.size).toBe(FILES * 4);
  });

  const claimUnder = (person: readonly string[]) => claimFile([[...biller('A', '1'), ...person, ...claimSegments('SAME')]]);
  const person = subscriber('A', '2', '1');
  const replaced = (from: string, to: string) => person.map((segment) => segment.replace(from, to));

  it.each([
    ['name of the patient', claimUnder(replaced('*ANN*', '*EVE*'))],
    ['number of the patient', claimUnder(replaced('*MA', '*MB'))],
    ['payer', claimUnder(replaced('PAYER A', 'PAYER B'))],
    ['receiver of the transaction', claimUnder(person).replace('RECEIVING PLAN', 'RECEIVING CLUB')],
    ['amount', claimUnder(person).replace('CLM*SAME*100', 'CLM*SAME*101')],
    ['procedure', claimUnder(person).replace('99213', '99214')],
    ['ISA06', claimUnder(person).replace('SENDER  ', 'SENDERS ')],
    ['GS06', claimUnder(person).replace('*0930*1*X*', '*0930*2*X*')],
    ['ST02', claimUnder(person).replace('ST*837*0001', 'ST*837*0002')],
  ])('differ when two files differ only in the %s', async (_what, other) => {
    const text = claimUnder(person);
    expect(other).not.toBe(text);
    expect(await idsIn(other)).not.toEqual(await idsIn(text));
  });

  const stray = 'N3*STRAY STREET 1';
  const claimWith = (at: string): string => claimUnder(person).replace(new RegExp(`(${at}[^~]*~\\s*)`), `$1${stray}~`);
  const remittanceWith = (at: string): string =>
    writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claim(1), ...claim(2), 'PLB*1*20251231*WO*5'])])).replace(
      new RegExp(`(${at}[^~]*~\\s*)`),
      `$1${stray}~`,
    );

  it.each([
    ['header of claims', claimWith('BHT'), 1],
    ['submitter', claimWith('NM1\\*41'), 1],
    ['level of the biller', claimWith('HL\\*1'), 1],
    ['level of the subscriber', claimWith('SBR'), 1],
    ['claim', claimWith('CLM'), 1],
    ['line', claimWith('SV1'), 1],
    ['header of payments', remittanceWith('TRN'), 3],
    ['payment', remittanceWith('CLP'), 1],
    ['last line of a payment', remittanceWith('SVC'), 1],
  ])('differ when two files differ only in a segment without a place in the %s', async (_what, text, differing) => {
    const [one, other] = [text, text.replace('STREET 1', 'STREET 2')];
    const ids = await idsIn(one);
    expect((await convertText([sourceOf('a.edi', one)])).issues.map(({ segment }) => segment)).toContain('N3');
    const others = await idsIn(other);
    expect(ids.filter((id) => !others.includes(id))).toHaveLength(differing);
    expect(await idsIn(one, { chunkSize: 1 })).toEqual(ids);
    expect(idsOf(await convertLines([sourceOf('a.edi', ...inPieces(Buffer.from(one), 1))]))).toEqual(ids);
  });

  it.each([
    ['payment', writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claim(1)])])), 'CLP*', 'SE*'],
    ['claim', claimUnder(person), 'CLM*', 'SE*'],
    ['subscriber of a claim', claimUnder(person), 'SBR*', 'CLM*'],
  ])('differ when any single character of the %s is another', async (_what, text, first, after) => {
    const ids = new Set<unknown>();
    let changes = 0;
    for (let at = text.indexOf(first); at < text.lastIndexOf(after); at += sizeOf(1, 3)) {
      const character = text.charAt(at);
      // Only values: other segment ids and separators may mean that there is another record, or none.
      if (!/[0-9A-Z]/.test(character) || /(?:^|~\s*)[0-9A-Z]{0,2}$/.test(text.slice(0, at))) continue;
      const changed = /[0-9]/.test(character) ? (Number(character) + 1) % 10 : character === 'Q' ? 'R' : 'Q';
      const { text: json, issues } = await convertText([sourceOf('a.edi', `${text.slice(0, at)}${changed}${text.slice(at + 1)}`)], { output: 'ndjson' });
      // A segment that lost its place is in no record.
      if (json === '' || issues.some(({ skipped }) => skipped?.segments !== undefined)) continue;
      changes++;
      ids.add(/"id":"(\w+)"/.exec(json)?.[1]);
    }
    expect(changes).toBeGreaterThan(sizeOf(30, 10));
    expect(ids.size).toBe(changes);
    expect(ids).not.toContain((await idsIn(text))[0]);
  });

  it('differ for adjustments of a provider that agree, under payers that do not', async () => {
    const plbOf = async (text: string) =>
      (await convertLines([sourceOf('a.edi', text)])).filter(({ objectType }) => objectType === 'PROVIDER_ADJUSTMENT').map(({ id }) => id);
    const ids = [...(await plbOf(TEXT)), ...(await plbOf(TEXT.replaceAll('PAYER ONE', 'PAYER TWO')))];
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  it('depend on the ancestors alone, not on the records before: part of a file gives the ids of the whole', async () => {
    const bodyAfter = (first: readonly string[]) => [...biller('A', '1'), ...first, ...subscriber('B', '3', '1'), ...claimSegments('SAME')];
    const [, afterOne] = await convertLines([sourceOf('a.edi', claimFile([bodyAfter([...person, ...claimSegments('ONE')])]))]);
    const [, afterOther] = await convertLines([sourceOf('a.edi', claimFile([bodyAfter([...replaced('ANN', 'EVE'), ...claimSegments('TWO')])]))]);
    expect(afterOther?.['id']).toBe(afterOne?.['id']);
    expect(asRecord(afterOther?.['transaction'])['id']).toBe(asRecord(afterOne?.['transaction'])['id']);
  });
});
