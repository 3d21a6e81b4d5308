import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow, sharedFolderWhenLong } from '../../support/shared-data';
import type { RunningService } from '../../../src/main';
import { CANARIES, CANARY, damagedForms, withCanaries } from '../../support/canaries';
import { until } from '../../support/until';
import { runCommand } from '../../unit/cli/fake-io';
import { formOf, startRealService } from '../test-service';
import { everyNth, isLong, sizeOf } from '../../support/fuzz';

const SAMPLES = join(__dirname, '../../../samples');

/** Names a person, as names of files do. */
const FILE_NAME = 'DOE-JOHN-19620914.edi';
const FILE_NAMES = /DOE|JOHN|19620914/i;

const allSamples = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.edi'))
  .map((name) => [name, withCanaries(readFileSync(join(SAMPLES, name), 'utf8'))] as const);

/** The long suites send every sample. */
const samples = isLong ? allSamples : allSamples.filter(([name]) => name === '835.edi' || name === '837p.edi');

/** Parameters that bring more about: validation, objects in the answer for what is found, limits. */
const QUERIES = ['?validate=true&levels=1-7&ndjson=true&warningsInResponse=true', '?maxWarnings=1&convertToSegments=true&schemaName=default'];

/** Both for each form and operation in the long suites; in `npm test` each operation has one form of sixteen, with one of them in turn. */
const queriesOf = (form: number, operation: number): readonly string[] => {
  if (isLong) return QUERIES;
  return (form + operation) % 16 === 0 ? QUERIES.slice((form >> 1) % QUERIES.length).slice(0, 1) : [];
};

describe("values of patients in the service's logs, audit log, metrics and errors", () => {
  let folder: string;
  let service: RunningService;
  let operations: readonly string[];
  const logged: string[] = [];
  /** Error bodies, and messages of errors inside answers. */
  const errors: string[] = [];
  let answersWithValues = 0;
  let requests = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-canary-'));
    for (const stream of [process.stdout, process.stderr]) jest.spyOn(stream, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
    service = await startRealService({ CLEARLOOP_LOG_LEVEL: 'debug', CLEARLOOP_AUDIT_LOG: join(folder, 'audit.ndjson'), CLEARLOOP_RATE_LIMIT: '0' });
    const document: { readonly paths: Readonly<Record<string, { readonly post?: unknown }>> } = JSON.parse(
      await (await fetch(`${service.url}/api/docs/openapi.json`)).text(),
    );
    operations = Object.entries(document.paths).flatMap(([path, { post }]) => (post === undefined ? [] : [path]));
  });
  afterAll(async () => {
    await service.stop();
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const send = async (path: string, body: string | Uint8Array | FormData, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
    const separator = path.includes('?') ? '&' : '?';
    const response = await fetch(`${service.url}${path}${separator}ediFileName=${FILE_NAME}&fileName=${FILE_NAME}`, { method: 'POST', body, headers });
    requests++;
    // Answers that are EDI have no place for an error: they are cut.
    const text = await response.text().catch(() => '');
    if (response.status >= 400 && response.status !== 417) errors.push(messageOf(text));
    else if (CANARIES.test(text)) answersWithValues++;
    errors.push(...errorsIn(text));
  };

  const TEXT = { 'content-type': 'text/plain' };

  it.each(samples)('are not there when %s is converted, validated and refused, whole and damaged', async (name, seeded) => {
    // In `npm test` each operation has one of the samples.
    const isWanted = (operation: number): boolean => isLong || operation % 2 === (name === '835.edi' ? 0 : 1);
    for (const [operation, path] of operations.filter((one) => !one.includes('{')).entries()) {
      if (!isWanted(operation)) continue;
      for (const [form, [, content]] of damagedForms(seeded).entries())
        for (const query of queriesOf(form, operation)) await send(`${path}${query}`, content, TEXT);
      const files = damagedForms(seeded).filter((_, form) => isLong || (form + operation) % 8 === 0);
      await send(path, formOf(files.map(([name, content]) => [`DOE-JOHN-${name}.edi`, content] as const)));
      await send(path, gzipSync(seeded).subarray(0, 400), TEXT);
      await send(path, seeded, { 'content-type': `text/plain; name=${CANARY}`, 'content-encoding': 'gzip' });
      await send(path, `--B\r\nContent-Disposition: form-data; name="files"; filename="${FILE_NAME}"\r\n\r\n${seeded}`, {
        'content-type': 'multipart/form-data; boundary=B',
      });
    }
  });

  it('are not there when EDI is generated from JSON, which may be broken', async () => {
    const bodies: unknown[] = [];
    for (const [name, seeded] of samples.filter(([name]) => /^83[57]/.test(name))) {
      const records: readonly { readonly transaction?: unknown }[] = JSON.parse(
        await (await fetch(`${service.url}/api/edi/json`, { method: 'POST', body: seeded, headers: TEXT })).text(),
      );
      const key = name.startsWith('835') ? 'payments' : 'claims';
      bodies.push(
        records,
        { [key]: records },
        { transaction: records[0]?.transaction, [key]: records },
        { [key]: [{ patient: CANARY, chargeAmount: CANARY }] },
      );
    }
    const texts = bodies.map((body) => JSON.stringify(body));
    const allBroken = texts.flatMap((text) => [
      text.slice(0, -10),
      text.replace(CANARY, `${CANARY}"`),
      `${text}${CANARY}`,
      CANARY,
      `[${CANARY}]`,
      text.replace(':', CANARY),
    ]);
    const broken = everyNth(5, allBroken);
    for (const path of operations.filter((operation) => operation.includes('{set}'))) {
      for (const set of ['835', '837']) {
        for (const body of [...texts, ...broken]) await send(path.replace('{set}', set), body, { 'content-type': 'application/json' });
        for (const body of texts) await send(`${path.replace('{set}', set)}?failOnValidationErrors=true`, body, { 'content-type': 'application/json' });
      }
    }
  });

  it('are not there when they stand where they do not belong: in addresses, headers and code look-up', async () => {
    for (const path of [`/api/${CANARY}`, `/api/code/${CANARY}`, `/api/code/search?query=${CANARY}`, `/api/about?x=${CANARY}`, `/api/code/csv?query=${CANARY}`])
      await (
        await fetch(`${service.url}${path}`, { headers: { 'x-request-id': `${CANARY} `.repeat(20), 'x-api-key': CANARY, accept: CANARY, origin: CANARY } })
      ).text();
  });

  // What came before filled them.
  it('were really sent, and came back in answers', () => {
    expect(operations.length).toBeGreaterThanOrEqual(6);
    expect(requests).toBeGreaterThan(sizeOf(400, 150));
    expect(answersWithValues).toBeGreaterThan(sizeOf(100, 20));
    expect(errors.length).toBeGreaterThan(sizeOf(200, 40));
  });

  it('are in no error body, and in no message of an error inside an answer', () => {
    expect(errors.filter((message) => CANARIES.test(message))).toEqual([]);
  });

  it('are in no line of the log, nor are names of files', async () => {
    await until(() => logged.length > requests);
    expect(logged.filter((line) => CANARIES.test(line) || FILE_NAMES.test(line))).toEqual([]);
  });

  it('are not in the metrics, nor are names of files', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/clearloop_issues_total\{type="\w+"\} [1-9]/);
    expect(metrics).not.toMatch(CANARIES);
    expect(metrics).not.toMatch(FILE_NAMES);
  });

  it('are not in the audit log, which has the names of files', async () => {
    const readAudit = (): string => readFileSync(join(folder, 'audit.ndjson'), 'utf8');
    const lines = requests + samples.filter(([name]) => /^83[57]/.test(name)).length;
    await until(() => readAudit().match(/\n/g)?.length === lines);
    const audit = readAudit();
    expect(audit).not.toMatch(CANARIES);
    expect(audit).toContain(FILE_NAME);
  });
});

