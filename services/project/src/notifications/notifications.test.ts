import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  notifyPerson,
} from '@app/contracts/project/notifications.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import type { ProjectTables } from '../schema.ts';
import { deleteOldNotifications, deleteOldOpeningNotifications } from './write-notifications.ts';

const app = useApp();
/** Credentials last a minute. */
const credential = () => serviceToken({ app }, 'identity', 'project');
let person: SignedInUser;
let other: SignedInUser;

beforeAll(async () => {
  // These tests run the retention job themselves.
  await sql`delete from project_jobs.schedule where name = 'retention'`.execute(app.engine.owner);
  [person, other] = await Promise.all([registerResearcher(app), registerParticipant(app)]);
});

const notify = async (userId: string, key: string, event: string) =>
  app.call(notifyPerson, { as: { token: await credential() }, params: { userId }, body: { key, event } });
const read = (as: SignedInUser, query = {}) => app.call(listNotifications, { as, query });

test('S-603 a repeated call of the identity service makes one notification, in the catalogue’s words', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => notify(person.userId, 'decision-1', 'COMPANY_DECLINED')),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect((await notify(person.userId, 'decision-2', 'COMPANY_ACCEPTED')).status).toBe(204);
  const listed = await read(person, { userId: person.userId });
  expect(listed.json).toMatchObject({ totalElements: 2, number: 0, size: 10 });
  expect(listed.content).toMatchObject([
    {
      message: 'Your company is verified. You can now create studies.',
      read: false,
      path: '/dashboard/accounts#company',
    },
    {
      message: 'We could not verify your company. Correct the details and try again.',
      read: false,
      path: '/dashboard/kyc',
    },
  ]);
  expect((await notify(person.userId, 'decision-3', 'SOMETHING_ELSE')).status).toBe(400);
});

test('S-603 notifications are marked as read one by one or all at once', async () => {
  await notify(other.userId, 'one', 'COMPANY_ACCEPTED');
  await notify(other.userId, 'two', 'COMPANY_ACCEPTED');
  const [newest] = (await read(other)).content;
  if (!newest) throw new Error('There are two notifications');
  const params = { id: newest.id };
  const marked = await app.call(markNotification, { as: other, params, body: { read: true } });
  expect(marked).toMatchObject({ status: 200, content: { ...newest, read: true } });
  expect((await read(other)).content.map((one) => one.read)).toEqual([true, false]);
  const undone = await app.call(markNotification, { as: other, params, body: { read: false } });
  expect(undone.content).toEqual(newest);

  expect((await app.call(markAllNotificationsRead, { as: other })).content).toEqual({ markedCount: 2 });
  expect((await app.call(markAllNotificationsRead, { as: other })).content).toEqual({ markedCount: 0 });
  expect((await read(other)).content.every((one) => one.read)).toBe(true);
  expect((await read(person)).content.some((one) => one.read)).toBe(false);
});

test('NT1 unread or read notifications are listed page by page, with their own totals', async () => {
  const reader = await registerParticipant(app);
  for (let number = 0; number < 12; number += 1)
    await notify(reader.userId, `many-${number}`, 'COMPANY_ACCEPTED');
  const { content } = await read(reader, { size: 100 });
  for (const { id } of content.slice(0, 5)) {
    await app.call(markNotification, { as: reader, params: { id }, body: { read: true } });
  }
  const readTotalAndIds = async (query: object) => {
    const { json, content: page } = await read(reader, query);
    return [json['totalElements'], ...page.map(({ id }) => id)];
  };
  const ids = content.map(({ id }) => id);
  expect(await readTotalAndIds({ size: 3 })).toEqual([12, ...ids.slice(0, 3)]);
  expect(await readTotalAndIds({ read: 'true', size: 3, page: 1 })).toEqual([5, ...ids.slice(3, 5)]);
  expect(await readTotalAndIds({ read: 'false', size: 3 })).toEqual([7, ...ids.slice(5, 8)]);
  expect(await readTotalAndIds({ read: 'false', size: 3, page: 9 })).toEqual([7]);
  expect(await readTotalAndIds({ read: 'false' })).toEqual([7, ...ids.slice(5)]);
  expect((await read(reader, { read: 'maybe' })).status).toBe(400);
});

