import type { Page, Route } from '@playwright/test';
import { reportMeeting } from '@app/contracts/project/disputes.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { failureWords } from '@app/words/failures.ts';
import { partWords } from '@app/words/parts.ts';
import type pg from 'pg';
import type { Product } from '../support/product.ts';
import { ARE_LOOKS_ALL } from '../support/sizes.ts';
import { OF_COLOURS, barriersOn } from './accessibility.ts';
import { LOOKS, addAuthenticator, makeEnrolmentLink, test } from './admin-area.ts';
import { newAccepted, newBooked, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect } from './fixtures.ts';
import { overflow } from './layout.ts';
import { newParticipant } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { newStudy } from './studies.ts';

/** Reads of the area, without the calls of its session. */
const READS = /\/(admin\/(?!session|sign-in|enrolment)|build\.json)/;

const fail = (route: Route) => route.fulfill({ status: 500, body: '{}' });
/** The response arrives after the test. */
const neverAnswer = () => new Promise<never>(() => {});
async function answerEmpty(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as { content?: unknown };
  const { content } = body;
  const isHome = typeof content === 'object' && content !== null && 'waiting' in content;
  if (Array.isArray(content)) Object.assign(body, { content: [], totalElements: 0, totalPages: 0 });
  if (isHome) Object.assign(body, { content: { ...content, waiting: [] } });
  await route.fulfill({ response, json: body });
}

/** The demo has one of everything else. */
async function makeDisputeAndReport(product: Product, database: pg.Client): Promise<void> {
  const { researcher, study } = await newStudy(product);
  const { slotId } = timeIn(3);
  await database.query(
    'insert into project.study_slots (study_id, starts_at) values ($1, $2) on conflict do nothing',
    [study.id, slotId],
  );
  const { participant, bookingId } = await newBooked(product, researcher, study, slotId);
  await database.query(
    `update project.bookings set starts_at = now() - interval '1 hour', ends_at = now() - interval '30 minutes'
    where booking_id = $1`,
    [bookingId],
  );
  const story = { kind: 'NOBODY_CAME', text: 'I waited for an hour.' };
  await callProduct(product, reportMeeting, { as: participant, params: { id: bookingId }, body: story });
  const body = { reason: 'ASKS_FOR_MONEY', text: 'They asked me for my PIN.' };
  const reporter = await newAccepted(product, researcher, study);
  await callProduct(product, reportStudy, { as: reporter, params: { id: study.id }, body });
}

for (const { name, viewport } of LOOKS) {
  const isPhone = viewport.width === 360;
  test(`no admin screen has a barrier in any state: ${name.split(',')[0]}`, async ({
    newContext,
    adminUrl,
    database,
    product,
  }) => {
    await makeDisputeAndReport(product, database);
    await newParticipant(product);
    const { link } = await makeEnrolmentLink(database, adminUrl, ['SUPPORT', 'ADMIN', 'FINANCE']);
    const context = await newContext({ viewport, ...(isPhone ? { hasTouch: true, isMobile: true } : {}) });
    const page: Page = await context.newPage();
    await addAuthenticator(page);
    await page.goto(link);
    await page.getByRole('button', { name: words.createPasskey }).click();
    await page.getByRole('heading', { name: words.screens.home, level: 1 }).waitFor();

    const check = async (state: string) => {
      const where = `${new URL(page.url()).pathname}, ${state}`;
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      expect.soft(await barriersOn(page), where).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect.soft(await barriersOn(page, { rules: OF_COLOURS }), `${where}, dark`).toEqual([]);
      expect.soft(await overflow(page), where).toBe(0);
      if (isPhone) await expectRoomForFingers(page);
    };
    const loading = page.getByRole('main').getByText(partWords.loading);
    const retry = page.getByRole('main').getByRole('button', { name: failureWords.tryAgain });
    const open = async (address: string, answer?: (route: Route) => Promise<unknown>) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (answer) await page.route(READS, answer);
      await page.goto(address);
    };
    const checkOtherStates = async (address: string, isOfList: boolean) => {
      await open(address, neverAnswer);
      await expect(loading.first()).toBeAttached();
      await check('loading');
      await open(address, fail);
      await expect(retry.first()).toBeVisible();
      await check('failed');
      if (!isOfList) {
        await open(address, answerEmpty);
        await expect(loading).toHaveCount(0);
        await expect(retry).toHaveCount(0);
        await check('empty');
      }
    };
    const checkAll = async (address: string, isOfList: boolean) => {
      if (ARE_LOOKS_ALL) await checkOtherStates(address, isOfList);
      await open(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(loading).toHaveCount(0);
      await expect(retry).toHaveCount(0);
      await check('data');
    };

    const lists = await page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll('nav a')].map(({ href }) => href))]`,
    );
    expect(lists.length).toBe(Object.keys(words.screens).length);
    for (const list of lists) {
      await checkAll(list, false);
      const record = page.getByRole('main').getByRole('rowheader').getByRole('link').first();
      const href = (await record.count()) > 0 ? await record.getAttribute('href') : null;
      if (href?.startsWith(new URL(list).pathname) && href !== '/' && new URL(list).pathname !== '/')
        await checkAll(`${adminUrl}${href}`, true);
    }
  });
}
