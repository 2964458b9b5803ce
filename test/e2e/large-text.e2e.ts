import type { Locator, Page } from '@playwright/test';
import { shellWords } from '@app/words/shell.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, sizeOf } from './layout.ts';
import { withTextSize } from './text-size.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';

const PHONE = { width: 360, height: 740 };
/** This is three lines of the largest text. */
const MOST_HEIGHT = 120;

const isBelow = (above: { y: number; height: number }, below: { y: number }) =>
  below.y >= above.y + above.height - 1;

/**
 * Checks that the header's text is beside or below the bell, in a few lines, and everything in it is visible.
 */
async function expectWholeHead(page: Page, text: Locator): Promise<void> {
  const [bell, words] = [
    await boxOf(page.getByRole('banner').getByRole('button', { name: /^Notifications/ })),
    await boxOf(text),
  ];
  expect(words.x + words.width <= bell.x || isBelow(bell, words), 'words and bell apart').toBe(true);
  expect(words.height).toBeLessThanOrEqual(MOST_HEIGHT);
  expect((await sizeOf(page)).width).toBe(PHONE.width);
}

for (const [who, make, path] of [
  ['a researcher', newVerifiedResearcher, '/dashboard/projects'],
  ['a participant', newParticipant, '/dashboard/browse-studies'],
] as const) {
  test(`S-203 S-204 the header of ${who} fits large text and long names on a phone @full`, async ({
    visit,
    product,
  }) => {
    const user = await make(product);
    const page = await visit();
    await page.setViewportSize(PHONE);
    await enterAs(page, user, path);
    const greeting = page.getByRole('banner').getByText(user.firstName);
    await expect(greeting).toBeVisible();
    for (const percent of [100, 130, 150, 200]) {
      await withTextSize(page, percent, () => expectWholeHead(page, greeting));
    }
    await page.goto('/dashboard/help');
    const back = page.getByRole('banner').getByRole('link', { name: shellWords.back });
    await expect(back).toBeVisible();
    for (const percent of [130, 200]) await withTextSize(page, percent, () => expectWholeHead(page, back));

    const firstName = 'Nana-Akosua-Serwaa-Konadu-Yiadom-Boakye-Agyeman';
    await page.route('**/users/me', (route) => route.abort());
    await enterAs(page, { ...user, firstName }, path);
    const long = page.getByRole('banner').getByText(firstName);
    await expect(long).toBeVisible();
    for (const percent of [100, 200]) await withTextSize(page, percent, () => expectWholeHead(page, long));
  });
}
