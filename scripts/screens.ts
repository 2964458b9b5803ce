/** Run `npm run screens -- [words in a name]`. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from '../test/support/machine/chromium.ts';
import { entryScreens } from '../test/e2e/screens/entry-screens.ts';
import { emailScreens } from '../test/e2e/screens/email-screens.ts';
import { participantScreens, researcherScreens } from '../test/e2e/screens/dashboard-screens.ts';
import { KEEP_TOASTS } from '../test/e2e/keep-toasts.ts';
import { type Ground, type Who, createGround, logInAs } from '../test/e2e/screens/screen-data.ts';
import { publicScreens } from '../test/e2e/screens/public-screens.ts';
import { type Screen, type Width, openScreen, widths } from '../test/e2e/screens/screen.ts';
import { startProduct } from '../test/support/product.ts';
import { wideLimits } from '../test/support/wide-limits.ts';
import { buildWeb } from './web-build.ts';

const FOLDER = 'docs/screens';
const MOST_HEIGHT = 1600;
const QUALITY = 70;

const wanted = process.argv.slice(2);
const screens = [
  ...publicScreens,
  ...entryScreens,
  ...emailScreens,
  ...researcherScreens,
  ...participantScreens,
].filter(
  ({ name, picture }) => picture && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
);

await buildWeb();
mkdirSync(FOLDER, { recursive: true });
if (wanted.length === 0) for (const file of readdirSync(FOLDER)) rmSync(join(FOLDER, file));
const product = await startProduct('one process, embedded database', wideLimits);
const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArgs] });
try {
  const ground = await createGround(product);
  for (const screen of screens) await show(screen, ground);
} finally {
  await browser.close();
  await product.stop();
}
const bytes = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
console.log(`${readdirSync(FOLDER).length} pictures in ${FOLDER}, ${(bytes / 1024 / 1024).toFixed(1)} MiB`);

async function show(screen: Screen, ground: Ground): Promise<void> {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    reducedMotion: 'reduce',
    viewport: { width: screen.only ?? 360, height: widths[screen.only ?? 360] },
  });
  await context.addInitScript(KEEP_TOASTS);
  const page = await context.newPage();
  if (screen.as) await signIn(page, screen.as);
  await openScreen(page, screen, ground);
  for (const width of Object.keys(widths).map((name) => Number(name) as Width)) {
    if (screen.only !== undefined && screen.only !== width) continue;
    await page.setViewportSize({ width, height: widths[width] });
    await takePicture(page, `${screen.name}-${width}`);
    if (screen.picture !== 'both') continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, `${screen.name}-${width}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await context.close();
}

async function takePicture(page: Page, name: string): Promise<void> {
  const window = page.viewportSize()!;
  // With a tall viewport, sticky elements are at the end of the page. A dialog needs the real viewport.
  if ((await page.locator('dialog[open]').count()) === 0) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ ...window, height: Math.min(height, MOST_HEIGHT) });
  }
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.setViewportSize(window);
}

async function signIn(page: Page, who: Who): Promise<void> {
  const user = JSON.stringify(await logInAs(product, who));
  await page.addInitScript((stored) => localStorage.setItem('user', stored), user);
}
