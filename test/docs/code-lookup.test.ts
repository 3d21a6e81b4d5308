import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse as parseCsv } from 'csv-parse/sync';
import { Client } from 'pg';
import { sharedFolder } from '../support/shared-data';
import { type BuiltService, ensureBuilt, startBuiltService, withCommand } from './built-service';
import { readImportedCommands, toPattern } from './console-block';
import { ROOT } from './project-files';

/*
 * The examples of the interface document as curl commands, against a service whose code sets were imported from the
 * files of their publishers: once over the embedded database, once over PostgreSQL.
 */

const IMPORT_MILLISECONDS = 240_000;
const COMMAND_MILLISECONDS = 60_000;

/** Most bytes that a command prints: the drugs are some 20 MB of CSV. */
const MAX_OUTPUT = 100_000_000;

/** What is imported, below the folder of official files. ICD-9-CM would add time and no other way of reading. */
const IMPORTED = [
  'icd10cm/2026-code-descriptions-tabular-order.zip',
  'icd10pcs/2026-icd-10-pcs-order-file.zip',
  'hcpcs/HCPC2025_OCT_ANWEB.xlsx',
  'msdrg/msdrg_v41_1_appendix_A.csv',
  'ndc/ndctext_rebuilt_2014.zip',
  'nucc/nucc_taxonomy_240.csv',
  'rbcs/rbcs_2024_hcpcs_level2_only.csv',
  'ncci',
];

/** What the import says, with the numbers of rows that the publishers' files have. */
const SUMMARIES = [
  // 74,719 codes and 23,467 headers of the order file, and 28 that the addenda delete.
  'ICD-10-CM 2026: 98,214 codes added, 0 changed, 0 ended; 98,214 codes now',
  // 79,115 codes, and 27 that the addenda delete; headers are left out.
  'ICD-10-PCS 2026: 79,142 codes added, 0 changed, 0 ended; 79,142 codes now',
  // 8,463 procedures are new, 383 modifiers take the place of those that come with the product.
  'HCPCS 2025-10: 8,463 codes added, 383 changed, 0 ended; 8,846 codes now',
  'MS-DRG 41.1: 766 codes added, 0 changed, 0 ended; 1,505 categories and edits; 766 codes now',
  // 44,262 products and 103,796 packages.
  'NDC 2014: 148,058 codes added, 0 changed, 0 ended; 148,058 codes now',
  'NUCC 24.0: 874 codes added, 0 changed, 0 ended; 2,381 categories and edits; 874 codes now',
  // Two categories of each of 4,511 procedures, which have 5,126 assignments.
  'RBCS 2024: 0 codes added, 217 changed, 0 ended; 9,022 categories and edits; 217 codes now',
  'NCCI-MUE-DME-SUPPLIER 2024-06: 2,928 categories and edits',
  'NCCI-MUE-HOSPITAL 2024-06: 4,339 categories and edits',
  'NCCI-MUE-PRACTITIONER 2024-06: 4,387 categories and edits',
  'NCCI-PTP-HOSPITAL 2024-06: 2,200 categories and edits',
  'NCCI-PTP-PRACTITIONER 2024-06: 3,158 categories and edits',
];

const HEADER = 'code,formattedCode,desc,shortDesc,type,subType,enumName,startDate,endDate';

/** The last columns of a line, without those before: a parser takes seconds for the large sets. */
const END_OF_ROW = /,"[A-Z\d_]+",([A-Z\d_]+),[A-Z_]*,[\d-]*,([\d-]*)$/gm;

type Row = Readonly<Record<string, string>>;

/** A command, with `$URL` for the address of the API, and what its answer must be. */
interface Example {
  readonly title: string;
  readonly command: string;
  check(answer: string): void;
}

const example = (title: string, command: string, check: (answer: string) => void): Example => ({ title, command, check });

/** A search whose answer has these codes, in this order. */
const finds = (title: string, parameters: string, codes: readonly string[]): Example =>
  example(title, `curl -sS -G ${parameters} "$URL/code/search"`, (answer) => expect(codesOf(answer)).toEqual(codes));

