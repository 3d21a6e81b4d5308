import { type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, closeSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { makeApiKey } from '../../src/http/auth/api-key';
import { updateKeyFile } from '../../src/http/auth/key-file';
import { startBuilt, startServing } from '../e2e/built-process';

const ROOT = join(__dirname, '../..');
const CHROMIUM = process.env['CLEARLOOP_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) console.warn(`${CHROMIUM} is not installed: the viewer is not tested in a browser.`);

/** A page that shows a file, and the addresses of all its requests. */
interface Viewed {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly errors: readonly string[];
  readonly origin: string;
}

(hasBrowser ? describe : describe.skip)('the viewer in a browser', () => {
  let browser: Browser;
  const children: ChildProcessWithoutNullStreams[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-browser-test-'));
  });
  afterAll(async () => {
    await browser.close();
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  async function start(path: string, environment: Readonly<Record<string, string>> = {}, ...options: readonly string[]): Promise<string> {
    const child = startBuilt(['view', path, '--no-open', ...options], environment);
    children.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return String(line).trim();
  }

  async function view(sample: string, ...options: readonly string[]): Promise<Viewed> {
    const address = await start(join(ROOT, 'samples', sample), {}, ...options);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const requests: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await page.locator('clearloop-outline .kind-record').first().waitFor();
    return { page, requests, errors, origin: new URL(address).origin };
  }

  it('shows segments, outline, hover, object links, search, mask and totals of a claim', async () => {
    const { page, requests, errors, origin } = await view('837p.edi');
    await page.locator('[data-segment="22"] [data-element="5"]').first().hover();
    await page.locator('.card', { hasText: 'Place of service code' }).waitFor();
    await page.locator('[data-segment="29"] [data-element="2"]').click();
    await page.getByRole('tab', { name: 'Object' }).click();
    const fed = page.locator('clearloop-object .fed').first();
    await fed.waitFor();
    expect(await fed.textContent()).toContain('chargeAmount: 150');
    await page.locator('clearloop-object .linked', { hasText: 'patientControlNumber' }).first().click();
    await page.locator('[data-segment="22"][aria-selected="true"]').waitFor();
    await page.getByRole('searchbox').fill('JSC-1002');
    await page.keyboard.press('Enter');
    await page.locator('[data-segment="46"][aria-selected="true"]').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export edi' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/^ISA\*[\s\S]*CLM\*JSC-1002/);
    await page.getByRole('button', { name: 'Mask' }).click();
    await page.locator('[data-segment="46"]', { hasText: 'XXX-0000' }).waitFor();
    await page.getByRole('tab', { name: 'Totals' }).click();
    await page.locator('clearloop-totals .verdict', { hasText: 'Balanced' }).waitFor();
    expect(requests.filter((address) => !address.startsWith(`${origin}/`) && !address.startsWith('blob:'))).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('opens a file that is dropped, and asks for the key', async () => {
    const { key, record } = makeApiKey('billing', new Date('2026-01-01T00:00:00Z'), undefined);
    const keyFile = join(folder, 'keys.json');
    updateKeyFile(keyFile, () => [record]);
    const { child, url } = await startServing({ CLEARLOOP_API_KEYS_FILE: keyFile, CLEARLOOP_API_KEYS_SCOPE: 'all', CLEARLOOP_VIEWER_MASK: 'true' });
    children.push(child);
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(`${url}/view`);
    const content = JSON.stringify(readFileSync(join(ROOT, 'samples/837p.edi'), 'utf8'));
    const dropped = await page.evaluateHandle(`(() => { const all = new DataTransfer(); all.items.add(new File([${content}], 'claims.edi')); return all; })()`);
    await page.locator('clearloop-open .drop').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByLabel('API key of the service').fill(key);
    await page.keyboard.press('Enter');
    await page.locator('[data-segment="17"]', { hasText: 'XXXXX*XXXXX' }).waitFor();
    expect(requests.filter((request) => !request.includes(` ${url}/`))).toEqual([]);
    expect(requests.filter((request) => request.includes(key))).toEqual([]);
  });

  it('masks the object, the acknowledgment and what is printed', async () => {
    const { page } = await view('835-dirty.edi', '--mask');
    await page.locator('[data-segment="15"]').click();
    await page.getByRole('tab', { name: 'Object' }).click();
    await page.locator('clearloop-object .line', { hasText: 'patientControlNumber: XX-00' }).waitFor();
    await page.getByRole('tab', { name: '999' }).click();
    await page.getByRole('button', { name: 'Make the 999' }).click();
    await page.locator('clearloop-ack pre', { hasText: 'CTX*TRN02:000000' }).waitFor();
    await page.evaluate('window.print = () => undefined');
    await page.getByRole('button', { name: 'Print' }).click();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.print', { hasText: 'NM1*QC*1*XXXXXXXX*XXXXX' }).waitFor();
    expect(await page.locator('header').isVisible()).toBe(false);
    expect(await page.locator('body').innerText()).not.toContain('NAKAGAWA');
  });

  it('is used by keys alone', async () => {
    const { page } = await view('837p.edi');
    const focused = async (): Promise<string> =>
      page.evaluate("let e = document.activeElement; while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; e.getAttribute('role') ?? e.tagName");
    for (let i = 0; i < 20 && (await focused()) !== 'treeitem'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.locator('clearloop-outline .kind-loop', { hasText: '2320' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-segment="46"][aria-selected="true"]').waitFor();
    for (let i = 0; i < 5 && (await focused()) !== 'listbox'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.locator('[data-segment="65"][aria-selected="true"]').waitFor();
    for (let i = 0; i < 5 && (await focused()) !== 'tab'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Object', selected: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await focused()).toBe('INPUT');
  });

  it('shows a file of 300 MB in little memory', async () => {
    const text = readFileSync(join(ROOT, 'samples/837p.edi'), 'latin1');
    const from = text.indexOf('ST*');
    const sets = Buffer.from(text.slice(from, text.lastIndexOf('GE*')).repeat(1_000), 'latin1');
    const path = join(folder, 'large.edi');
    const file = openSync(path, 'w');
    writeSync(file, text.slice(0, from));
    for (let bytes = 0; bytes < 300_000_000; bytes += sets.length) writeSync(file, sets);
    closeSync(file);
    const address = await start(path);
    const page = await browser.newPage();
    await page.goto(address);
    await page.locator('[data-segment="3"]').waitFor();
    await page.getByRole('status').filter({ hasText: 'Checking' }).waitFor({ timeout: 120_000 });
    await page.locator('clearloop-segments .scroller').focus();
    await page.keyboard.press('End');
    await page.locator('clearloop-segments .row[aria-selected="true"] .id', { hasText: 'SE' }).waitFor();
    const status = readFileSync(`/proc/${children.at(-1)?.pid ?? 0}/status`, 'utf8');
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024).toBeLessThan(200);
  });

  it('leaves no file behind, also when it is killed', async () => {
    const own = mkdtempSync(join(folder, 'tmp-'));
    await start(join(ROOT, 'samples/837p.edi'), { TMPDIR: own });
    const child = children.at(-1);
    expect(readdirSync(own)).toEqual([]);
    child?.kill('SIGKILL');
    expect(readdirSync(own)).toEqual([]);
  });

  it('steps through the issues of a damaged file by keys', async () => {
    const { page } = await view('835-dirty.edi');
    await page.locator('clearloop-segments .scroller').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-segment="2"][aria-selected="true"]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.card', { hasText: 'GS01' }).waitFor();
    await page.keyboard.press('3');
    await page.locator('clearloop-issue-rows .message').first().waitFor();
    await page.keyboard.press('n');
    await page.locator('[data-segment="16"][aria-selected="true"]').waitFor();
    await page.keyboard.press('n');
    await page.locator('[data-segment="21"][aria-selected="true"]').waitFor();
  });

  it('shows a pharmacy claim, and ends when its page is left', async () => {
    const { page } = await view('ncpdp-claim.txt');
    await page.locator('[data-segment="3"] [data-element]').nth(1).click();
    await page.locator('clearloop-segment .element', { hasText: 'Date of birth' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Segment', 'Object', 'Issues']);
    const child = children.at(-1);
    await page.goto('about:blank');
    if (child?.exitCode === null) await once(child, 'exit');
    expect(child?.exitCode).toBe(0);
  });

  it.each(['light', 'dark'] as const)('has no serious fault of accessibility in %s colours', async (colorScheme) => {
    const { page } = await view('835-dirty.edi');
    await page.emulateMedia({ colorScheme });
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
    for (const tab of ['Segment', 'Object', 'Issues', 'Totals', '999']) {
      await page.getByRole('tab', { name: tab }).click();
      const found = await page.evaluate(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => id + " " + JSON.stringify(nodes[0].target)))',
      );
      expect({ tab, found }).toEqual({ tab, found: [] });
    }
  });
});
