import type { Page, Route } from '@playwright/test';
import { auditEventWords } from '@app/words/admin-audit.ts';
import { adminOperationWords as operations } from '@app/words/admin-operations.ts';
import { adminSettingsWords as settings } from '@app/words/admin-settings.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { failureWords } from '@app/words/failures.ts';
import { partWords } from '@app/words/parts.ts';
import { ARE_LOOKS_ALL } from '../support/sizes.ts';
import { OF_COLOURS, barriersOn } from './accessibility.ts';
import { LOOKS, enterAdminArea, makeDispute, makeEnrolmentLink, makeReport, test } from './admin-area.ts';
import { expect } from './fixtures.ts';
import { overflow } from './layout.ts';
import { newParticipant } from './people.ts';
import { expectRoomForFingers } from './phone.ts';

/** Reads of the area, without the calls of its session. */
const READS = /\/(admin\/(?!session|sign-in|enrolment)|build\.json)/;

/** Each row of these lists has a screen. */
const LISTS_OF_RECORDS = ['/companies', '/people', '/disputes', '/reports', '/studies'];
/** The list that shows its other states in the short form too. */
const EXAMPLE = '/people';

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

for (const { name, viewport } of LOOKS) {
  const isPhone = viewport.width === 360;
  test(`no admin screen has a barrier in any state: ${name.split(',')[0]}`, async ({
    newContext,
    adminUrl,
    database,
    product,
  }) => {
    await makeDispute(product, database);
    await makeReport(product);
    await newParticipant(product);
    const { link } = await makeEnrolmentLink(database, adminUrl, ['SUPPORT', 'ADMIN', 'FINANCE']);
    const context = await newContext({ viewport, ...(isPhone ? { hasTouch: true, isMobile: true } : {}) });
    const page: Page = await context.newPage();
    await enterAdminArea(page, link);

    const check = async (state: string) => {
      const where = `${new URL(page.url()).pathname}, ${state}`;
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      expect.soft(await barriersOn(page), where).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect.soft(await barriersOn(page, { rules: OF_COLOURS }), `${where}, dark`).toEqual([]);
      expect.soft(await overflow(page), where).toBe(0);
      if (isPhone) await expectRoomForFingers(page);
    };
    const heading = page.getByRole('heading', { level: 1 });
    const loading = page.getByRole('main').getByText(partWords.loading);
    const retry = page.getByRole('main').getByRole('button', { name: failureWords.tryAgain });
    const open = async (address: string, answer?: (route: Route) => Promise<unknown>) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (answer) await page.route(READS, answer);
      await page.goto(address);
    };
    const checkOtherStates = async (address: string, isRecord: boolean) => {
      await open(address, neverAnswer);
      await expect(loading.first()).toBeAttached();
      await check('loading');
      await open(address, fail);
      await expect(retry.first()).toBeVisible();
      await check('failed');
      if (!isRecord) {
        await open(address, answerEmpty);
        await expect(loading).toHaveCount(0);
        await expect(retry).toHaveCount(0);
        await check('empty');
      }
      if (new URL(address).pathname === EXAMPLE) {
        await open(`${address}?page=2`, answerEmpty);
        await expect(page.getByText(words.nothingFound)).toBeVisible();
        await check('nothing found');
      }
    };
    const checkAll = async (address: string, isRecord: boolean) => {
      if (ARE_LOOKS_ALL || new URL(address).pathname === EXAMPLE) await checkOtherStates(address, isRecord);
      await open(address);
      await expect(heading).toBeVisible();
      await expect(loading).toHaveCount(0);
      await expect(retry).toHaveCount(0);
      await check('data');
      const filters = page.getByRole('button', { name: operations.filters, exact: true });
      if (!(await filters.isVisible())) return;
      await expect(page.getByRole('search')).toBeHidden();
      await filters.click();
      await expect(page.getByRole('search')).toBeVisible();
      await check('filters');
    };

    const lists = await page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll('nav a')].map(({ href }) => href))]`,
    );
    expect(lists.length).toBe(Object.keys(words.screens).length);
    const places = lists.map((list) => new URL(list).pathname);
    expect(places).toEqual(expect.arrayContaining(LISTS_OF_RECORDS));
    for (const [at, list] of lists.entries()) {
      await checkAll(list, false);
      if (!LISTS_OF_RECORDS.includes(places[at] ?? '')) continue;
      const [nameOfList] = await heading.allTextContents();
      const record = page.getByRole('main').getByRole('rowheader').getByRole('link').first();
      await checkAll(`${adminUrl}${await record.getAttribute('href')}`, true);
      // A record that is not found has the name of its list.
      await expect(heading).not.toHaveText(nameOfList ?? '');
    }
  });
}

test('the audit names admins once their names are loaded, and keeps what is chosen', async ({
  visit,
  adminUrl,
  database,
}) => {
  const { email, link } = await makeEnrolmentLink(database, adminUrl, ['ADMIN']);
  const page = await visit();
  await enterAdminArea(page, link);
  const { rows } = await database.query<{ id: string }>(
    'select admin_id as id from identity.admins where email = $1',
    [email],
  );
  const id = rows[0]?.id ?? '';
  const isAnswered = Promise.withResolvers<void>();
  await page.route('**/admin/admins', async (route) => {
    await isAnswered.promise;
    await route.continue();
  });
  await page.goto(`${adminUrl}/audit?adminId=${id}`);
  const entry = page.getByRole('row').filter({ hasText: auditEventWords.identity.ADMIN_ENROLLED });
  await expect(entry).toBeVisible();
  await expect(page.getByText(operations.removedAdmin(id.slice(-8)))).toHaveCount(0);
  const admin = page.getByRole('combobox', { name: operations.admin });
  await expect(admin).toHaveValue(id);
  await admin.selectOption('');
  isAnswered.resolve();
  await expect(entry).toContainText('Efua Sarpong');
  await expect(admin).toHaveValue('');

  const ofOtherService = 'STUDY_PAUSED';
  await page.goto(`${adminUrl}/audit?service=identity&event=${ofOtherService}`);
  await expect(page.getByText(operations.noAudit.title)).toBeVisible();
  await expect(page.getByRole('combobox', { name: operations.event })).toHaveValue(ofOtherService);
});

test('a settings card that fails leaves the others, and loads again; a commit is short', async ({
  visit,
  adminUrl,
  database,
}) => {
  const { link } = await makeEnrolmentLink(database, adminUrl, ['ADMIN']);
  const page = await visit();
  await enterAdminArea(page, link);
  const commit = '0123456789abcdef0123456789abcdef01234567';
  const build = { version: '0.1.0', commit, schema: '1000' };
  await page.route('**/build.json', (route) => route.fulfill({ json: build }));
  await page.route('**/build.json', fail, { times: 1 });
  await page.goto(`${adminUrl}/settings`);
  await expect(page.getByText(settings.mtnWalletsVia)).toBeVisible();
  await expect(page.getByText(settings.textsPerDay)).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: failureWords.tryAgain }).click();
  await expect(page.getByText(settings.schema)).toBeVisible();
  await expect(page.getByTitle(commit)).toHaveText(commit.slice(0, 8));
  await expect(page.getByRole('alert')).toHaveCount(0);
});
