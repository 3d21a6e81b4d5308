import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { fileSource } from '../../../src/io/file-source';
import { match } from '../../../src/index';
import { MatchSecret } from '../../../src/match/match-secret';
import type { MatchRecord } from '../../../src/match/match.types';
import { converter } from '../../support/conversion';
import { runCommand } from '../cli/fake-io';

const sample = (name: string): string => join(__dirname, '../../../samples', name);

/** An interchange of one transaction set; `body` is what stands between ST and SE. */
function interchange(set: string, functionalId: string, version: string, body: readonly string[]): string {
  const isa = 'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260301*0930*^*00501*000000001*0*T*:';
  const head = [isa, `GS*${functionalId}*S*R*20260301*0930*1*X*${version}`, `ST*${set}*0001*${version}`];
  return [...head, ...body, `SE*${body.length + 2}*0001`, 'GE*1*1', 'IEA*1*000000001', ''].join('~');
}

/** Claims of one batch: number, charge and number of the member. */
const claims = (batch: string, ...all: readonly (readonly [string, number, string])[]): string =>
  interchange('837', 'HC', '005010X222A1', [
    `BHT*0019*00*${batch}*20260216*0940*CH`,
    'HL*1**20*1',
    'NM1*85*2*CLINIC*****XX*1900000013',
    ...all.flatMap(([number, charge, member], i) => [
      `HL*${i + 2}*1*22*0`,
      'SBR*P*18*******12',
      `NM1*IL*1*DOE*JO****MI*${member}`,
      `CLM*${number}*${charge}***11:B:1*Y*A*Y*Y`,
    ]),
  ]);

/** An acknowledgment: of claims by number and payer control number, or of a whole batch. */
const acknowledgment = (batch: string, ...all: readonly (readonly [string, string])[]): string =>
  interchange('277', 'HN', '005010X214', [
    'BHT*0085*08*A1*20260217*0815*TH',
    'HL*1**20*1',
    'NM1*PR*2*PLAN*****PI*P1',
    'TRN*1*X',
    'HL*2*1*21*1',
    'NM1*41*2*CLINIC*****46*1',
    `TRN*2*${batch}`,
    'STC*A3:24*20260217*U*100',
    ...(all.length === 0 ? [] : ['HL*3*2*19*1', 'NM1*85*2*CLINIC*****XX*1900000013']),
    ...all.flatMap(([number, payer], i) => [`HL*${i + 4}*3*PT`, 'NM1*QC*1*DOE*JO', `TRN*2*${number}`, 'STC*A2:20*20260217*WQ*100', `REF*1K*${payer}`]),
  ]);

/** Payments: patient control number, status, charge and payer control number. */
const payments = (...all: readonly (readonly [string, string, number, string])[]): string =>
  interchange('835', 'HP', '005010X221A1', [
    'BPR*I*1*C*CHK************20260401',
    'TRN*1*600041*1900000003',
    'N1*PR*PLAN',
    'N1*PE*CLINIC*XX*1900000013',
    'LX*1',
    ...all.flatMap(([number, status, charge, payer]) => [`CLP*${number}*${status}*${charge}*50*0*HM*${payer}`, 'NM1*QC*1*DOE*JO****MI*M1']),
  ]);

async function matched(...inputs: readonly string[]): Promise<readonly MatchRecord[]> {
  const records: MatchRecord[] = [];
  for await (const record of match(inputs)) records.push(record);
  return records;
}

/** A record in short: status, number, and each response with what joined it. */
const shortOf = ({ status, request, responses = [], missing = [] }: MatchRecord): string => {
  const answers = responses.map(({ kind, matchedBy = '-', claimStatusCode }) =>
    [kind, matchedBy, claimStatusCode].flatMap((part) => (typeof part === 'string' ? [part] : [])).join(' '),
  );
  return [status, (request?.['patientControlNumber'] as string | undefined) ?? '-', ...answers, ...missing.map((kind) => `no ${kind}`)].join(', ');
};

