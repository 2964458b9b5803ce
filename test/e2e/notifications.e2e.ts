import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { failureWords } from '@app/words/failures.ts';
import { notices } from '@app/words/notifications.ts';
import { shellWords as words } from '@app/words/shell.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { applyByCall, newProject, newPublished, newStudy } from './studies.ts';
import {
  bell,
  expectCount,
  forAge,
  pageHeading,
  items,
  newElder,
  open,
  popup,
} from './notification-popup.ts';
import { DEBOUNCE_UNTIL_RELEASED } from './timers.ts';

/** Runs in the page: records all later announcements of the status beside the bell. */
const LISTEN = `
  globalThis.said = [];
  const status = document.querySelector('header [role=status]:not(button *)');
  new MutationObserver(() => said.push(status.textContent))
    .observe(status, { childList: true, characterData: true, subtree: true });
`;

test('S-206 the popup lists notifications, 351 px wide, with dots, a count and two ways to mark as read', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Elders');
  const elder = await newElder(product, 97);
  for (const publicName of ['First talk', 'Second talk', 'Third talk']) {
    await newPublished(product, researcher, project.id, { ...forAge(97), publicName });
  }
  await expectCount(product, elder, 3);
  const page = await visit();
  await enterAs(page, elder, '/dashboard/studies');
  await expect(bell(page, '3')).toContainText('3');
  await open(page);
  await expect(popup(page).getByRole('heading', { name: 'Recent Notifications' })).toBeVisible();
  await expect(items(page)).toHaveCount(3);
  expect((await boxOf(popup(page))).width).toBe(351);
  const first = items(page).filter({ hasText: 'First talk' });
  await expect(first).toContainText(/Unread: A new study fits your profile: “First talk”\./);
  await expect(first.locator('time')).toHaveText(/ago|just now/);
  await expect(first.locator('time')).toHaveAttribute('title', /\d\d \w+, \d{4}, \d\d:\d\d [AP]M GMT$/);

  await test.step('one is marked as read without opening it, and the focus stays on its row', async () => {
    await first
      .getByRole('button', { name: words.markRead(notices.STUDY_FITS({ study: 'First talk' })) })
      .press('Enter');
    await expect(bell(page, '2')).toBeVisible();
    await expect(first).not.toContainText('Unread');
    await expect(first.getByRole('link')).toBeFocused();
    await expect(popup(page)).toBeVisible();
  });
  await test.step('all are marked as read, and the focus is not lost with the button', async () => {
    await popup(page).getByRole('button', { name: words.markAllRead, exact: true }).press('Enter');
    await expect(bell(page, '')).toBeVisible();
    await expect(popup(page).getByText('Unread')).toHaveCount(0);
    await expect(popup(page).getByRole('heading')).toBeFocused();
  });
  await test.step('they stay read, and the popup fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await expect(bell(page, '')).toBeVisible();
    await open(page);
    await expect(items(page)).toHaveCount(3);
    const box = await boxOf(popup(page));
    expect(box.x).toBeGreaterThanOrEqual(8);
    expect(box.x + box.width).toBeLessThanOrEqual(352);
    expect(box.y + box.height).toBeLessThanOrEqual(740);
    // On a rotated phone, all of it is still within the window.
    await page.setViewportSize({ width: 740, height: 360 });
    const low = await boxOf(popup(page));
    expect(low.y + low.height).toBeLessThanOrEqual(360);
  });
});

test('notifications of one study and kind form one row with their number; six or more rows are visible', async ({
  visit,
  product,
}) => {
  const [ama, kofi, esi, yaw] = await Promise.all([
    newVerifiedResearcher(product),
    ...Array.from({ length: 3 }, () => newParticipant(product)),
  ]);
  const { id: projectId } = await newProject(product, ama, 'Many');
  const studies = [];
  for (let number = 1; number <= 9; number += 1)
    studies.push(
      await newPublished(product, ama, projectId, {
        name: `Study ${number} of ${number === 1 ? 'WOMEN WHO WEIGH MAIZE IN WINNEBA MARKET' : 'how people in Kumasi keep accounts'}`,
      }),
    );
  for (const study of studies.slice(1)) await applyByCall(product, kofi!, study);
  for (const person of [kofi!, esi!, yaw!]) await applyByCall(product, person, studies[0]!);
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, ama, '/dashboard/help');
  // One of them is the company verification.
  await expect(bell(page, '12')).toBeVisible();
  await open(page);
  await expect(items(page)).toHaveCount(10);
  const many = items(page).filter({ hasText: '“Study 1 of' });
  await expect(many).toContainText('3 people applied to “Study 1 of');
  // The full name of the study is readable.
  const line = many.locator('[data-place] span span').last();
  await expect(line).toContainText('WINNEBA MARKET”.');
  // This is less than a line: letters may reach a pixel below theirs.
  expect(await line.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThan(8);
  const boxes = await Promise.all((await items(page).all()).slice(0, 6).map(boxOf));
  const all = await boxOf(popup(page));
  const foot = await boxOf(popup(page).getByRole('button', { name: words.markAllRead, exact: true }));
  expect(boxes.at(-1)!.y + boxes.at(-1)!.height).toBeLessThanOrEqual(foot.y);
  expect(all.y + all.height).toBeLessThanOrEqual(800);

  await many.getByRole('button').click();
  await expect(bell(page, '9')).toBeVisible();
  await many.getByRole('link').click();
  await expect(page).toHaveURL(`/dashboard/study-applicants/${studies[0]!.id}`);
  await page.reload();
  await expect(bell(page, '9')).toBeVisible();
});

