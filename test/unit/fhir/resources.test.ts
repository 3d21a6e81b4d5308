import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { ExplanationOfBenefit, Money, Organization, PaymentReconciliation } from 'fhir/r4';
import { createConverter } from '../../../src/pipeline/create-converter';
import { compileTables } from '../../../plugins/fhir/compiled-tables';
import { Machine } from '../../../plugins/fhir/machine';
import { coded } from '../../../plugins/fhir/mapping/codings';
import type { Element } from '../../../plugins/fhir/mapping/element';
import { date, decimal, fixed, list, money, negatedMoney, object, text } from '../../../plugins/fhir/mapping/elements';
import { ByteWriter } from '../../../src/plugin/io';
import { explanationOfBenefit } from '../../../plugins/fhir/tables/explanation-of-benefit';
import { everyCode } from '../../support/code-directory';
import { asRecord, convertText, sourceOf } from '../../support/conversion';
import { amountsOf, fhirOf } from '../../support/fhir';
import { countByType, danglingReferences, errorsOf, parseResource, resourcesOf } from '../../support/fhir-validation';
import { everyNth, sizeOf } from '../../support/fuzz';

const ROOT = join(__dirname, '../../..');
const samples = readdirSync(join(ROOT, 'samples'))
  .filter((name) => name.endsWith('.edi'))
  .map((name) => ({ name, read: () => readFileSync(join(ROOT, 'samples', name)) }));
