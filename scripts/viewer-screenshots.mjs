#!/usr/bin/env node
// Takes the pictures of docs/viewer.md with Debian's Chromium, of samples that come with the product:
//
//   node scripts/viewer-screenshots.mjs            writes docs/images/viewer-*.png
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = process.argv[2] ?? join(ROOT, 'docs/images');
const BROWSER = process.env.CLEARLOOP_TEST_CHROMIUM ?? '/usr/bin/chromium';
const SIZE = { width: 1440, height: 860 };

/** Starts `clearloop view` and resolves with the address of the page. */
function view(file, ...options) {
  const child = spawn(process.execPath, ['dist/bundle/cli.js', 'view', file, '--no-open', ...options], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (bytes) => resolve({ address: String(bytes).trim(), stop: () => child.kill() }));
  });
}

async function open(browser, address, options = {}) {
  const page = await browser.newPage({ viewport: SIZE, ...options });
  await page.goto(address);
  await page.locator('clearloop-outline .kind-record').first().waitFor();
  await page.locator('clearloop-segment .element').first().waitFor();
  return page;
}

const shot = (page, name) => page.screenshot({ path: join(TARGET, `viewer-${name}.png`) });

mkdirSync(TARGET, { recursive: true });
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
try {
  const claims = await view('samples/837p.edi');
  const page = await open(browser, claims.address);
  await page.locator('[data-segment="22"] [data-element="5"]').first().hover();
  await page.waitForTimeout(500);
  await shot(page, 'segments');
  await page.locator('[data-segment="29"] [data-element="2"]').click();
  await page.getByRole('tab', { name: 'Object' }).click();
  await page.locator('clearloop-object .fed').first().waitFor();
  await page.waitForTimeout(200);
  await shot(page, 'object');
  await page.getByRole('button', { name: 'Mask' }).click();
  await page.locator('clearloop-object .line', { hasText: 'XXX-0000' }).first().waitFor();
  await page.locator('clearloop-object .fed').first().waitFor();
  await page.waitForTimeout(300);
  await shot(page, 'mask');
  await page.close();
  claims.stop();

  const dirty = await view('samples/835-dirty.edi');
  const issues = await open(browser, dirty.address, { colorScheme: 'dark' });
  await issues.keyboard.press('3');
  await issues.locator('clearloop-issue-rows .message').nth(1).click();
  await issues.waitForTimeout(800);
  await shot(issues, 'issues-dark');
  await issues.close();
  dirty.stop();

  const payments = await view('samples/835.edi');
  const totals = await open(browser, payments.address);
  await totals.getByRole('searchbox').fill('JSC-100');
  await totals.keyboard.press('Enter');
  await totals.waitForTimeout(600);
  await shot(totals, 'search');
  await totals.keyboard.press('Escape');
  await totals.getByRole('tab', { name: 'Totals' }).click();
  await totals.waitForTimeout(500);
  await shot(totals, 'totals');
  await totals.close();
  payments.stop();

  const pharmacy = await view('samples/ncpdp-claim.txt');
  const telecom = await open(browser, pharmacy.address);
  await telecom.locator('[data-segment="3"]').click();
  await telecom.waitForTimeout(500);
  await shot(telecom, 'ncpdp');
  await telecom.goto(pharmacy.address.replace(/#.*/, ''));
  await telecom.reload();
  await telecom.waitForTimeout(500);
  await shot(telecom, 'open');
  await telecom.close();
  pharmacy.stop();
} finally {
  await browser.close();
}
