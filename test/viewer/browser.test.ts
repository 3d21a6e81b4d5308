import { type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startBuilt } from '../e2e/built-process';

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
  afterAll(async () => {
    await browser.close();
    for (const child of children) child.kill();
  });

  async function view(sample: string): Promise<Viewed> {
    const child = startBuilt(['view', join(ROOT, 'samples', sample), '--no-open']);
    children.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const requests: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    const address = String(line).trim();
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

  it('shows a pharmacy claim', async () => {
    const { page } = await view('ncpdp-claim.txt');
    await page.locator('[data-segment="3"] [data-element]').nth(1).click();
    await page.locator('clearloop-segment .element', { hasText: 'Date of birth' }).waitFor();
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
