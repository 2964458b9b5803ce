import type { Locator, Page } from '@playwright/test';
import { clock } from '@app/words/clock.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { newBooked, timeIn } from './bookings.ts';
import { researcherMeetingWords as meetings } from '@app/words/researcher-meetings.ts';
import { slotLabel } from '@app/contracts/time-slots.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { enterAs, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { expectToFitWidth, withTextSize } from './text-size.ts';
import { newDraft, newProject, newPublished, newStudy } from './studies.ts';

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
  await withTextSize(phone, 200, () => expectToFitWidth(phone));
});

const NAME = 'Esi Owusu';

test('AP2 the agenda shows ten people at once, and its buttons have room for fingers on a touch screen', async ({
  visit,
  visitByPhone,
  newContext,
  product,
}) => {
  const day = dayAhead(3);
  const hours = Array.from({ length: 11 }, (_, at) => 8 + at);
  const plan = {
    availableDates: [day],
    availableTimes: hours.map((hour) => slotLabel(hour * 60)),
    leadHours: 0,
  };
  const { researcher, study } = await newStudy(product, { name: 'Stalls at the market' }, plan);
  for (const hour of hours) {
    await newBooked(product, researcher, study, `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`);
  }
  const page = await visit();
  await page.setViewportSize(DESKTOP);
  await enterAs(page, researcher, paths.meetings);
  const people = page.getByRole('group', { name: NAME });
  await expect(people).toHaveCount(hours.length);
  await expectDense(people, { height: 40, shown: 10 });

  const touched = await (await newContext({ viewport: DESKTOP, hasTouch: true, isMobile: true })).newPage();
  const phone = await visitByPhone();
  for (const screen of [touched, phone]) {
    await enterAs(screen, researcher, paths.meetings);
    const more = screen.getByRole('button', { name: meetings.moreFor(NAME), exact: true }).first();
    expect((await boxOf(more)).height).toBeGreaterThanOrEqual(44);
  }
  await expectRoomForFingers(phone);
});