/** An export of a whole set, and how many codes it has by sub type, with those that have not ended. */
const exports = (type: string, counts: Readonly<Record<string, readonly [all: number, active: number]>>): Example =>
  example(`exports every code of ${type}`, `curl -sS "$URL/code/csv?type=${type}"`, (answer) => {
    expect(answer.slice(0, HEADER.length + 1)).toBe(`${HEADER}\n`);
    expect(answer).not.toMatch(/\n$/);
    const found: Record<string, readonly [number, number]> = {};
    for (const [, subType = '', endDate] of answer.matchAll(END_OF_ROW)) {
      const [all, active] = found[subType] ?? [0, 0];
      found[subType] = [all + 1, active + (endDate === '' ? 1 : 0)];
    }
    expect(found).toEqual(counts);
  });

const EXAMPLES: readonly Example[] = [
  example('shows one code with its categories and edits', 'curl -sS "$URL/code/A9500?type=PROCEDURE"', (answer) =>
    expect(JSON.parse(answer)).toEqual({
      type: 'PROCEDURE',
      subType: 'HCPCS',
      code: 'A9500',
      desc: 'Technetium tc-99m sestamibi, diagnostic, per study dose',
      shortDesc: 'Tc99m sestamibi',
      startDate: '1996-01-01',
      categories: [
        { type: 'RBCS_TAXONOMY', subType: 'RBCS_CATEGORY', code: 'I', desc: 'Imaging' },
        { type: 'RBCS_TAXONOMY', subType: 'RBCS_SUB_CATEGORY', code: 'IN', desc: 'Nuclear' },
      ],
      edits: {
        checkTypes: ['MUE', 'PTP'],
        mueLimits: [
          { claimType: 'HOSPITAL', maxUnits: 3, rationale: 'Clinical: Society Comment' },
          { claimType: 'PRACTITIONER', maxUnits: 3, rationale: 'Clinical: Society Comment' },
        ],
        disallowedCodes: [
          {
            code: 'A9512',
            rationale: 'Misuse of Column Two code with Column One code',
            claimTypes: ['HOSPITAL', 'PRACTITIONER'],
            modifierAllowed: true,
          },
        ],
      },
    }),
  ),
  example('shows an edit on its second code too', 'curl -sS "$URL/code/a9512"', (answer) => {
    const { edits } = JSON.parse(answer) as { readonly edits: { readonly disallowedCodes: readonly { readonly code: string }[] } };
    expect(edits.disallowedCodes.map(({ code }) => code)).toContain('A9500');
  }),
  example('shows a taxonomy code with its three levels', 'curl -sS "$URL/code/207RC0000X"', (answer) =>
    expect(JSON.parse(answer)).toMatchObject({
      desc: 'Cardiovascular Disease Physician',
      categories: [{ subType: 'GROUPING', code: '20' }, { subType: 'CLASSIFICATION', code: '207R', desc: 'Internal Medicine' }, { subType: 'SPECIALIZATION' }],
    }),
  ),
  example('shows a diagnosis that is written with its dot', 'curl -sS "$URL/code/e11.9"', (answer) =>
    expect(JSON.parse(answer)).toEqual({
      type: 'DIAGNOSIS',
      subType: 'ICD_10',
      code: 'E119',
      formattedCode: 'E11.9',
      desc: 'Type 2 diabetes mellitus without complications',
    }),
  ),
  example('shows a drug by its eleven digits', 'curl -sS "$URL/code/00002120030"', (answer) =>
    expect(JSON.parse(answer)).toMatchObject({ subType: 'NDC', code: '0002-1200-30', desc: 'Amyvid (Florbetapir F 18)' }),
  ),
  example('asks for the type of a code of several sets', `curl -sS -w '%{http_code}' "$URL/code/11"`, (answer) => {
    expect(answer).toMatch(/400$/);
    expect(answer).toContain('"code":"EDI_CODE_AMBIGUOUS"');
  }),
  example('does not know a code that no set has', `curl -sS -w '%{http_code}' "$URL/code/Z9Z9Z9"`, (answer) => {
    expect(answer).toMatch(/404$/);
    expect(answer).toContain('"code":"EDI_CODE_NOT_FOUND"');
  }),

  finds('finds the codes that begin with 0LBQ4', `-d query=0LBQ4`, ['0LBQ4ZX', '0LBQ4ZZ']),
  example('searches words of descriptions', `curl -sS -G --data-urlencode 'query=endo right knee' -d type=procedure "$URL/code/search"`, (answer) => {
    const codes: readonly Row[] = JSON.parse(answer);
    expect(codes).toHaveLength(100);
    expect(codes[0]).toEqual({
      type: 'PROCEDURE',
      subType: 'ICD_10_PCS',
      code: '0SSC4ZZ',
      desc: 'Reposition Right Knee Joint, Percutaneous Endoscopic Approach',
      shortDesc: 'Reposition Right Knee Joint, Perc Endo Approach',
    });
    for (const { desc } of codes) expect(desc).toMatch(/^(?=.*\bendo)(?=.*\bright)(?=.*\bknee)/i);
  }),
  finds('searches codes and a phrase between commas', `--data-urlencode 'query=0LBQ4, 0Y3F4ZZ, cardiogenic shock' -d howMany=5`, [
    '0LBQ4ZX',
    '0LBQ4ZZ',
    '0Y3F4ZZ',
    'R570',
    'T8111',
  ]),
  finds('searches codes of a letter with words', `--data-urlencode 'query=code:j adrenalin'`, ['J0171', 'J0169']),
  finds('takes types in lower case', `-d query=E11.9 -d type=diagnosis`, ['E119']),
  finds('takes types in capitals', `-d query=E11.9 -d type=DIAGNOSIS`, ['E119']),
  finds('finds codes that start after a day', `-d query=infestation -d type=diagnosis -d afterStartDate=2025-09-30`, ['B8801']),
  finds('finds no code that starts on the day itself', `-d query=infestation -d type=diagnosis -d afterStartDate=2025-10-01`, []),
  finds('finds codes that end after a day', `--data-urlencode 'query=code:j adrenalin' -d afterEndDate=2025-06-29`, ['J0171']),
  finds('leaves out codes that ended', `--data-urlencode 'query=code:j adrenalin' -d activeAfter=2025-06-30`, ['J0169']),
  finds('gives so many codes at most', `--data-urlencode 'query=endo right knee' -d type=procedure -d howMany=2`, ['0SSC4ZZ', '0LSQ4ZZ']),
  finds('finds codes with any of the words where no code has all', `--data-urlencode 'query=cardiogenic qwertzuiop' -d howMany=2`, ['R570', 'T8111']),
  finds('has nothing for words that no code has', `-d query=qwertzuiop`, []),
  example('refuses an unknown type', `curl -sS -w '%{http_code}' "$URL/code/search?query=x&type=proc"`, (answer) => expect(answer).toMatch(/400$/)),

  exports('diagnosis', { ICD_10: [74_747, 74_719], ICD_10_HEADER: [23_467, 23_467] }),
  exports('procedure', { HCPCS: [8_463, 7_258], ICD_10_PCS: [79_142, 79_115] }),
  exports('modifier', { CPT_MODIFIER: [43, 43], HCPCS_MODIFIER: [383, 363] }),
  exports('drg', { DRG: [766, 766] }),
  exports('drug', { NDC: [44_262 + 103_796, 44_262 + 103_796] }),
  exports('provider_taxonomy', { PROVIDER_TAXONOMY: [874, 851] }),
  exports('rbcs_taxonomy', { RBCS_CATEGORY: [8, 8], RBCS_FAMILY: [271, 271], RBCS_SUB_CATEGORY: [53, 53] }),
  exports('claim_adjustment_reason_code', { CARC: [407, 297] }),
  exports('remittance_advice_remark_code', { RARC: [1_171, 1_171] }),
  exports('facility_type', { FACILITY_TYPE: [65, 65], PLACE_OF_SERVICE: [52, 52] }),
  exports('ub_code', {
    CONDITION: [273, 273],
    OCCURRENCE: [57, 57],
    OCCURRENCE_SPAN: [18, 18],
    REVENUE_CODE: [539, 539],
    TYPE_OF_BILL: [1_234, 1_234],
    VALUE: [118, 118],
  }),
  example(
    'exports what a query finds, sorted by code, under a file name',
    `curl -sS -i -G --data-urlencode 'query=code:j adrenalin' -d type=procedure -d fileName=adrenalin.csv "$URL/code/csv" | sed -E '/^(x-request-id|date):/Id'`,
    (answer) => {
      const [head = '', body] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^content-type: text\/plain; charset=utf-8$/m);
      expect(head).toMatch(/^content-disposition: attachment; filename="adrenalin\.csv"; filename\*=UTF-8''adrenalin\.csv$/m);
      expect(body).toBe(
        [
          HEADER,
          'J0169,,"Injection, epinephrine (adrenalin), not therapeutically equivalent to j0165, 0.1 mg"' +
            ',Inj epinephrine (adrenalin),"PROCEDURE",HCPCS,,2025-07-01,',
          'J0171,,"Injection, adrenalin, epinephrine, 0.1 mg",Adrenalin epinephrine inject,"PROCEDURE",HCPCS,,2011-01-01,2025-06-30',
        ].join('\n'),
      );
    },
  ),
  example(
    'exports so many codes of what a query finds',
    `curl -sS -G --data-urlencode 'query=endo right knee' -d type=procedure -d howMany=3 "$URL/code/csv"`,
    (answer) => expect(rowsOf(answer).map(({ code }) => code)).toEqual(['0LSQ4ZZ', '0S9C4ZZ', '0SSC4ZZ']),
  ),
  example('exports so many codes of a set', `curl -sS "$URL/code/csv?type=diagnosis&howMany=2"`, (answer) =>
    expect(rowsOf(answer).map(({ formattedCode }) => formattedCode)).toEqual(['A00', 'A00.0']),
  ),

  example('describes the codes of converted output', `curl -sS --data-binary @samples/835-institutional.edi "$URL/edi/json?ndjson=true"`, (answer) => {
    expect(answer).toContain('"drg":{"subType":"DRG","code":"291","desc":"HEART FAILURE AND SHOCK WITH MCC"}');
    expect(answer).toContain('"revenueCode":{"subType":"REVENUE_CODE","code":"0250","desc":');
    expect(answer).not.toMatch(/"subType":"CPT","code":"\d+","desc"/);
  }),
  example(
    'describes drugs with their hyphens',
    `sed 's/SVC.HC:99213/SVC*N4:00002120030/' samples/835.edi | curl -sS --data-binary @- "$URL/edi/json?ndjson=true"`,
    (answer) => expect(answer).toContain('"drug":{"subType":"NDC","code":"00002120030","desc":"Amyvid (Florbetapir F 18)","formattedCode":"0002-1200-30"}'),
  ),
  example(
    'leaves descriptions out when they are not wanted',
    `curl -sS --data-binary @samples/835-institutional.edi "$URL/edi/json?descriptions=false"`,
    (answer) => {
      expect(answer).toContain('"drg":{"subType":"DRG","code":"291"}');
      expect(answer).not.toContain('"desc"');
    },
  ),
];