const inputs = readdirSync(join(ROOT, 'test/samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['segments', 'fhir'].includes(entry.name))
  .flatMap(({ name: folder }) => readdirSync(join(ROOT, 'test/samples', folder)).map((name) => `${folder}/${name}`))
  .map((name) => ({ name, read: () => readFileSync(join(ROOT, 'test/samples', name, 'input.edi')) }));

const remittance = readFileSync(join(ROOT, 'samples/835.edi'), 'utf8');
const cents = (money: Money | undefined): number => Math.round((money?.value ?? Number.NaN) * 100);
const convert = async (edi: string, options = {}): Promise<string> => (await convertText([sourceOf('in.edi', edi)], { output: 'fhir', ...options })).text;

describe.each(everyNth(12, [...samples, ...inputs]).map((one) => [one.name, one] as const))('%s', (_name, { read }) => {
  it('gives valid resources that refer to each other and have the amounts of the records', async () => {
    const made = await fhirOf('in.edi', read());
    expect(made.resources.flatMap(errorsOf)).toEqual([]);
    expect(danglingReferences(made.resources)).toEqual([]);
    const { ofRecords, ofResources } = amountsOf(made);
    expect(Object.fromEntries(ofResources)).toEqual(Object.fromEntries(ofRecords));
  });
});

describe('the FHIR output', () => {
  it('writes shared resources once, with the same ids in every output', async () => {
    const [once, again] = await Promise.all([convert(remittance), convert(remittance)]);
    expect(again).toBe(once);
    const urls = resourcesOf(once).map(({ resourceType, id }) => `${resourceType}/${String(id)}`);
    expect(new Set(urls).size).toBe(urls.length);
    expect(countByType(resourcesOf(once))).toMatchObject({ ExplanationOfBenefit: 2, PaymentReconciliation: 1, Organization: 2 });
  });

  it('has the objects of all transaction sets when a command or request names none', async () => {
    const typesOf = async (name: string): Promise<Record<string, number>> =>
      countByType(resourcesOf(await convert(readFileSync(join(ROOT, 'samples', name), 'utf8'), { objects: '' })));
    expect(await typesOf('271.edi')).toMatchObject({ CoverageEligibilityResponse: 3 });
    expect(await typesOf('276.edi')).toMatchObject({ Task: 2 });
    expect(await typesOf('277.edi')).toMatchObject({ ClaimResponse: 2 });
  });

  it('tells parties apart whose JSON is equally long', async () => {
    const count = sizeOf(400, 100);
    const names = Array.from({ length: 2 * count }, (_, i) => `PAYER${1_000 + (i % count)}`);
    const transaction = /ST\*835[^]*?SE\*[^~]*~\s*/.exec(remittance)?.[0] ?? '';
    const [start = '', ...rest] = remittance.split(transaction);
    const end = rest.join('');
    const written = resourcesOf(await convert(start + names.map((name) => transaction.replace(/N1\*PR\*[^*~]*/, `N1*PR*${name}`)).join('') + end));
    const organizations = written.filter(({ resourceType }) => resourceType === 'Organization') as unknown as Organization[];
    const payers = organizations.flatMap(({ name = '' }) => (name.startsWith('PAYER') ? [name] : []));
    expect(payers.sort()).toEqual([...new Set(names)].sort());
    const nameOf = new Map(organizations.map(({ id = '', name }) => [`Organization/${id}`, name]));
    const payments = written.filter(({ resourceType }) => resourceType === 'PaymentReconciliation') as unknown as PaymentReconciliation[];
    expect(payments.map(({ paymentIssuer }) => nameOf.get(paymentIssuer?.reference ?? ''))).toEqual(names);
  });

  it('reads objects that records repeat, and those that follow them, as each record has them', async () => {
    const [before = '', claims = '', after = ''] = remittance.split(/(?=CLP\*)([^]*)(?=SE\*|PLB\*)/);
    const [claim = ''] = claims.split(/(?<!^)(?=CLP\*)/);
    const providers = ['KENT', 'KENT', 'KENT', 'LANE', 'KENT', 'KENT', 'KENTON', 'KENT', 'KENT', 'KENT'];
    const of = (name: string, i: number): string =>
      claim.replace(/CLP\*[^*]*/, `CLP*C${i}`).replace(/NM1\*82\*[^~]*~|(?=SVC\*|DTM\*)/, `NM1*82*1*${name}*A****XX*1234567893~\n`);
    const resources = resourcesOf(await convert(before + providers.map(of).join('') + after));
    const nameOf = new Map(resources.map(({ resourceType, id = '', ...rest }) => [`${resourceType}/${String(id)}`, rest as { name?: [{ family: string }] }]));
    const payments = resources.filter(({ resourceType }) => resourceType === 'ExplanationOfBenefit') as unknown as ExplanationOfBenefit[];
    expect(
      payments.map(({ careTeam = [] }) => careTeam.map(({ sequence, provider }) => [sequence, nameOf.get(provider.reference ?? '')?.name?.[0].family])),
    ).toEqual(providers.map((name) => [[1, name]]));
  });

  it('has details of a payment that add up to it', async () => {
    const payments = resourcesOf(await convert(remittance)).filter(({ resourceType }) => resourceType === 'PaymentReconciliation');
    const [{ paymentAmount, detail = [] }] = payments as unknown as [PaymentReconciliation];
    expect(detail.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(paymentAmount));
  });

  it('makes a Bundle of each record that resolves its references itself', async () => {
    const lines = (await convert(remittance, { outputParameters: { bundle: true } })).trim().split('\n');
    expect(lines.map((line) => parseResource(line).resourceType)).toEqual(['Bundle', 'Bundle', 'Bundle']);
    expect(
      lines
        .map(parseResource)
        .flatMap(errorsOf)
        .filter((one) => !one.endsWith('is no id')),
    ).toEqual([]);
    for (const line of lines.slice(0, 2)) expect(danglingReferences(resourcesOf(line))).toEqual([]);
    expect(danglingReferences(resourcesOf(lines.join('\n')))).toEqual([]);
  });

  it('shows descriptions of codes as display, and none without them', async () => {
    const engine = createConverter({ codes: everyCode() });
    const shown = async (descriptions: boolean): Promise<string> =>
      (await convertText([sourceOf('in.edi', remittance)], { output: 'fhir', descriptions }, engine)).text;
    expect(await shown(true)).toContain('"code":"45","display":"CARC 45"');
    expect(await shown(false)).not.toContain('"display":');
  });

  it('writes more digits than a double has', async () => {
    const text = await convert(remittance.replace('CLP*JSC-1001*1*250*186.4', 'CLP*JSC-1001*1*1234567890123456.78*186.4'));
    expect(text).toContain('"value":1234567890123456.78,');
  });

  it('leaves out numbers of diagnoses that a claim does not have, and reports how many', async () => {
    const claims = readFileSync(join(ROOT, 'samples/837p.edi'), 'utf8').replace('***1:2~', '***1:9~');
    const { text: written } = await convertText([sourceOf('in.edi', claims)], { output: 'fhir', warningsInResponse: true });
    expect(danglingReferences(resourcesOf(written))).toEqual([]);
    expect(written).toMatch(/"OperationOutcome".*does not allow 1 values/);
  });

  it('reports records that have no resource', async () => {
    const { text } = await convertText([sourceOf('in.edi', remittance)], { output: 'fhir', convertToSegments: true, warningsInResponse: true });
    expect(resourcesOf(text).map(({ resourceType }) => resourceType)).toContain('OperationOutcome');
    expect(text).toContain('have no FHIR resource');
  });

  it('refuses a parameter that is none', async () => {
    await expect(convert(remittance, { outputParameters: { bundle: 'yes' } })).rejects.toThrow(
      'The parameter bundle of the output fhir is a string; expected a boolean.',
    );
  });
});

/** What a table writes for a record, and how many values it left out. */
function writtenBy(table: Element, record: object): { readonly members: string; readonly invalid: number } {
  const tables = compileTables([{ kind: 'TEST', resources: [{ type: 'ExplanationOfBenefit', table }] }], new Map());
  const machine = new Machine(tables, { addShared: () => true, useShared: () => true, writeLines: () => undefined });
  const node = machine.read({ encodeJson: (_index: number, out: ByteWriter) => out.text(JSON.stringify(record)) }, 0);
  machine.begin(node);
  const out = new ByteWriter();
  machine.write(tables.records[0]?.resources[0]?.operation ?? 0, node, out);
  const members = out.copyFrom(0).toString();
  return { members, invalid: machine.invalidCount };
}

describe('a wrong table', () => {
  const record = { id: 'a', paymentAmount: 12.5, day: '2026-02-29' };
  const resourceOf = (members: string): ReturnType<typeof parseResource> =>
    parseResource(`{"resourceType":"ExplanationOfBenefit","id":"a",${members.slice(1)}`);

  it('has errors: an element that is none, a missing one, a code that is none', () => {
    const table = object({ status: fixed('maybe'), payed: money('paymentAmount'), item: list(money('paymentAmount')) });
    const errors = errorsOf(resourceOf(writtenBy(table, record).members)).join('\n');
    expect(errors).toContain('ExplanationOfBenefit.payed: Unexpected property');
    expect(errors).toContain('ExplanationOfBenefit.insurer: Missing property');
    expect(errors).toContain('not found in value set');
  });

  it('writes no day that does not exist', () => {
    expect(writtenBy(object({ created: date('day') }), record)).toEqual({ members: '', invalid: 1 });
  });

  it('differs from the right one, which states what a record does not have', () => {
    expect(errorsOf(resourceOf(writtenBy(explanationOfBenefit, record).members))).toEqual([]);
  });
});

describe('texts of records', () => {
  const table = object({ text: text('text'), code: coded('code', 'urn:x'), digits: decimal('digits'), sum: negatedMoney('sum') });

  it.each([
    [{ text: ' a "quoted"\u0001 text ' }, { text: 'a "quoted"  text' }],
    [
      { text: 'Größe', code: ' A   B ' },
      { text: 'Größe', code: { coding: [{ system: 'urn:x', code: 'A B' }] } },
    ],
    [
      { code: 'A  B', text: 5 },
      { text: '5', code: { coding: [{ system: 'urn:x', code: 'A B' }] } },
    ],
    [
      { digits: '12.50', sum: -3.25 },
      { digits: 12.5, sum: { value: 3.25, currency: 'USD' } },
    ],
    [{ digits: 'twelve', sum: 0, text: ' ' }, { sum: { value: 0, currency: 'USD' } }],
  ])('are written as FHIR wants them: %j', (record, expected) => {
    expect(JSON.parse(writtenBy(table, record).members)).toEqual(expected);
  });

  it('are found beside any number of names that no table reads', () => {
    const others = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`other${'x'.repeat(i % 50)}${i}`, { text: 'no', list: [{ code: '}"{', text: i }] }]),
    );
    for (let round = 0; round < 3; round++)
      expect(JSON.parse(writtenBy(table, { ...others, text: 'yes', more: others, code: 'A' }).members)).toMatchObject({
        text: 'yes',
        code: { coding: [{ system: 'urn:x', code: 'A' }] },
      });
  });

  it('end where their quotes are, whatever is in them', () => {
    for (const length of everyNth(12, [...Array(70).keys()])) {
      for (const end of ['', '"', '\\', '\\"', '}', '",']) {
        const text = `${'a'.repeat(length)}${end}`;
        const members: unknown = JSON.parse(writtenBy(table, { other: text, text, digits: '1' }).members);
        expect(members).toEqual({ ...(text === '' ? {} : { text }), digits: 1 });
      }
    }
  });

  it('may be longer than the memory of the machine was', () => {
    const long = 'x'.repeat(3_000_000);
    expect(JSON.parse(writtenBy(table, { text: long, code: 'A' }).members)).toEqual({ text: long, code: { coding: [{ system: 'urn:x', code: 'A' }] } });
  });
});

