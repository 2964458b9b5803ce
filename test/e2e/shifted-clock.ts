import pg from 'pg';
import { startJobSql } from '../../kit/test/start-job.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { type Product, startProduct } from '../support/product.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { expect, test as base } from './fixtures.ts';
import { newVerifiedResearcher } from './people.ts';
import { newProject, newPublished } from './studies.ts';

interface ClockFixtures {
  database: pg.Client;
  product: Product;
  pushes: PushService;
}

/**
 * Starts a product with a database whose clock a test can shift. Marks notify and pay at once, and push
 * messages arrive at the test.
 */
export const test = base.extend<object, ClockFixtures>({
  pushes: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const pushes = await startPushService();
      await use(pushes);
      pushes.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ pushes }, use) => {
      const product = await startProduct('one process, PostgreSQL', {
        ...wideLimits,
        DECISION_NOTICE_SECONDS: 0,
        FURTHER_CHANGES_SECONDS: 0,
        ATTENDANCE_UNDO_SECONDS: 0,
        BONUS_UNDO_SECONDS: 0,
        PUSH_SERVICES: [pushes.origin],
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  database: [
    async ({ product }, use) => {
      const client = new pg.Client({ connectionString: product.databaseUrl });
      await client.connect();
      await use(client);
      await client.end();
    },
    { scope: 'worker' },
  ],
});

/** Shifts the clock so that a meeting begins in this time and was booked two days ago. */
export async function beginIn(database: pg.Client, bookingId: string, time: string): Promise<void> {
  await database.query(
    `with old as (
      select study_id, starts_at, date_trunc('minute', now() + $2::interval) as new
      from project.bookings where booking_id = $1
    ), slots as (
      update project.study_slots as slot set starts_at = old.new from old
      where slot.study_id = old.study_id and slot.starts_at = old.starts_at
    ), quarter_hours as (
      update project.researcher_quarter_hours as quarter set starts_at = old.new from old
      where quarter.study_id = old.study_id and quarter.starts_at = old.starts_at
    )
    update project.bookings as booking set booked_at = now() - interval '2 days', starts_at = old.new,
      ends_at = old.new + (booking.ends_at - booking.starts_at),
      calls = case when old.new + interval '15 minutes' <= now() then (
        select jsonb_agg(to_char((old.new + minutes * interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from unnest(array[0, 5, 15]) as minutes) else '[]' end
    from old where booking.study_id = old.study_id and booking.starts_at = old.starts_at`,
    [bookingId, time],
  );
}

/** Runs the scheduled job now, not at the next minute. */
export async function runMeetingSchedule(database: pg.Client): Promise<void> {
  await database.query(startJobSql('project', 'meeting-schedule'));
}

interface CalendarEmail {
  subject: string;
  links: string[];
  calendar?: { method: string; text: string };
}

/** Waits for the newest email with that subject. */
export async function emailTo(product: Product, to: string, subject: string): Promise<CalendarEmail> {
  let found: CalendarEmail | undefined;
  await expect(async () => {
    const answer = await fetch(`${product.url}/dev/mail.json?to=${encodeURIComponent(to)}`);
    found = ((await answer.json()) as CalendarEmail[]).find((email) => email.subject === subject);
    expect(found, subject).toBeDefined();
  }).toPass();
  return found!;
}

/** Returns the instant of that time in so many days. */
export const at = (time: string, day: number) => `${dayAhead(day)}T${time}:00.000Z`;

/** Creates a study of four times, of a verified researcher. */
export async function createTimedStudy(product: Product) {
  const ama = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, ama, 'A day of meetings');
  const plan = {
    availableDates: [dayAhead(3), dayAhead(4)],
    availableTimes: ['09:00 AM', '09:30 AM'],
    leadHours: 0,
  };
  return { ama, study: await newPublished(product, ama, projectId, { publicName: 'Market days' }, plan) };
}