const PAGE_COMMANDS = readImportedCommands(readFileSync(join(ROOT, 'docs/codes.md'), 'utf8'));

function codesOf(answer: string): readonly string[] {
  const codes: readonly { readonly code: string }[] = JSON.parse(answer);
  return codes.map(({ code }) => code);
}

function rowsOf(csv: string): readonly Row[] {
  return parseCsv(csv, { columns: true });
}

/** Runs a command in a shell and gives what it prints; it throws when it fails. */
async function runInShell(command: string, environment: NodeJS.ProcessEnv, folder = ROOT): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', command], { cwd: folder, env: environment, maxBuffer: MAX_OUTPUT });
  return stdout;
}

const official = sharedFolder('codes/official');
const serverUrl = postgresUrl();
const databaseNames = ['SQLite', ...(serverUrl === undefined ? [] : ['PostgreSQL'])];

function postgresUrl(): string | undefined {
  const url = process.env['CLEARLOOP_TEST_POSTGRES_URL'];
  if (url) return url;
  if (process.env['CI']) throw new Error('CLEARLOOP_TEST_POSTGRES_URL is not set: code look-up is to be tested on PostgreSQL too.');
  console.warn('CLEARLOOP_TEST_POSTGRES_URL is not set: code look-up is tested on SQLite only.');
  return undefined;
}

