import type { Page } from '@playwright/test';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { meetingFieldWords as plan } from '@app/words/meeting-fields.ts';
import { myStudiesMeetingWords as own } from '@app/words/my-studies-meetings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { projectWords } from '@app/words/projects.ts';
import { studyTimesWords as times } from '@app/words/study-times.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { WIDTHS } from '../support/sizes.ts';
import { barriersOn } from './accessibility.ts';
import { newBooked, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs } from './people.ts';
import { pressesOf } from './press.ts';
import { shiftPageClock } from './shift-page-clock.ts';
import { newStudy } from './studies.ts';
import { expectToFitWidth } from './text-size.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const width of WIDTHS) {
  test(`tomorrow’s group moves to another hall by four presses, and leaving is then free, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const at = timeIn(1);
    const { researcher, study } = await newStudy(
      product,
      { name: 'Halls', publicName: 'Talk in a hall' },
      {
        availableDates: [at.day],
        availableTimes: [at.label],
        leadHours: 0,
        noticeHours: 72,
        seatsPerSlot: 2,
        meetingWay: 'IN_PERSON',
        meetingDetails: { place: 'Hall A, Osu', landmark: 'The blue kiosk' },
      },
    );
    const { participant } = await newBooked(product, researcher, study, at.slotId);
    const theirs = await visit();
    await theirs.setViewportSize({ width, height: 800 });
    await enterAs(theirs, participant, paths.studies);
    await shiftPageClock(theirs, 1);
    await expect(theirs.getByText(own.late(true))).toBeVisible();

    const page = await visit();
    await page.setViewportSize({ width, height: 800 });
    await enterAs(page, researcher, paths.projects);
    const hand = pressesOf(page);
    await hand.press(page.getByRole('link', { name: projectWords.allMeetings }));
    await hand.press(button(page, words.changePlace.IN_PERSON));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(words.placeOfTime(exactTime(at.slotId)))).toBeVisible();
    await expectToFitWidth(page);
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByLabel(plan.place).selectText();
    await hand.type(dialog.getByLabel(plan.place), 'Hall B, Legon');
    await hand.press(button(page, words.savePlace));
    await expect(page.getByText(words.placeChanged)).toBeVisible();
    await expect(page.getByText(/ · Hall B, Legon/)).toBeVisible();
    // Selecting the old text is one press.
    expect(hand.count() + 1).toBeLessThanOrEqual(4);

    await test.step('the participant’s open page shows the new place, and that leaving is free', async () => {
      await expect(theirs.getByText('Hall B, Legon', { exact: true })).toBeVisible();
      await expect(theirs.getByText(own.freeUntil(exactTime(at.slotId), true))).toBeVisible();
      await button(theirs, own.of(own.cancelMeeting, 'Talk in a hall')).click();
      await expect(theirs.getByText(dialogs.cancelLate)).toHaveCount(0);
      await theirs.getByRole('dialog').getByRole('button', { name: dialogs.cancelAction }).click();
      await expect(theirs.getByText(dialogs.bookingCancelled)).toBeVisible();
      const [booking] = await callProduct(product, listOwnBookings, { as: participant });
      expect(booking).toMatchObject({ state: 'CANCELLED_BY_PARTICIPANT', isLate: false });
    });

    await test.step('the study’s page shows the time’s own place, and returns it to that of the study', async () => {
      await page.goto(paths.study(study.id));
      await page.getByRole('button', { name: new RegExp(`, ${at.label} `) }).click();
      await expect(dialog).toContainText(times.ownPlace('Hall B, Legon, The blue kiosk'));
      await button(page, words.changePlace.IN_PERSON).last().click();
      await button(page, words.asStudy).click();
      await expect(dialog.getByText(times.ownPlace('Hall B, Legon, The blue kiosk'))).toHaveCount(0);
    });
  });
}

test('two meetings in a row have two rooms, from one link', async ({ visit, product }) => {
  const at = [timeIn(2), timeIn(3)];
  const link = 'https://meet.example.com/study-{{MEETING}}';
  const { researcher, study } = await newStudy(
    product,
    { name: 'Rooms' },
    {
      availableDates: at.map(({ day }) => day),
      availableTimes: [...new Set(at.map(({ label }) => label))],
      leadHours: 0,
      meetingWay: 'VIDEO',
      meetingDetails: { link: 'https://meet.example.com/one' },
    },
  );
  const booked = [];
  for (const { slotId } of at) booked.push(await newBooked(product, researcher, study, slotId));
  const page = await visit();
  await enterAs(page, researcher, paths.study(study.id));
  await button(page, words.changePlace.VIDEO).click();
  await page.getByLabel(plan.link).fill('http://meet.example.com/two');
  await expect(button(page, words.savePlace)).toBeDisabled();
  await page.getByLabel(plan.link).fill(link);
  await expect(page.getByText(plan.linkPreview(''), { exact: false })).toBeVisible();
  await button(page, words.savePlace).click();
  await expect(page.getByText(words.placeChanged)).toBeVisible();
  await page.goto(paths.meetings);
  const links = page.getByRole('link', { name: /^https:\/\/meet\.example\.com\/study-\w{22}$/ });
  await expect(links).toHaveCount(2);
  const rooms = await links.allTextContents();
  expect(new Set(rooms).size).toBe(2);
  await enterAs(page, booked[0]!.participant, paths.studies);
  await expect(page.getByRole('link', { name: rooms[0]!, exact: true })).toBeVisible();
});
