import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { daySlotLabels } from '@app/contracts/time-slots.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { browseWords } from '@app/words/browsing.ts';
import { chooseTimeWords } from '@app/words/bookings.ts';
import { shellWords } from '@app/words/shell.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { newAccepted } from '../../test/e2e/bookings.ts';
import { enterAs } from '../../test/e2e/people.ts';
import { PHONE } from '../../test/e2e/phone.ts';
import { openApplicants, startRecruiting } from '../../test/e2e/recruiting.ts';
import { participantScreens, researcherScreens } from '../../test/e2e/screens/dashboard-screens.ts';
import { createGround } from '../../test/e2e/screens/screen-data.ts';
import { pathOf, widths } from '../../test/e2e/screens/screen.ts';
import { be } from '../../test/e2e/steps.ts';
import { newStudy } from '../../test/e2e/studies.ts';
import { bringDrafts, storedStages, createWizardGround } from '../../test/e2e/study-wizard-fixtures.ts';
import type { Product } from '../../test/support/product.ts';

/** A cheap phone is slower by this factor. */
const SLOW_DOWN = 6;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const LOADED_MS = 5000;
/**
 * The first wait covers the page and its late requests before the press, the second the frames after it. A
 * page with an event stream is never idle.
 */
const [SETTLED_MS, DRAWN_MS] = [3000, 1500];
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

/**
 * Runs in the page before everything else: records the time from each press to the next frame (INP) and
 * layout shifts (CLS).
 */
const WATCH = `
  window.presses = []; window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) presses.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '') });
  }).observe({ type: 'layout-shift', buffered: true });`;

type Open = (page: Page, product: Product) => Promise<void>;
const openAs = (who: 'ama' | 'abena', path: string) => async (page: Page) => {
  await be(page, who);
  await page.goto(path);
};

/** Opens a week of 126 available times. */
async function openTimes(page: Page, product: Product): Promise<void> {
  const availableDates = Array.from({ length: 7 }, (_, day) => dayAhead(day + 3));
  const plan = { availableDates, availableTimes: daySlotLabels(30).slice(16, 34), leadHours: 0 };
  const { researcher, study } = await newStudy(product, {}, plan);
  await enterAs(page, await newAccepted(product, researcher, study), paths.chooseTime(study.id));
}

const presses: [name: string, open: Open, target: (page: Page) => Locator][] = [
  [
    'menu, participant',
    openAs('abena', '/dashboard/browse-studies'),
    (page) => named(page, shellWords.openMenu),
  ],
  ['menu, researcher', openAs('ama', '/dashboard/projects'), (page) => named(page, shellWords.openMenu)],
  [
    'answer',
    async (page) => {
      await openAs('abena', '/dashboard/browse-studies')(page);
      await page.getByRole('link', { name: browseWords.apply }).first().click();
    },
    (page) => page.getByRole('radiogroup').first().getByRole('radio').first(),
  ],
  ['choose a time', openTimes, (page) => page.locator('input[name=slotId]').nth(40)],
  ['book with none chosen', openTimes, (page) => named(page, chooseTimeWords.book)],
  [
    'next stage',
    async (page, product) => {
      const ground = await createWizardGround(product);
      await bringDrafts(page, ground, storedStages);
      await page.goto(ground.wizardPath);
    },
    (page) => named(page, wizard.continue),
  ],
  [
    'accept',
    async (page, product) => {
      const recruiting = await startRecruiting(product);
      for (let person = 0; person < 10; person += 1) await recruiting.apply();
      await openApplicants(page, recruiting);
      await page.getByRole('checkbox', { name: applicantWords.selectShown(10) }).check();
    },
    (page) => named(page, applicantWords.acceptCount(10)),
  ],
];

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

async function withPage<T>(
  browser: Browser,
  product: Product,
  use: (page: Page, context: BrowserContext) => Promise<T>,
  options: BrowserContextOptions = PHONE,
): Promise<T> {
  const context = await browser.newContext({ ...options, baseURL: product.url });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  try {
    return await use(page, context);
  } finally {
    await context.close();
  }
}

/** Measures milliseconds from a press to the next frame in Chromium's steps of 8, on a fresh page each. */
async function* timePresses(browser: Browser, product: Product) {
  for (const [name, open, target] of presses) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(
        await withPage(browser, product, async (page, context) => {
          await open(page, product);
          await target(page).waitFor();
          await page.waitForTimeout(SETTLED_MS);
          const session = await context.newCDPSession(page);
          await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
          await page.evaluate('presses.length = 0');
          await target(page).tap();
          await page.waitForTimeout(DRAWN_MS);
          return page.evaluate<number>('Math.max(0, ...presses)');
        }),
      );
    yield { name, times };
  }
}

interface Shift {
  value: number;
  moved: string[];
}

const signedIn = [...researcherScreens, ...participantScreens].filter(({ as, lead }) => as && !lead);

/** Measures layout shifts (CLS) while a signed-in page loads on slow 4G, and their sources. */
async function* watchLoads(browser: Browser, product: Product) {
  const ground = await createGround(product);
  for (const screen of signedIn)
    for (const [width, height] of Object.entries(widths))
      yield await withPage(
        browser,
        product,
        async (page, context) => {
          await be(page, screen.as!);
          const session = await context.newCDPSession(page);
          await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
          await session.send('Network.enable');
          await session.send('Network.emulateNetworkConditions', SLOW_4G);
          await page.goto(pathOf(screen, ground));
          await page.waitForTimeout(LOADED_MS);
          const shifts = await page.evaluate<Shift[]>('shifts');
          const shift = shifts.reduce((sum, { value }) => sum + value, 0);
          return { name: `${screen.name}, ${width} px`, shift, moved: shifts.flatMap(({ moved }) => moved) };
        },
        { viewport: { width: Number(width), height } },
      );
}

/** Prints both tables. */
export async function feelPages(browser: Browser, product: Product, print: (line: string) => void) {
  print('\n| A press on a phone six times as slow, INP | ms |');
  print('| --- | --- |');
  for await (const { name, times } of timePresses(browser, product))
    print(`| ${name} | ${times.join(', ')} |`);
  print('\n| Loading on slow 4G and six times as slow | CLS |');
  print('| --- | --- |');
  for await (const { name, shift, moved } of watchLoads(browser, product))
    print(`| ${name} | ${shift.toFixed(3)} ${moved.join('; ')} |`);
}