(official === undefined ? describe.skip : describe)('code look-up', () => {
  const postgresDatabase = `clearloop_docs_${randomBytes(6).toString('hex')}`;
  const services = new Map<string, BuiltService>();
  const summaries = new Map<string, string>();
  let folder: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'clearloop-codes-'));
    environment = withCommand(folder, process.env);
    symlinkSync(official ?? '', join(folder, 'official'));
    if (serverUrl !== undefined) await administrate(serverUrl, `CREATE DATABASE ${postgresDatabase}`);
    // Both to their end, also when one fails: what still runs could not be cleaned up.
    for (const result of await Promise.allSettled(databaseNames.map(fill))) if (result.status === 'rejected') throw result.reason;
  }, IMPORT_MILLISECONDS);

  afterAll(async () => {
    for (const service of services.values()) await service.stop();
    if (serverUrl !== undefined) await administrate(serverUrl, `DROP DATABASE IF EXISTS ${postgresDatabase} WITH (FORCE)`);
    rmSync(folder, { recursive: true, force: true });
  }, COMMAND_MILLISECONDS);

  /** Imports the official files into a database and starts a service over it. */
  async function fill(name: string): Promise<void> {
    const files = IMPORTED.map((path) => `official/${path}`).join(' ');
    summaries.set(name, await runInShell(`clearloop codes import ${files} 2>&1`, environmentOf(name), folder));
    services.set(name, await startBuiltService(environmentOf(name)));
  }

  function environmentOf(name: string): NodeJS.ProcessEnv {
    if (name === 'SQLite') return { ...environment, CLEARLOOP_DATA_DIR: join(folder, 'data') };
    return { ...environment, CLEARLOOP_DB_URL: withDatabase(serverUrl ?? '', postgresDatabase) };
  }

  async function ask(name: string, command: string): Promise<string> {
    return runInShell(command, { ...environmentOf(name), URL: `http://${services.get(name)?.address ?? ''}/api` });
  }

  it.each(databaseNames)('loads on %s what the files of the publishers have', (name) => {
    expect(summaries.get(name)?.trimEnd().split('\n')).toEqual(SUMMARIES);
  });

  it.each(EXAMPLES)(
    '$title',
    async ({ command, check }) => {
      const [answer = '', ...others] = await Promise.all(databaseNames.map(async (name) => ask(name, command)));
      check(answer);
      // Not toEqual: of a difference in 20 MB its place is enough.
      for (const other of others) expect(firstDifference(answer, other)).toBeUndefined();
    },
    COMMAND_MILLISECONDS,
  );

  // Last, since the page imports more.
  it.each(PAGE_COMMANDS)(
    'shows in docs/codes.md what comes of `$command`',
    async ({ command, output }) => {
      const printed = await runInShell(`${command} 2>&1`, environmentOf('SQLite'), folder);
      expect(printed.trimEnd()).toMatch(toPattern(output));
    },
    COMMAND_MILLISECONDS,
  );
});

/** What two texts have around the place where they begin to differ; undefined when they are the same. */
function firstDifference(one: string, other: string): readonly string[] | undefined {
  if (one === other) return undefined;
  let i = 0;
  while (one[i] === other[i]) i++;
  return [one, other].map((text) => text.slice(Math.max(0, i - 100), i + 100));
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = name;
  return address.href;
}

async function administrate(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
