import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { enterCompletionCode, listOwnSubmissions } from '@app/contracts/project/submissions.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { cedis } from '@app/words/cedis.ts';
import { completionWords as returned, ownSubmissionWords as words } from '@app/words/own-submissions.ts';
import { meetingTime } from '../../apps/web/src/format/meeting-time.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { untilCached } from './offline.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { findCode, newOnline, newStarted } from './submissions.ts';
import { untilAlive } from './wait-until.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('the return address records a finished survey and says by when it is paid, in two tabs and after Back', async ({
  visitByPhone,
  visit,
  product,
}) => {
  const online = await newOnline(product, { incentive: 6 });
  const kojo = await newStarted(product, online);
  const path = paths.completion(await findCode(product, online));
  const page = await visitByPhone();
  await enterAs(page, kojo, path);
  await expect(title(page, words.titles.SUBMITTED)).toBeFocused();
  const [submission] = await callProduct(product, listOwnSubmissions, { as: kojo });
  const promise = words.paidBy(cedis(600), meetingTime(submission!.paidBy!));
  await expect(page.getByText(promise)).toBeVisible();
  await expectRoomForFingers(page);
  await page.getByRole('link', { name: returned.toStudies }).tap();
  await expect(page).toHaveURL(new RegExp(`${paths.studies}$`));
  await page.goBack();
  await expect(page.getByText(promise)).toBeVisible();
  const other = await visit(page);
  await other.goto(path.toLowerCase());
  await expect(other.getByText(promise)).toBeVisible();
  expect(await callProduct(product, listOwnSubmissions, { as: kojo })).toEqual([submission]);
});

test('a return without a session shows the code, which log-in records', async ({ visitByPhone, product }) => {
  const online = await newOnline(product);
  const kojo = await newStarted(product, online);
  const code = await findCode(product, online);
  const page = await visitByPhone();
  await page.goto(paths.completion(code));
  await expect(page.getByText(`${code.slice(0, 4)}-${code.slice(4)}`)).toBeVisible();
  await expectRoomForFingers(page);
  await page.getByRole('link', { name: returned.logIn, exact: true }).tap();
  await expect(page).toHaveURL(/\/participant-login/);
  await untilAlive(page);
  await page.getByRole('textbox', { name: auth.email, exact: true }).fill(kojo.email);
  await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await button(page, auth.logIn).tap();
  await expect(title(page, words.titles.SUBMITTED)).toBeVisible();
  await expect(page.getByText(words.checked)).toBeVisible();
});

test('other codes change nothing: a wrong one, that of an unopened survey, and the researcher’s test', async ({
  visit,
  product,
}) => {
  const online = await newOnline(product);
  const [kojo, code] = await Promise.all([newStarted(product, online), findCode(product, online)]);
  const stranger = await newParticipant(product);
  const page = await visit();
  await enterAs(page, kojo, paths.completion('22222222'));
  await expect(title(page, returned.wrongTitle)).toBeVisible();
  await page.goto(paths.completion('K7QX'));
  await expect(title(page, returned.wrongTitle)).toBeVisible();
  await enterAs(page, stranger, paths.completion(code));
  await expect(title(page, returned.notOpenTitle)).toBeVisible();
  await enterAs(page, online.researcher, paths.completion(code));
  await expect(title(page, returned.testTitle.COMPLETED)).toBeVisible();
  const [own] = await callProduct(product, listOwnSubmissions, { as: kojo });
  expect(own?.status).toBe('STARTED');
});

test('a participant who does not fit is paid for the time, or simply sent back', async ({
  visit,
  product,
}) => {
  const online = await newOnline(product, { incentive: 6, places: 2 });
  const page = await visit();
  await enterAs(
    page,
    await newStarted(product, online),
    paths.completion(await findCode(product, online, 'SCREENED_OUT')),
  );
  await expect(title(page, words.titles.SCREENED_OUT)).toBeVisible();
  await expect(page.getByText(words.screenedOut(cedis(100)))).toBeVisible();
  await enterAs(
    page,
    await newStarted(product, online),
    paths.completion(await findCode(product, online, 'NOT_ELIGIBLE')),
  );
  await expect(title(page, words.titles.RETURNED)).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the return is kept, and sent when the phone is online again', async ({ visitByPhone, product }) => {
    const online = await newOnline(product);
    const kojo = await newStarted(product, online);
    const path = paths.completion(await findCode(product, online));
    const page = await visitByPhone();
    await logInHere(page, kojo);
    await page.goto(paths.studies);
    await untilCached(page, '/assets/completion-');
    await page.context().setOffline(true);
    await page.goto(path);
    await expect(title(page, returned.offlineTitle)).toBeVisible();
    await page.context().setOffline(false);
    await expect(title(page, words.titles.SUBMITTED)).toBeVisible();
  });

  test('a kept code is also sent from another page', async ({ visitByPhone, product }) => {
    const online = await newOnline(product);
    const kojo = await newStarted(product, online);
    const page = await visitByPhone();
    await logInHere(page, kojo);
    await page.route(`**${PROJECT_BASE}${enterCompletionCode.path}`, (route) => route.abort());
    await page.goto(paths.completion(await findCode(product, online)));
    await expect(title(page, returned.offlineTitle)).toBeVisible();
    await page.unrouteAll();
    await page.goto(paths.studies);
    await expect(page.getByText(returned.sentLater)).toBeVisible();
    const [own] = await callProduct(product, listOwnSubmissions, { as: kojo });
    expect(own?.status).toBe('SUBMITTED');
  });
});
