import { failureWords as failures } from '@app/words/failures.ts';
import { liveFrom } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { untilLoadedIsKept } from './offline.ts';
import { type Day, newDay, runSteps, wholeDay } from './participant-day.ts';
import { expectDayStored } from './stored-day.ts';

test.use({ serviceWorkers: 'allow' });

/** Returns the screen's text about the study, and input that is not sent. */
async function shown({ page, study }: Day) {
  const main = page.getByRole('main');
  const isNamed = (await main.getByText(study.publicName).count()) > 0;
  const given = await main
    .locator('form :is(input, select)')
    .evaluateAll((fields) =>
      (fields as { value: string; checked?: boolean }[]).map(({ value, checked }) => [value, checked]),
    );
  return { isNamed, given };
}

test('S-401 S-403 S-405 S-406 the same day with the network lost between steps, each page reopened meanwhile', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const day = await newDay(page, product);
  const heading = page.getByRole('heading', { level: 1 });
  const opened: string[] = [];
  await runSteps(day, wholeDay, async (step) => {
    const isInside = new URL(page.url()).pathname.startsWith('/dashboard/');
    // The first visit has not ended, and its worker is still starting.
    if (isInside) await untilLoadedIsKept(page);
    const words = await heading.first().innerText();
    const before = await shown(day);
    await page.context().setOffline(true);
    // A reload does not restore a dialog.
    const comesBack = isInside && (await page.getByRole('dialog').count()) === 0;
    if (comesBack) {
      await page.reload();
      await expect(heading, step).toHaveText(words);
      await expect.poll(() => shown(day), step).toEqual(before);
      await expect(page.getByText(failures.whyOutdated.NO_CONNECTION)).toBeVisible();
      opened.push(step);
    }
    // It has no count before its first event, and earlier notifications are not announced.
    const live = comesBack ? liveFrom(page) : undefined;
    await page.context().setOffline(false);
    await live;
    await expect(page.getByText(failures.whyOutdated.NO_CONNECTION)).toBeHidden();
  });
  expect(opened.length).toBeGreaterThan(10);
  await expectDayStored(day);
});