describe('a client of FHIR', () => {
  let server: Server;
  const stored = new Map<string, unknown>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.setHeader('content-type', 'application/fhir+json');
        if (request.method === 'POST') {
          const { entry } = JSON.parse(Buffer.concat(chunks).toString()) as { entry: { resource: unknown; request: { url: string } }[] };
          for (const one of entry) stored.set(one.request.url, one.resource);
          response.end(JSON.stringify({ resourceType: 'Bundle', type: 'transaction-response', entry: entry.map(() => ({ response: { status: '201' } })) }));
        } else response.end(JSON.stringify(stored.get((request.url ?? '').slice(1))));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => new Promise((resolve) => server.close(resolve)));

  it('sends the Bundles, reads a payment, and follows its references', async () => {
    const lines = (await convert(remittance, { outputParameters: { bundle: true } })).trim().split('\n');
    const id = String(resourcesOf(lines[0] ?? '').find(({ resourceType }) => resourceType === 'ExplanationOfBenefit')?.['id']);
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [join(ROOT, 'test/support/fhir-client.mjs'), baseUrl, id], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(lines.join('\n'));
    const { answers, payment, patient } = asRecord(JSON.parse(await textOf(child.stdout)));
    expect(answers).toEqual(lines.map(() => 'transaction-response'));
    expect(payment).toMatchObject({ payment: { amount: { value: 186.4, currency: 'USD' } } });
    expect(patient).toMatchObject({ resourceType: 'Patient' });
  });
});