test('S-206 the popup opens, is navigated and closes by keyboard @full', async ({ visit, product }) => {
  const researcher = await newVerifiedResearcher(product);
  const page = await visit();
  await enterAs(page, researcher, '/dashboard/help');
  await expect(bell(page, '1')).toBeVisible();
  await bell(page, '1').press('Enter');
  await expect(items(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(items(page).getByRole('link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
  await expect(bell(page, '1')).toBeFocused();
  await expect(bell(page, '1')).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(1);
  // The focus has left the popup, which closes.
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
  await expect(popup(page)).toBeHidden();
  await open(page);
  await pageHeading(page).click();
  await expect(popup(page)).toBeHidden();
});

test('D-31 NT1 a screen reader hears several new notifications at once, and nothing if none is new @full', async ({
  visit,
  product,
}) => {
  const { researcher, study } = await newStudy(product, forAge(94));
  const elders = await Promise.all([94, 94, 94].map((age) => newElder(product, age)));
  const page = await visit();
  // Notifications within a second are announced together; three applications may take a slow machine longer.
  await page.addInitScript(DEBOUNCE_UNTIL_RELEASED);
  await enterAs(page, researcher, '/dashboard/help');
  await expect(bell(page, '1')).toBeVisible();
  await page.evaluate(LISTEN);
  await Promise.all(elders.map((elder) => applyByCall(product, elder, study)));
  await expect(bell(page, '4')).toBeVisible();
  await page.evaluate('releaseDebounced()');
  const announcements = () => page.evaluate<string[]>('said');
  await expect.poll(announcements).toEqual([words.newNotifications(3, '4')]);
  await open(page);
  await popup(page).getByRole('button', { name: words.markAllRead, exact: true }).click();
  await expect(bell(page, '')).toBeVisible();
  expect((await announcements()).filter(Boolean)).toHaveLength(1);
});

test('S-206 older notifications load on a press, and every state of the popup is explained @full', async ({
  visit,
  product,
}) => {
  const elder = await newElder(product, 93);
  const page = await visit();
  await enterAs(page, elder, '/dashboard/help');
  await open(page);
  await expect(popup(page).getByText(words.noNotifications)).toBeVisible();

  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Elders');
  for (let number = 1; number <= 23; number += 1) {
    const publicName = `Talk ${number}.`;
    await newPublished(product, researcher, project.id, { ...forAge(93), publicName });
  }
  await expectCount(product, elder, 23);
  await expect(bell(page, '23')).toBeVisible();
  // The list is read again after the count; the cut below must not affect that request.
  await expect(items(page).filter({ hasText: 'Talk 23.' })).toHaveCount(1);
  await expect(items(page)).toHaveCount(20);
  const older = popup(page).getByRole('button', { name: words.showOlder, exact: true });
  const calls = `**${PROJECT_BASE}/notifications?*`;
  await test.step('a connection lost while loading is reported in place, and loaded rows stay', async () => {
    await page.route(calls, (route) => route.abort());
    await older.click();
    await expect(popup(page).getByRole('alert')).toContainText(failureWords.network);
    await expect(items(page)).toHaveCount(20);
    await page.unroute(calls);
    await popup(page).getByRole('button', { name: failureWords.tryAgain }).click();
  });
  await expect(items(page)).toHaveCount(23);
  await expect(items(page).nth(20).getByRole('link')).toBeFocused();
  await expect(older).toBeHidden();
  // The notifications of both pages are marked.
  const marked = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await items(page).nth(22).getByRole('button').click();
  // The badge does not wait for the response.
  await marked;
  await expect(bell(page, '22')).toBeVisible();

  await test.step('a list that fails to load says so, and can be retried', async () => {
    await page.route(calls, (route) => route.abort());
    await page.reload();
    await open(page);
    await expect(popup(page).getByText(words.notificationsFailed)).toBeVisible();
    await page.unroute(calls);
    await popup(page).getByRole('button', { name: failureWords.tryAgain }).click();
    await expect(items(page)).toHaveCount(20);
  });
  await test.step('so does a connection that is lost before the code has loaded', async () => {
    const code = /\/assets\/notification-list-/;
    await page.reload();
    await expect(bell(page, '22')).toBeVisible();
    await page.route(code, (route) => route.abort());
    await open(page);
    await expect(popup(page).getByText(words.notificationsFailed)).toBeVisible();
    await page.unroute(code);
    await popup(page).getByRole('button', { name: failureWords.tryAgain }).click();
    await expect(items(page)).toHaveCount(20);
  });
});