describe('values of patients on standard error of the command line', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-canary-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs commands over files with these contents; gives what they said, and what they gave. */
  const runOver = async (contents: readonly (readonly [name: string, content: string])[]): Promise<{ readonly said: string; readonly given: string }> => {
    const input = mkdtempSync(join(folder, 'in-'));
    for (const [name, content] of contents) writeFileSync(join(input, `${name.replaceAll('/', '-')}.edi`), content, 'latin1');
    const outcomes = [
      await runCommand(['convert', input, '--to', 'ndjson', '--validate', '--levels', '1-7']),
      await runCommand(['convert', input, '--to', 'csv', '--max-warnings', '1']),
      await runCommand(['convert', input, '--segments', '--warnings']),
      await runCommand(['validate', input, '--format', 'ndjson', '--levels', '1-7']),
    ];
    return { said: outcomes.map(({ stderr }) => stderr).join(''), given: outcomes.map(({ stdout }) => stdout).join('') };
  };

  it.each(samples)('are not there when %s is converted and validated, whole and damaged', async (_name, seeded) => {
    const { said, given } = await runOver([['whole', seeded], ...everyNth(4, damagedForms(seeded))]);
    expect(given.match(new RegExp(CANARY, 'g'))?.length).toBeGreaterThan(100);
    expect(said).toContain('ERROR');
    expect(said).not.toMatch(CANARIES);
  });

  const corpus = sharedFolderWhenLong('corpus');
  (corpus === undefined ? it.skip : it)('are not there for files of the corpus', async () => {
    const files =
      corpus === undefined ? [] : filesBelow(join(corpus, 'files')).map(({ name, read }) => [name, withCanaries(read().toString('latin1'))] as const);
    const { said, given } = await runOver(files.filter(([, content]) => content.length < 50_000).slice(0, 100));
    expect(given.match(new RegExp(CANARY, 'g'))?.length).toBeGreaterThan(1000);
    expect(said).not.toMatch(CANARIES);
  });
});

/** The message of an error body, or the text of one that is no JSON. File names are the caller's own. */
function messageOf(text: string): string {
  if (!text.startsWith('{')) return text;
  const body: { readonly message?: string } = JSON.parse(text);
  return body.message ?? text;
}

/** Messages of ERROR objects in JSON, NDJSON and CSV that has begun. */
function errorsIn(text: string): readonly string[] {
  const objects = [...text.matchAll(/\{"objectType":"ERROR"[^\n]*?\}(?=[\n,\]]|$)/g)].map(([object]) => messageOf(object));
  return [...objects, ...[...text.matchAll(/^"?ERROR:[^\n]*/gm)].map(([row]) => row)];
}
