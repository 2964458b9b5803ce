import type { Page } from '@playwright/test';
import { failureWords } from '@app/words/failures.ts';
import { helpWords } from '@app/words/help.ts';
import { tourWords as words } from '@app/words/tour.ts';
import { untilRequestsArrived } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { be } from './steps.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const lit = (page: Page) => page.locator('[data-toured]');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

const researcherStops = [
  [words.intro.name, /\/help#tour$/],
  [words.researcher.menu.name, /\/projects$/],
  [words.researcher.projects.name, /\/projects$/],
  [words.researcher.project.name, /\/project\/[\w-]+$/],
  [words.researcher.applicants.name, /\/study-applicants\/[\w-]+$/],
  [words.researcher.study.name, /\/study\/[\w-]+$/],
  [words.researcher.meetings.name, /\/meetings$/],
  [words.researcher.bell.name, /\/projects$/],
  [words.researcher.accounts.name, /\/accounts$/],
  [words.researcher.help.name, /\/help$/],
] as const;
const participantStops = [
  [words.intro.name, /\/help#tour$/],
  [words.participant.menu.name, /\/browse-studies$/],
  [words.participant.browse.name, /\/browse-studies$/],
  [words.participant.study.name, /\/study-apply\/[\w-]+$/],
  [words.participant.studies.name, /\/studies$/],
  [words.participant.bell.name, /\/studies$/],
  [words.participant.accounts.name, /\/accounts$/],
  [words.participant.help.name, /\/help$/],
] as const;

/**
 * Checks the position in the window: the card must be fully visible, the target partly. The target may be
 * rendered again.
 */
async function expectInWindow(page: Page, part: 'card' | 'light'): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const locator = part === 'card' ? page.locator('.tour-card') : lit(page);
  const liesWhere = async () => {
    const box = await locator.boundingBox();
    if (box === null) return 'NOWHERE';
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    if (box.x >= 0 && box.y >= 0 && right <= width && bottom <= height) return 'INSIDE';
    return right > 0 && box.x < width && box.y < height ? 'PARTLY' : 'OUTSIDE';
  };
  const good = part === 'card' ? /^INSIDE$/ : /^(INSIDE|PARTLY)$/;
  await expect.poll(liesWhere, { message: part }).toMatch(good);
}

for (const [who, stops, width] of [
  ['ama', researcherStops, 1280],
  ['abena', participantStops, 360],
] as const) {
  test(`S-201 the tour of ${who} visits the real screens at ${width} px, by keyboard @full`, async ({
    visit,
  }) => {
    const page = await visit();
    await page.setViewportSize({ width, height: 740 });
    await be(page, who);
    await page.goto('/dashboard/accounts');
    if (width > 360) await page.getByRole('link', { name: 'Take a tour', exact: true }).click();
    else {
      await page.goto('/dashboard/help');
      await page.getByRole('button', { name: helpWords.tourStart }).click();
    }
    for (const [at, [title, place]] of stops.entries()) {
      await expect(dialog(page)).toContainText(words.position(at + 1, stops.length));
      await expect(dialog(page)).toHaveAccessibleName(title);
      await expect(page).toHaveURL(place);
      await expect(page.locator('[data-toured]')).toHaveCount(at === 0 ? 0 : 1);
      await expectInWindow(page, 'card');
      if (at > 0) await expectInWindow(page, 'light');
      const name = at === stops.length - 1 ? words.done : words.next;
      // A busy button has a longer name, and would ignore the key.
      await expect(dialog(page).getByRole('button', { name, exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(dialog(page)).toBeHidden();
    await expect(lit(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // The whole tour is one entry of the history.
    await page.goBack();
    await expect(page).toHaveURL(/\/accounts$/);
    await expect(dialog(page)).toBeHidden();
  });
}

test('S-201 the tour goes back, survives a reload, and ends by Escape or by navigation @full', async ({
  visit,
}) => {
  const page = await visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  /** No tour can be pending: its code would have been requested. */
  const expectNoTour = async (open: () => Promise<unknown>) => {
    asked.length = 0;
    await open();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilRequestsArrived(page);
    expect(asked.filter((url) => url.includes('/assets/tour-'))).toEqual([]);
    await expect(dialog(page)).toBeHidden();
  };
  await be(page, 'yaw');
  await page.goto('/dashboard/help#tour');
  await press(page, words.next);
  await expect(dialog(page)).toHaveAccessibleName(words.researcher.menu.name);
  await press(page, words.next);
  await expect(dialog(page)).toHaveAccessibleName(words.researcher.projects.name);
  await press(page, words.back);
  await expect(dialog(page)).toHaveAccessibleName(words.researcher.menu.name);
  await page.reload();
  await expect(dialog(page)).toHaveAccessibleName(words.researcher.menu.name);
  await expect(lit(page)).toHaveCount(1);

  // An unverified researcher has no project to show: the texts appear over the list.
  for (const name of ['projects', 'project', 'applicants'] as const) {
    await press(page, words.next);
    await expect(dialog(page)).toHaveAccessibleName(words.researcher[name].name);
    await expect(page).toHaveURL(/\/dashboard\/projects$/);
  }
  // The target may disappear at any moment.
  await page.evaluate("document.querySelectorAll('main h1').forEach((heading) => heading.remove())");
  await expect(dialog(page)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await expectNoTour(() => page.reload());

  await page.getByRole('link', { name: 'Take a tour', exact: true }).click();
  await press(page, words.next);
  await expect(dialog(page)).toHaveAccessibleName(words.researcher.menu.name);
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await expectNoTour(() => page.goto('/dashboard/accounts'));
  await page.getByRole('link', { name: 'Take a tour', exact: true }).click();
  await press(page, words.skip);
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/help$/);
});

test('S-201 a tour whose code fails to load says so, and can be started again @full', async ({ visit }) => {
  const page = await visit();
  await be(page, 'abena');
  await page.goto('/dashboard/help');
  const code = /\/assets\/tour-.*\.js$/;
  await page.route(code, (route) => route.abort());
  const start = page.getByRole('button', { name: helpWords.tourStart });
  await start.click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await page.unroute(code);
  await start.click();
  await expect(dialog(page)).toContainText(words.position(1, participantStops.length));
});

test('S-116 Help serves both roles, finds answers by words, and says how to contact people @full', async ({
  visit,
}) => {
  for (const [who, search, question] of [
    ['ama', 'declined verification', 'My verification was declined. What can I do?'],
    ['abena', 'withdraw', 'Can I withdraw?'],
    ['abena', 'momo', 'How long does my money take?'],
    ['ama', 'refund', 'What happens to money that is not used?'],
  ] as const) {
    const page = await visit();
    await be(page, who);
    await page.goto('/dashboard/help');
    const questions = page.locator('summary');
    await expect(questions.first()).toBeVisible();
    const all = await questions.count();
    expect(all).toBeGreaterThan(12);
    const field = page.getByRole('searchbox', { name: helpWords.search });
    await field.fill(search);
    await expect(page.getByRole('status').filter({ hasText: /\d answers? found/ })).toBeVisible();
    const one = questions.filter({ hasText: question });
    await one.click();
    await expect(one.locator('xpath=..').getByRole('paragraph')).toBeVisible();
    await field.fill('zebra crossing');
    await expect(page.getByText(helpWords.nothingFound)).toBeVisible();
    await page.getByRole('button', { name: helpWords.clearSearch }).click();
    await expect(questions).toHaveCount(all);
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await page.getByRole('link', { name: helpWords.contact, exact: true }).click();
    await expect(page).toHaveURL(/\/contact-us$/);
  }
});
