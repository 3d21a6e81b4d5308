import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../docs/project-files';
import { startRealService } from '../test-service';

const run = promisify(execFile);

const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc');

const OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** What a user writes with either client: each branch knows the members of its record, and a misspelt word does not compile. */
const NARROWING = `
export function amountOf(record: EdiObject): number | string | undefined {
  switch (record.objectType) {
    case 'PAYMENT': {
      const id: string = record.id;
      return record.paymentAmount ?? id;
    }
    case 'CLAIM':
      return record.chargeAmount;
    case 'TRANSACTION':
      return record.id;
    case 'SEGMENT':
      return record.loop_id;
    case 'ERROR':
      return record.code + record.message;
    case 'WARNING':
      return record.message;
    case 'VALIDATION':
      return record.issueType;
    case undefined:
    case null:
      return record.transaction_header?.bin_number;
    // @ts-expect-error no record has this objectType
    case 'PAYMENTS':
      return undefined;
    default:
      return undefined;
  }
}

export function namesOf(record: EdiObject): string {
  if (record.objectType === 'CLAIM_STATUS') {
    // @ts-expect-error a status has no such member
    return String(record.paymentAmount);
  }
  return record.objectType === 'MEMBER_COVERAGE' ? record.id : '';
}
`;

const WITH_OPENAPI_TYPESCRIPT = `
import type { components, operations } from './schema.js';
type EdiObject = components['schemas']['EdiObject'];
${NARROWING}
const answer: operations['convertToJson']['responses'][200]['content']['application/json'] = [];
for (const record of answer) amountOf(record);
const request: components['schemas']['Request835'] = {
  interchangeControl: { senderIdQualifier: 'ZZ', senderId: 'A', receiverIdQualifier: 'ZZ', receiverId: 'B' },
  functionalGroup: { senderCode: 'A', receiverCode: 'B' },
  payments: [{ patientControlNumber: 'A-1', claimStatusCode: '1', chargeAmount: 95, paymentAmount: 80 }],
};
void request;
`;

const WITH_HEY_API = `
import { convertToJson, generateEdi, getCode, parseEdi, parseNcpdp, type EdiObject } from './client/index.js';
${NARROWING}
export async function main(file: Blob): Promise<void> {
  const { data = [], error } = await convertToJson({ baseUrl: 'http://127.0.0.1:5080', body: { files: [file] }, query: { transactionTopLevel: true } });
  for (const record of data) amountOf(record);
  const code: string | undefined = error?.code;
  const parsed = await parseEdi({ body: { files: [file] }, throwOnError: true });
  const claimed: number | undefined = parsed.data.payments?.[0]?.chargeAmount;
  const pharmacy = await parseNcpdp({ body: { files: [file] } });
  const detail = await getCode({ path: { code: '45' } });
  const subType: string | undefined = detail.data?.subType;
  const edi = await generateEdi({
    path: { set: '835' },
    body: {
      interchangeControl: { senderIdQualifier: 'ZZ', senderId: 'A', receiverIdQualifier: 'ZZ', receiverId: 'B' },
      functionalGroup: { senderCode: 'A', receiverCode: 'B' },
      payments: [{ patientControlNumber: 'A-1', claimStatusCode: '1', chargeAmount: 95, paymentAmount: 80 }],
    },
  });
  const text: string | undefined = edi.data;
  void [code, claimed, pharmacy, subType, text];
}
`;

describe('clients that are generated from the OpenAPI document', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-clients-'));
    const service = await startRealService();
    const document = await (await fetch(`${service.url}/api/docs/openapi.json`)).text();
    await service.stop();
    writeFileSync(join(folder, 'openapi.json'), document);
    await run(process.execPath, [join(ROOT, 'test/support/generate-clients.mjs'), join(folder, 'openapi.json'), folder], { cwd: ROOT });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Gives what the compiler says of a program beside the clients. */
  const compile = (name: string, program: string): string => {
    writeFileSync(join(folder, `${name}.ts`), program);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: [`${name}.ts`] }));
    const { stdout } = spawnSync(process.execPath, [COMPILER, '-p', folder], { encoding: 'utf8' });
    return stdout;
  };

  it.each([
    ['openapi-typescript', WITH_OPENAPI_TYPESCRIPT],
    ['hey-api', WITH_HEY_API],
  ])('compile in strict mode and narrow by objectType: %s', (name, program) => {
    expect(compile(name, program)).toBe('');
  });

  it('do not compile with a member that a record does not have', () => {
    const program = WITH_OPENAPI_TYPESCRIPT.replace('record.paymentAmount ?? id', 'record.paymentAmuont ?? id');
    expect(compile('misspelt', program)).toContain("'paymentAmuont' does not exist");
  });
});
