import type { Page } from '@playwright/test';
import pg from 'pg';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnBookings, reportMeeting } from '@app/contracts/project/bookings.ts';
import { chooseTimeWords as choosing } from '@app/words/choose-time.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { failureMessages } from '@app/words/failures.ts';
import { myStudiesMessages as myStudies } from '@app/words/my-studies.ts';
import { projectLetterWords as letters } from '@app/words/project-letters.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { validation } from '@app/words/validation.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { meetingTime } from '../../apps/web/src/format/meeting-time.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { createDatabase, startPostgres } from '../machine/postgres.ts';
import { type Product, startProduct } from '../product.ts';
import { wideLimits } from '../wide-limits.ts';
import { newAccepted, newBooked, PHONE_NUMBER } from './booked.ts';
import { callProduct } from './call-product.ts';
import { pressUntilHeard } from './cut.ts';
import { expect, test as base } from './fixtures.ts';
import { untilKept } from './offline.ts';
import { enterAs, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { newProject, newPublished } from './studies.ts';

/** A product over a database whose clock a test can turn, where a mark is told at once. */
const test = base.extend<object, { database: pg.Client; product: Product }>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const server = await startPostgres();
      const database = await createDatabase(server.url);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await use(client);
      await client.end();
      await database.drop();
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  product: [
    async ({ database }, use) => {
      const { host, port, user, password, database: name } = database;
      const at = `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${name}`;
      const product = await startProduct('one process, embedded database', {
        ...wideLimits,
        DECISION_NOTICE_SECONDS: '0',
        ATTENDANCE_UNDO_SECONDS: '0',
        DATABASE_URL: at,
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
test.use({ serviceWorkers: 'allow' });

const NAME = 'Esi Owusu';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const at = (time: string, day: number) => `${dayAhead(day)}T${time}:00.000Z`;

/** Turns the clock so that a meeting begins so much later than now, and was taken two days ago. */
async function beginIn(database: pg.Client, bookingId: string, time: string): Promise<void> {
  await database.query(
    `with old as (
      select study_id, starts_at, date_trunc('minute', now() + $2::interval) as new
      from project.bookings where booking_id = $1
    ), slots as (
      update project.study_slots as slot set starts_at = old.new from old
      where slot.study_id = old.study_id and slot.starts_at = old.starts_at
    ), quarters as (
      update project.researcher_quarters as quarter set starts_at = old.new from old
      where quarter.study_id = old.study_id and quarter.starts_at = old.starts_at
    )
    update project.bookings as booking set taken_at = now() - interval '2 days', starts_at = old.new,
      ends_at = old.new + (booking.ends_at - booking.starts_at)
    from old where booking.study_id = old.study_id and booking.starts_at = old.starts_at`,
    [bookingId, time],
  );
}

/** Has the clock look now, and not at the next minute. */
async function turnClock(database: pg.Client): Promise<void> {
  await database.query(
    `insert into project_jobs.job (name, data) values ('meeting-clock', '{}') on conflict do nothing`,
  );
}

interface CalendarLetter {
  subject: string;
  links: string[];
  calendar?: { method: string; text: string };
}

/** The newest letter of that subject, once it is there. */
async function letterTo(product: Product, to: string, subject: string): Promise<CalendarLetter> {
  let found: CalendarLetter | undefined;
  await expect(async () => {
    const answer = await fetch(`${product.url}/dev/mail.json?to=${encodeURIComponent(to)}`);
    found = ((await answer.json()) as CalendarLetter[]).find((letter) => letter.subject === subject);
    expect(found, subject).toBeDefined();
  }).toPass();
  return found!;
}

const ownOf = async (product: Product, as: SignedInUser) =>
  (await callProduct(product, listOwnBookings, { as }))[0]!;

async function layStudy(product: Product) {
  const ama = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, ama, 'A day of meetings');
  const plan = {
    availableDates: [dayAhead(3), dayAhead(4)],
    availableTimes: ['09:00 AM', '09:30 AM'],
    leadHours: 0,
  };
  return { ama, study: await newPublished(product, ama, projectId, { publicName: 'Market days' }, plan) };
}

for (const width of [360, 1280] as const) {
  test(`NT2 AV2 from accepted to met, at ${width} px`, async ({ newContext, visit, product, database }) => {
    const isPhone = width === 360;
    const { ama, study } = await layStudy(product);
    const esi = await newAccepted(product, ama, study);
    const shape = isPhone
      ? { viewport: { width, height: 740 }, hasTouch: true, isMobile: true }
      : { viewport: { width, height: 860 } };
    const page = await (await newContext(shape)).newPage();
    const press = (name: string) => (isPhone ? button(page, name).tap() : button(page, name).click());
    const fits = () => (isPhone ? expectRoomForFingers(page) : Promise.resolve());
    const desk = await visit();
    await desk.setViewportSize({ width: 1280, height: 860 });
    await enterAs(desk, ama, '/dashboard/meetings');
    await enterAs(page, esi, '/dashboard/studies');
    const meeting = page.getByRole('heading', { name: meetingTime(at('09:00', 3)) });

    await test.step('she chooses a time', async () => {
      await page.getByRole('link', { name: myStudies.chooseFor('Market days') }).click();
      await page.locator(`input[value="${at('09:00', 3)}"]`).check();
      await page.getByLabel(choosing.phone).fill(PHONE_NUMBER);
      await fits();
      await press(choosing.book);
      await expect(page.getByText(choosing.booked)).toBeVisible();
    });
    const { id } = await ownOf(product, esi);

    await test.step('both see it, and a letter has it for the calendar', async () => {
      await expect(meeting).toBeVisible();
      await fits();
      const row = desk.getByRole('main').getByRole('listitem').filter({ hasText: NAME });
      await expect(row).toContainText('09:00 AM');
      const letter = await letterTo(product, esi.email, letters.MEETING_BOOKED.subject);
      expect(letter.calendar).toMatchObject({ method: 'REQUEST' });
      expect(letter.calendar?.text).toContain(`UID:${id}@`);
    });

    await test.step('a day before she is reminded, and says by the letter that she will be there', async () => {
      await beginIn(database, id, '23 hours');
      await turnClock(database);
      const letter = await letterTo(product, esi.email, letters.MEETING_TOMORROW.subject);
      expect(letter.calendar?.text).toContain(`UID:${id}@`);
      const link = letter.links.find((one) => one.endsWith(`/meeting/${id}`))!;
      await page.goto(new URL(link).pathname);
      await press(words.of(words.confirm, 'Market days'));
      await expect(page.getByText(words.confirmed)).toBeVisible();
      await fits();
      expect((await ownOf(product, esi)).state).toBe('CONFIRMED');
    });

    await test.step('she moves it, and both see that; the calendar has it once', async () => {
      await page.getByRole('link', { name: words.of(words.move, 'Market days') }).click();
      await expect(page.getByText(choosing.late)).toBeVisible();
      await page.locator(`input[value="${at('09:30', 4)}"]`).check();
      await fits();
      await press(choosing.move);
      await expect(page.getByText(choosing.moved)).toBeVisible();
      await expect(page.getByRole('heading', { name: meetingTime(at('09:30', 4)) })).toBeVisible();
      const row = desk.getByRole('main').getByRole('listitem').filter({ hasText: NAME });
      await expect(row).toContainText('09:30 AM');
      const letter = await letterTo(product, esi.email, letters.MEETING_MOVED.subject);
      expect(letter.calendar?.text).toContain(`UID:${id}@`);
      expect(letter.calendar?.text).toContain('SEQUENCE:1');
    });

    await test.step('without a connection the next meeting stands there', async () => {
      await untilKept(page, '/assets/studies-');
      await expect.poll(() => page.evaluate('localStorage.getItem("lastKnown")')).toContain(at('09:30', 4));
      await page.context().setOffline(true);
      await page.reload();
      await expect(page.getByRole('heading', { name: meetingTime(at('09:30', 4)) })).toBeVisible();
      await expect(page.getByText(failureMessages.whyOutdated.NO_CONNECTION)).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText(failureMessages.whyOutdated.NO_CONNECTION)).toBeHidden();
    });

    await test.step('they meet: nobody is asked before the word of the researcher, who marks that she came', async () => {
      await beginIn(database, id, '-40 minutes');
      await page.reload();
      await expect(page.getByRole('heading', { name: myStudies.parts.WAITING })).toBeVisible();
      const { startsAt } = await ownOf(product, esi);
      await expect(page.getByText(words.unmarked(exactTime(startsAt!)))).toBeVisible();
      await desk.reload();
      await button(desk, agenda.of(agenda.came, NAME)).click();
      await expect(desk.getByText(agenda.marked.ATTENDED, { exact: true })).toBeVisible();
      await turnClock(database);
      await expect(async () => {
        await page.reload();
        await expect(page.getByText(words.came(exactTime(startsAt!)))).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await expect(page.getByRole('heading', { name: myStudies.parts.PAST })).toBeVisible();
      await fits();
    });
  });
}

test('AP5 that nobody called is told once, in their own words', async ({
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await layStudy(product);
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '-20 minutes');
  const page = await visitByPhone();
  await enterAs(page, participant, '/dashboard/studies');
  const report = button(page, words.of(words.report.NOBODY_CAME, 'Market days'));
  await expect(report).toBeVisible();
  // It has begun: there is nothing to move or give back.
  await expect(button(page, words.of(words.giveBack, 'Market days'))).toBeHidden();
  await report.tap();
  const send = page.getByRole('dialog').getByRole('button', { name: words.send, exact: true });
  await send.tap();
  await expect(page.getByRole('dialog').getByText(validation.valueRequired)).toBeVisible();
  const story = page.getByRole('dialog').getByRole('textbox', { name: words.story });
  await story.fill('I waited for an hour.');
  await expectToFitPhone(page);
  await pressUntilHeard(page, PROJECT_BASE, {
    endpoint: reportMeeting,
    press: () => send.click(),
    keeps: () => expect(story).toHaveValue('I waited for an hour.'),
  });
  await expect(page.getByText(words.reported)).toBeVisible();
  await expect(page.getByText(words.told.NOBODY_CAME)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Market days' })).toBeFocused();
  await expect(page.getByRole('heading', { name: myStudies.parts.WAITING })).toBeVisible();
});