describe('match', () => {
  it('should join inquiries with responses by trace numbers, whatever the order of the files, under the ids of their records', async () => {
    const files = ['270.edi', '276.edi', '271.edi', '277.edi'].map(sample);
    const records = await matched(...files);
    const inOrder = (all: readonly MatchRecord[]): readonly string[] => all.map((record) => JSON.stringify(record)).sort();
    expect(inOrder(await matched(...[...files].reverse()))).toEqual(inOrder(records));
    expect(records.map(({ pair, status }) => `${pair} ${status}`)).toEqual([
      'ELIGIBILITY ANSWERED',
      'ELIGIBILITY ANSWERED',
      'CLAIM_STATUS ANSWERED',
      'CLAIM_STATUS ANSWERED',
      'ELIGIBILITY NO_REQUEST',
    ]);
    const converted: unknown[] = [];
    for await (const { id } of converter().records(
      files.map((path) => fileSource(path)),
      { objects: 'all' },
    ))
      converted.push(id);
    const units = records.flatMap(({ request, responses = [] }) => [...(request ? [request] : []), ...responses]);
    expect(units.map(({ id }) => id).sort()).toEqual([...converted].sort());
  });

  it('should show every payment of a claim, and find one by the payer control number of the acknowledgment', async () => {
    const records = await matched(
      payments(['C1', '1', 100, 'P1'], ['C1', '22', -100, 'P1'], ['C1', '2', 100, 'Q1'], ['0', '1', 90, 'P2'], ['C9', '1', 10, 'P9']),
      claims('B1', ['C1', 100, 'M1'], ['C2', 90, 'M1'], ['C3', 80, 'M1'], ['0', 90, 'M1']),
      acknowledgment('B1', ['C1', 'P1'], ['C2', 'P2']),
    );
    expect(records.map(shortOf)).toEqual([
      'ANSWERED, C1, PAYMENT patientControlNumber 1, PAYMENT patientControlNumber 22, PAYMENT patientControlNumber 2, ACKNOWLEDGMENT patientControlNumber',
      'ANSWERED, C2, PAYMENT payerClaimControlNumber 1, ACKNOWLEDGMENT patientControlNumber',
      'UNANSWERED, C3, no ACKNOWLEDGMENT, no PAYMENT',
      'UNANSWERED, 0, no ACKNOWLEDGMENT, no PAYMENT',
      'NO_REQUEST, -, PAYMENT - 1',
    ]);
    expect(records[0]?.responses?.map(({ differences }) => differences)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('should choose among requests of one number by their values, and report ties, differences and duplicates', async () => {
    const [first, second, twice, again] = await matched(
      claims('B1', ['C1', 100, 'M1'], ['C1', 100, 'M2'], ['C2', 70, 'M1'], ['C2', 70, 'M1']),
      payments(['C1', '1', 100, 'P1'], ['C2', '1', 75, 'P2']),
    );
    expect([first?.responses?.length, second?.status]).toEqual([1, 'UNANSWERED']);
    expect([twice?.duplicateCount, again?.duplicateCount, first?.duplicateCount]).toEqual([2, 2, undefined]);
    for (const record of [twice, again]) expect(record?.responses).toEqual([expect.objectContaining({ requestCount: 2, differences: ['chargeAmount'] })]);
  });

  it('should answer all claims of a rejected batch, and only those without an acknowledgment of their own', async () => {
    const records = await matched(
      claims('B1', ['C1', 100, 'M1'], ['C2', 90, 'M1']),
      claims('B2', ['C3', 80, 'M1']),
      acknowledgment('B1'),
      acknowledgment('B3', ['C2', 'P2']),
    );
    expect(records.map(shortOf)).toEqual([
      'ANSWERED, C1, ACKNOWLEDGMENT batchIdentifier',
      'ANSWERED, C2, ACKNOWLEDGMENT patientControlNumber',
      'UNANSWERED, C3, no ACKNOWLEDGMENT',
    ]);
  });

  it('should leave nothing readable behind: no file while it runs, hashes and encrypted values under a secret of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-match-'));
    process.env['SQLITE_TMPDIR'] = folder;
    try {
      for await (const { objectType } of match([sample('276.edi')])) expect([objectType, readdirSync(folder)]).toEqual(['MATCH', []]);
    } finally {
      delete process.env['SQLITE_TMPDIR'];
      rmSync(folder, { recursive: true });
    }
    const [one, other] = [new MatchSecret(), new MatchSecret()];
    expect([one.hash('C1') === other.hash('C1'), one.hash('C1') === one.hash('C1')]).toEqual([false, true]);
    const texts = ['{"a":"W000123"}', '{}', `{"b":"${'x'.repeat(50)}"}`];
    const sealed = texts.map((text) => one.seal(text));
    expect(sealed.map((text) => JSON.stringify(JSON.parse(one.open(text))))).toEqual(texts);
    expect(() => JSON.parse(other.open(sealed[0] ?? '')) as unknown).toThrow();
  });
});

describe('clearloop match', () => {
  it('should write a row for each response and for each request without, and end with 3 if something has no match', async () => {
    const files = [sample('837p.edi'), sample('277ca.edi'), sample('271.edi'), sample('276.edi')];
    const { stdout, stderr, exitCode } = await runCommand(['match', ...files, '--to', 'csv']);
    const rows: readonly Record<string, string>[] = parse(stdout, { columns: true });
    expect(rows.map(({ Pair, Status, RequestPatientControlNumber, ResponseKind }) => [Pair, Status, RequestPatientControlNumber, ResponseKind])).toEqual([
      ['CLAIM', 'ANSWERED', 'JSC-1001', 'ACKNOWLEDGMENT'],
      ['CLAIM', 'ANSWERED', 'JSC-1002', 'ACKNOWLEDGMENT'],
      ['CLAIM_STATUS', 'UNANSWERED', 'NC-1001', ''],
      ['CLAIM_STATUS', 'UNANSWERED', '', ''],
      ...[1, 2, 3].map(() => ['ELIGIBILITY', 'NO_REQUEST', '', 'RESPONSE']),
    ]);
    expect(stderr).toContain('CLAIM_STATUS: 2 requests: 0 answered, 0 partly answered, 2 unanswered; 0 responses without a request');
    expect(exitCode).toBe(3);
  });

  it('should write the statuses that are asked for, and refuse unknown ones', async () => {
    const files = [sample('837p.edi'), sample('835.edi'), sample('276.edi')];
    const { stdout } = await runCommand(['match', ...files, '--to', 'ndjson', '--quiet', '--status', 'unanswered']);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as MatchRecord).status),
    ).toEqual(['UNANSWERED', 'UNANSWERED']);
    expect((await runCommand(['match', sample('837p.edi'), sample('835.edi'), '--quiet'])).exitCode).toBe(0);
    expect(await runCommand(['match', ...files, '--status', 'open'])).toMatchObject({ exitCode: 2 });
  });
});
