import type { Locator, Page } from '@playwright/test';
import { clock } from '@app/words/clock.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { newBooked, timeIn } from './bookings.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { enterAs, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { newDraft, newProject, newPublished } from './studies.ts';

const DESKTOP = { width: 1280, height: 800 };

/** Checks the height of each row, and how many rows the first screen of a desktop shows whole. */
async function expectDense(
  rows: Locator,
  { height, shown }: { height: number; shown: number },
): Promise<void> {
  const boxes = await Promise.all((await rows.all()).map(boxOf));
  for (const box of boxes) expect.soft(box.height).toBeLessThanOrEqual(height);
  const whole = boxes.filter((box) => box.y + box.height <= DESKTOP.height);
  expect(whole.length).toBeGreaterThanOrEqual(shown);
}

const studiesOf = (page: Page) =>
  page.getByRole('list', { name: projects.studiesHeading }).getByRole('listitem');

test('S-302 a project shows eight studies at once, each with its state, places, applicants, meeting and pay', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'Market days');
  const time = timeIn(2);
  const plan = { availableDates: [time.day], availableTimes: [time.label], leadHours: 0 };
  const study = await newPublished(product, researcher, id, { name: 'Stalls' }, plan);
  await newBooked(product, researcher, study, time.slotId);
  const name = 'Women who sell cooked food by the road in Kumasi';
  for (let number = 1; number < 10; number += 1)
    await newDraft(product, researcher, id, { name, incentive: 40 });
  const page = await visit();
  await page.setViewportSize(DESKTOP);
  await enterAs(page, researcher, paths.project(id));
  await expect(studiesOf(page)).toHaveCount(10);
  await expectDense(studiesOf(page), { height: 72, shown: 8 });
  await expect(studiesOf(page).first()).toContainText('GH₵ 40.00');
  const row = studiesOf(page).last();
  await expect(row).toContainText(projects.acceptedCount(1, 12));
  await expect(row).toContainText(clock(time.slotId));
  await expect(row).toContainText(projects.unpaid);

  const phone = await visitByPhone();
  await enterAs(phone, researcher, paths.project(id));
  await expect(studiesOf(phone)).toHaveCount(10);
  await expectRoomForFingers(phone);
});