test('notifications are deleted after a year, those of matching studies after a month, in limited batches', async () => {
  const reader = await registerParticipant(app);
  await sql`insert into project.notifications (notification_id, user_id, key, message, created_at)
    select gen_random_uuid(), ${reader.userId}, gen_random_uuid(), 'old', now() - age.age
    from unnest(array['366 days', '367 days', '368 days', '364 days']::interval[]) as age`.execute(
    app.engine.owner,
  );
  const db = app.engine.connect<ProjectTables>('project_app');
  expect([await deleteOldNotifications(db, 2), await deleteOldNotifications(db, 2)]).toEqual([2, 1]);
  expect((await read(reader)).json).toMatchObject({ totalElements: 1 });
  await sql`insert into project.notifications (notification_id, user_id, key, kind, params, created_at)
    select gen_random_uuid(), ${reader.userId}, gen_random_uuid(), kind, '{"study": "S", "studyId": "1"}', now() - age.age::interval
    from (values ('STUDY_FITS', '31 days'), ('STUDY_FITS', '29 days'), ('STUDY_CLOSED', '31 days')) as age (kind, age)`.execute(
    app.engine.owner,
  );
  expect([await deleteOldOpeningNotifications(db, 2), await deleteOldOpeningNotifications(db, 2)]).toEqual([
    1, 0,
  ]);
  expect((await read(reader)).json).toMatchObject({ totalElements: 3 });
});

test('a grouped list has one entry per kind and study, with correct counts; marking covers the group', async () => {
  const reader = await registerResearcher(app);
  const insert = (kind: string, study: string, count: number, days: number) =>
    sql`
    insert into project.notifications (notification_id, user_id, key, kind, params, created_at)
    select gen_random_uuid(), ${reader.userId}, gen_random_uuid(), ${kind}::text,
      jsonb_build_object('study', ${study}::text, 'studyId', ${study}::text, 'startsAt', '2026-11-24T09:30:00Z',
        'applicationId', ${study}::text || (n % 40)), now() - ${days}::int * interval '1 day' - n * interval '1 second'
    from generate_series(1, ${count}::int) as n`.execute(app.engine.owner);
  await insert('NEW_APPLICANT', 'Rice', 36, 1);
  await insert('TIME_MOVED', 'Rice', 50, 2);
  await insert('NEW_APPLICANT', 'Maize', 1, 3);
  await insert('STUDY_ENDED', 'Rice', 2, 4);
  const query = { grouped: 'true', size: 3 };
  const [first, second] = [await read(reader, query), await read(reader, { ...query, page: 1 })];
  expect([first.json['totalElements'], second.json['totalElements']]).toEqual([5, 5]);
  const entries = [...first.content, ...second.content];
  expect(entries.map(({ message, path, group }) => [message, path, group?.people, group?.unread])).toEqual([
    ['36 people applied to “Rice”.', '/dashboard/study-applicants/Rice', 36, 36],
    ['50 meetings for “Rice” were changed.', '/dashboard/meetings', 40, 50],
    ['Someone applied to “Maize”.', expect.stringContaining('Maize'), 1, 1],
    [expect.stringContaining('Rice'), expect.stringContaining('Rice'), 1, 1],
    [expect.stringContaining('Rice'), expect.stringContaining('Rice'), 1, 1],
  ]);
  const mark = (as: SignedInUser, isRead: boolean) =>
    app.call(markNotification, {
      as,
      params: { id: entries[0]?.id ?? '' },
      body: { read: isRead, withGroup: true },
    });
  expect((await mark(other, true)).status).toBe(404);
  expect((await mark(reader, true)).content).toMatchObject({ id: entries[0]?.id, read: true });
  expect((await read(reader, query)).content[0]).toMatchObject({ read: true, group: { unread: 0 } });
  expect((await read(reader, { read: 'false' })).json['totalElements']).toBe(53);
});

test('S-117 S-602 other people’s notifications are neither listed nor marked; pages have their six fields', async () => {
  const reader = await registerResearcher(app);
  for (const key of ['first', 'second']) await notify(reader.userId, key, 'COMPANY_ACCEPTED');
  const page = await read(reader, { size: 1, page: 1 });
  const marked = await app.call(markNotification, {
    as: other,
    params: { id: page.content[0]?.id ?? '' },
    body: { read: true },
  });
  expect(marked).toMatchObject({ status: 404, json: { code: 'NOTIFICATION_NOT_FOUND' } });
  const foreign = { status: 403, json: { code: 'NOT_YOURS' } };
  expect(await read(other, { userId: reader.userId })).toMatchObject(foreign);
  expect(page.json).toMatchObject({
    totalPages: 2,
    totalElements: 2,
    size: 1,
    number: 1,
    numberOfElements: 1,
  });
});
