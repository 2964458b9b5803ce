import type { Page } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { chooseTimeWords as choosing } from '@app/words/bookings.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { meetingTime } from '../../apps/web/src/format/meeting-time.ts';
import type { Product } from '../support/product.ts';
import { newAccepted, PHONE_NUMBER } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect } from './fixtures.ts';
import { expectToFitWidth } from './text-size.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { at, beginIn, createTimedStudy, emailTo, test, runMeetingSchedule } from './shifted-clock.ts';

// Both widths share one product.
test.describe.configure({ mode: 'default' });

const NAME = 'Esi Owusu';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const ownOf = async (product: Product, as: SignedInUser) =>
  (await callProduct(product, listOwnBookings, { as }))[0]!;

for (const width of [360, 1280]) {
  test(`NT2 AV2 from acceptance to attendance, at ${width} px`, async ({
    visit,
    visitByPhone,
    product,
    database,
  }) => {
    const isPhone = width === 360;
    const { ama, study } = await createTimedStudy(product);
    const esi = await newAccepted(product, ama, study);
    const page = await (isPhone ? visitByPhone() : visit());
    const press = (name: string) => (isPhone ? button(page, name).tap() : button(page, name).click());
    const fits = () => (isPhone ? expectRoomForFingers(page) : expectToFitWidth(page));
    const desk = await visit();
    await enterAs(desk, ama, '/dashboard/meetings');
    await enterAs(page, esi, '/dashboard/studies');
    const meeting = page.getByRole('heading', { name: meetingTime(at('09:00', 3)) });

    await test.step('she books a time', async () => {
      await page.getByRole('link', { name: myStudies.chooseFor('Market days') }).click();
      await page.locator(`input[value="${at('09:00', 3)}"]`).check();
      await page.getByLabel(choosing.phone).fill(PHONE_NUMBER);
      await fits();
      await press(choosing.book);
      await expect(page.getByText(choosing.booked)).toBeVisible();
    });
    const { id } = await ownOf(product, esi);

    await test.step('both see it, and an email contains it for the calendar', async () => {
      await expect(meeting).toBeVisible();
      await fits();
      const row = desk.getByRole('main').getByRole('listitem').filter({ hasText: NAME });
      await expect(row).toContainText('09:00 AM');
      const email = await emailTo(product, esi.email, emails.MEETING_BOOKED.subject);
      expect(email.calendar).toMatchObject({ method: 'REQUEST' });
      expect(email.calendar?.text).toContain(`UID:${id}@`);
    });

    await test.step('a day before she gets a reminder, and confirms by its link', async () => {
      await beginIn(database, id, '23 hours');
      await runMeetingSchedule(database);
      const email = await emailTo(product, esi.email, emails.MEETING_TOMORROW.subject);
      expect(email.calendar?.text).toContain(`UID:${id}@`);
      const link = email.links.find((one) => one.endsWith(`/meeting/${id}`))!;
      await page.goto(new URL(link).pathname);
      await press(words.of(words.confirm, 'Market days'));
      await expect(page.getByText(words.confirmed)).toBeVisible();
      await fits();
      expect((await ownOf(product, esi)).state).toBe('CONFIRMED');
    });

    await test.step('she reschedules it, both see it, and the calendar has it once', async () => {
      await page.getByRole('link', { name: words.of(words.move, 'Market days') }).click();
      await expect(page.getByText(choosing.late)).toBeVisible();
      await page.locator(`input[value="${at('09:30', 4)}"]`).check();
      await fits();
      await press(choosing.move);
      await expect(page.getByText(choosing.moved)).toBeVisible();
      await expect(page.getByRole('heading', { name: meetingTime(at('09:30', 4)) })).toBeVisible();
      const row = desk.getByRole('main').getByRole('listitem').filter({ hasText: NAME });
      await expect(row).toContainText('09:30 AM');
      const email = await emailTo(product, esi.email, emails.MEETING_MOVED.subject);
      expect(email.calendar?.text).toContain(`UID:${id}@`);
      expect(email.calendar?.text).toContain('SEQUENCE:1');
    });

    await test.step('they meet, and the researcher marks that she came before anyone is asked', async () => {
      await beginIn(database, id, '-40 minutes');
      await page.reload();
      await expect(page.getByRole('heading', { name: myStudies.parts.WAITING })).toBeVisible();
      const { startsAt } = await ownOf(product, esi);
      await expect(page.getByText(words.unmarked(exactTime(startsAt!)))).toBeVisible();
      await desk.reload();
      await button(desk, agenda.of(agenda.came, NAME)).click();
      await expect(desk.getByText(agenda.marked.ATTENDED, { exact: true })).toBeVisible();
      await runMeetingSchedule(database);
      await expect(async () => {
        await page.reload();
        await expect(page.getByText(words.came(exactTime(startsAt!)))).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await expect(page.getByRole('heading', { name: myStudies.parts.PAST })).toBeVisible();
      await fits();
    });
  });
}
