import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import * as contract from '@app/contracts/project/messages.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { readOwnData } from '@app/contracts/project/data-export.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { ownMessageDataWords as dataWords } from '@app/words/data-export-messages.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { deleteAccount } from '@app/test/support/account-deletion.ts';
import {
  type OneApplicant,
  accept,
  meetOneApplicant,
  resetToPending,
} from '@app/test/support/one-applicant.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { accept as acceptNow, makeAccepted } from '#test/meetings.ts';
import { apply, makePublished } from '#test/studies.ts';
import type { ProjectTables } from '../schema.ts';
import { runDeletions } from '../retention-job.ts';
import { runJobsNow, untilSent } from '#test/jobs.ts';
import { setSuspended } from '#test/suspensions.ts';
import { watchPage } from '#test/pages.ts';

const ADMIN = 'admin@example.test';
const app = useApp({ DECISION_NOTICE_SECONDS: 3600, ADMIN_EMAIL: ADMIN });
let one: OneApplicant;
beforeAll(async () => {
  one = await meetOneApplicant(app);
});

type Thread = { applicationId: string; study: { id: string; name: string } };
async function makeThread(researcher = one.researcher): Promise<Thread & { participant: SignedInUser }> {
  const participant = await registerParticipant(app, { withProfile: true });
  return { participant, ...(await makeAccepted(app, { researcher, participant })) };
}
const write = (as: SignedInUser, { applicationId }: Pick<Thread, 'applicationId'>, text = 'Good morning') =>
  app.call(contract.sendMessage, { as, params: { applicationId }, body: { text } });
const read = (as: SignedInUser, { applicationId }: Pick<Thread, 'applicationId'>, query = {}) =>
  app.call(contract.readThread, { as, params: { applicationId }, query });
const mark = (as: SignedInUser, { applicationId }: Pick<Thread, 'applicationId'>, upTo: number) =>
  app.call(contract.markThread, { as, params: { applicationId }, body: { upTo } });
const block = (as: SignedInUser, { applicationId }: Pick<Thread, 'applicationId'>, isBlocked = true) =>
  app.call(contract.blockThread, { as, params: { applicationId }, body: { isBlocked } });
const errorCode = async (answer: Promise<{ json: Record<string, unknown> }>) => (await answer).json['code'];
const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.filter(
    ({ kind }) => kind === 'NEW_MESSAGE',
  );

/** Emails wait ten minutes, which this call skips. */
async function emailsTo({ email }: Pick<SignedInUser, 'email'>) {
  await runJobsNow(app, 'emails');
  await untilSent(app);
  const { subject } = projectEmailWords.MESSAGE_UNREAD;
  return (await app.mailbox.read(email)).filter((received) => received.subject === subject);
}

describe('who may write', () => {
  test('no one before the first decision that is not undone, and both sides after it', async () => {
    const application = await one.applied('Palm wine');
    const thread = { applicationId: application.id };
    const waiting = await read(one.participant, thread);
    expect(waiting.content).toMatchObject({ state: 'NOT_YET', messages: [], unread: 0 });
    for (const side of [one.participant, one.researcher])
      expect(await errorCode(write(side, thread))).toBe('MESSAGES_TOO_EARLY');
    await one.decideOn(application, accept);
    await one.decideOn(application, resetToPending);
    expect(await errorCode(write(one.researcher, thread))).toBe('MESSAGES_TOO_EARLY');
    await one.decideOn(application, accept);
    expect((await write(one.researcher, thread)).status).toBe(201);
    expect((await write(one.participant, thread)).json).toMatchObject({ content: { number: 2 } });
  });

  test('both sides, until thirty days after the study has closed; then it is read-only', async () => {
    const thread = await makeThread();
    await app.call(closeStudy, { as: one.researcher, params: { id: thread.study.id } });
    expect((await write(thread.participant, thread)).status).toBe(201);
    await sql`update project.studies set closed_at = now() - interval '31 days' where study_id = ${thread.study.id}`.execute(
      app.engine.owner,
    );
    for (const side of [thread.participant, one.researcher]) {
      expect(await errorCode(write(side, thread))).toBe('MESSAGES_CLOSED');
      expect((await read(side, thread)).content).toMatchObject({
        state: 'CLOSED',
        messages: [{ number: 1 }],
      });
    }
  });

  test('both sides, until thirty days after the applicant has withdrawn', async () => {
    const thread = await makeThread();
    const { applicationId } = thread;
    await app.call(withdrawApplication, { as: thread.participant, params: { id: applicationId } });
    for (const side of [thread.participant, one.researcher])
      expect((await write(side, thread)).status).toBe(201);
    await sql`
      update project.application_steps set at = now() - interval '31 days'
      where application_id = ${applicationId} and status = 'WITHDRAWN'`.execute(app.engine.owner);
    for (const side of [thread.participant, one.researcher])
      expect(await errorCode(write(side, thread))).toBe('MESSAGES_CLOSED');
    const body = { applicationIds: [applicationId], text: 'Good evening' };
    const toMany = await app.call(contract.writeToApplicants, {
      as: one.researcher,
      params: { id: thread.study.id },
      body,
    });
    expect(toMany.content.unsent).toEqual([{ applicationId, because: 'CLOSED' }]);
  });

  test('after a project deletion the researcher loses access, and the participant can still read', async () => {
    const thread = await makeThread();
    await write(one.researcher, thread);
    await sql`
      update project.projects set deleted_at = now() where project_id = (
        select project_id from project.studies where study_id = ${thread.study.id})`.execute(
      app.engine.owner,
    );
    expect(await errorCode(write(one.researcher, thread))).toBe('APPLICATION_NOT_FOUND');
    const listed = await app.call(contract.listThreads, { as: one.researcher, query: { size: 100 } });
    expect(listed.content.map(({ applicationId }) => applicationId)).not.toContain(thread.applicationId);
    expect((await read(thread.participant, thread)).content).toMatchObject({
      state: 'CLOSED',
      messages: [{ number: 1 }],
    });
  });

  test('no one else: another researcher, another participant, an applicant of the same study', async () => {
    const thread = await makeThread();
    await write(one.researcher, thread);
    const others = [
      await registerResearcher(app, { verified: true }),
      await registerParticipant(app, { withProfile: true }),
      (await makeThread()).participant,
    ];
    for (const other of others) {
      expect(await errorCode(read(other, thread))).toBe('APPLICATION_NOT_FOUND');
      expect(await errorCode(write(other, thread))).toBe('APPLICATION_NOT_FOUND');
      expect(await errorCode(block(other, thread))).toBe('APPLICATION_NOT_FOUND');
      expect((await app.call(contract.listThreads, { as: other })).content).toEqual([]);
    }
    expect((await read(thread.participant, thread)).content).toMatchObject({ state: 'OPEN', unread: 1 });
  });

  test('no suspended or revoked person, on either side', async () => {
    const researcher = await registerResearcher(app, { verified: true });
    const thread = await makeThread(researcher);
    await setSuspended(app, researcher, true);
    expect(await errorCode(write(researcher, thread))).toBe('NOT_VERIFIED');
    const many = { as: researcher, params: { id: thread.study.id } };
    const body = { applicationIds: [thread.applicationId], text: 'Hello' };
    expect(await errorCode(app.call(contract.writeToApplicants, { ...many, body }))).toBe('NOT_VERIFIED');
    expect((await write(thread.participant, thread)).status).toBe(201);
    await setSuspended(app, thread.participant, true);
    expect(await errorCode(write(thread.participant, thread))).toBe('ACCOUNT_SUSPENDED');
  });

  test.each([
    ['no text', { text: '  ' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(contract.MESSAGE_MAX_LENGTH + 1) }, 'text'],
    ['an unknown key', { text: 'Hi', number: 7 }, undefined],
  ])('%s is refused, and nothing is stored', async (_, body, field) => {
    const thread = await makeThread();
    const { status, json } = await app.call(contract.sendMessage, {
      as: one.researcher,
      params: { applicationId: thread.applicationId },
      body,
    });
    expect([status, json['code']]).toEqual([400, 'INVALID_INPUT']);
    if (field) expect(json).toMatchObject({ content: [{ field }] });
    expect((await read(thread.participant, thread)).content.messages).toEqual([]);
  });

  test('text stays text: markup, lines and Ghanaian letters as typed, without bidirectional marks', async () => {
    const thread = await makeThread();
    const typed = '<b>Maakye</b> &amp; ɛ ɔ ŋ\nsecond line \u202ebackwards';
    await write(one.researcher, thread, typed);
    expect((await read(thread.participant, thread)).content.messages).toMatchObject([
      { number: 1, by: 'RESEARCHER', text: typed.replace('\u202e', '') },
    ]);
  });
});

describe('unread messages', () => {
  test('are one notification per conversation until they are read, without the text, and count in both places', async () => {
    const thread = await makeThread();
    for (const text of ['The first secret', 'The second secret']) await write(one.researcher, thread, text);
    const notifications = await findNotifications(thread.participant);
    expect(notifications).toMatchObject([
      { read: false, path: paths.conversation(thread.applicationId), params: { studyId: thread.study.id } },
    ]);
    expect(JSON.stringify(notifications)).not.toContain('secret');
    const own = async () =>
      (await app.call(listOwnApplications, { as: thread.participant })).content[0]?.unreadMessages;
    expect(await own()).toBe(2);
    const [row] = (await app.call(contract.listThreads, { as: thread.participant })).content;
    expect(row).toMatchObject({
      unread: 2,
      last: { number: 2, text: 'The second secret' },
      participant: null,
    });

    // The latest message is unread, so its notification stays unread.
    await mark(thread.participant, thread, 1);
    expect([await own(), (await findNotifications(thread.participant))[0]?.read]).toEqual([1, false]);
    await mark(thread.participant, thread, 2);
    expect([await own(), (await findNotifications(thread.participant))[0]?.read]).toEqual([0, true]);
    await mark(thread.participant, thread, 1);
    expect(await own()).toBe(0);

    await write(one.researcher, thread, 'The third secret');
    expect((await findNotifications(thread.participant)).map((each) => each.read)).toEqual([false, true]);
    await write(thread.participant, thread, 'An answer');
    const { content } = await app.call(listApplicants, {
      as: one.researcher,
      params: { id: thread.study.id },
    });
    expect(content).toMatchObject([{ id: thread.applicationId, unreadMessages: 1 }]);
    expect((await read(one.researcher, thread)).content.participant).toMatchObject({
      firstName: thread.participant.firstName,
    });
  });

  test('are read with the other side’s last message, even if both wrote at once', async () => {
    const thread = await makeThread();
    await write(thread.participant, thread);
    await write(one.researcher, thread);
    const findThreadNotifications = async () =>
      (await findNotifications(one.researcher)).filter(
        ({ params }) => params.applicationId === thread.applicationId,
      );
    expect((await findThreadNotifications()).map(({ read: isRead }) => isRead)).toEqual([false]);
    await mark(one.researcher, thread, 1);
    expect((await findThreadNotifications()).map(({ read: isRead }) => isRead)).toEqual([true]);
  });

  test('B6 are one email after ten minutes, naming whom it is about, without the text, until they are read', async () => {
    const thread = await makeThread();
    await write(one.researcher, thread, 'At the blue gate');
    await write(one.researcher, thread, 'At the green gate');
    const emails = await emailsTo(thread.participant);
    expect(emails).toHaveLength(1);
    const text = emails[0]?.text ?? '';
    const stopUrl = emails[0]?.stopUrl;
    expect(text).toContain(paths.conversation(thread.applicationId));
    for (const secret of ['gate', one.researcher.email, one.researcher.lastName])
      expect(text).not.toContain(secret);
    expect(stopUrl).toContain('/letters/messages/stop?');

    await mark(thread.participant, thread, 2);
    await write(one.researcher, thread);
    await mark(thread.participant, thread, 3);
    expect(await emailsTo(thread.participant)).toHaveLength(1);
    await app.call(changeOwnAccount, { as: thread.participant, body: { emails: { messages: false } } });
    await write(one.researcher, thread);
    expect(await emailsTo(thread.participant)).toHaveLength(1);
  });

  const isDeleted = (table: 'studies' | 'projects', { study }: Thread) =>
    sql`
      update project.${sql.raw(table)} set deleted_at = now() where project_id = (
        select project_id from project.studies where study_id = ${study.id})`.execute(app.engine.owner);
  test.each<[string, (thread: Thread, researcher: SignedInUser) => Promise<unknown>]>([
    ['its study is deleted', (thread) => isDeleted('studies', thread)],
    ['its project is deleted', (thread) => isDeleted('projects', thread)],
    ['they are read', (thread, researcher) => mark(researcher, thread, 1)],
    ['the conversation is blocked', (thread, researcher) => block(researcher, thread)],
  ])('are not emailed to a researcher once %s', async (_, change) => {
    const researcher = await registerResearcher(app, { verified: true });
    const thread = await makeThread(researcher);
    await write(thread.participant, thread);
    await change(thread, researcher);
    expect(await emailsTo(researcher)).toEqual([]);
  });

  test('D-31 update an open page of the other side at once, also for a second message', async () => {
    const thread = await makeThread();
    const page = await watchPage(app, thread.participant);
    await write(one.researcher, thread);
    await expect.poll(() => page.moves).toBe(1);
    await write(one.researcher, thread);
    await expect.poll(() => page.moves).toBe(2);
  });

  test('are loaded in parts, the latest first', async () => {
    const thread = await makeThread();
    const { applicationId } = thread;
    await write(one.researcher, thread);
    await sql`
      insert into project.messages (application_id, number, author_id, call_id, text)
      select ${applicationId}, n, ${one.researcher.userId}, gen_random_uuid(), n::text from generate_series(2, 60) as n`.execute(
      app.engine.owner,
    );
    const numbers = async (query = {}) => {
      const { messages, hasEarlier } = (await read(thread.participant, thread, query)).content;
      return [messages[0]?.number, messages.at(-1)?.number, hasEarlier];
    };
    expect(await numbers()).toEqual([11, 60, true]);
    expect(await numbers({ before: '11' })).toEqual([1, 10, false]);
  });
});

test('a message to many reaches each possible recipient separately, and names the others with the reason', async () => {
  const { researcher, projectId } = one;
  const study = await makePublished(app, researcher, { projectId });
  const people = await Promise.all(
    Array.from({ length: 4 }, () => registerParticipant(app, { withProfile: true })),
  );
  const [first, second, blocking, waiting] = people as [
    SignedInUser,
    SignedInUser,
    SignedInUser,
    SignedInUser,
  ];
  const accepted: string[] = [];
  for (const participant of [first, second, blocking])
    accepted.push(await acceptNow(app, { researcher, participant, study }));
  const pending = (await apply(app, waiting, study)).content.id;
  const foreign = (await makeThread()).applicationId;
  await block(blocking, { applicationId: accepted[2] ?? '' });
  const body = { applicationIds: [...accepted, pending, foreign], text: 'We begin at nine.' };
  const { content } = await app.call(contract.writeToApplicants, {
    as: researcher,
    params: { id: study.id },
    body,
  });
  expect(content.sent.toSorted()).toEqual(accepted.slice(0, 2).toSorted());
  expect(new Map(content.unsent.map(({ applicationId, because }) => [applicationId, because]))).toEqual(
    new Map([
      [accepted[2], 'BLOCKED'],
      [pending, 'NOT_YET'],
      [foreign, 'NOT_FOUND'],
    ]),
  );
  const mine = await read(first, { applicationId: accepted[0] ?? '' });
  expect(mine.content.messages).toMatchObject([{ text: 'We begin at nine.' }]);
  expect((await findNotifications(second)).length).toBe(1);
  expect((await findNotifications(waiting)).length).toBe(0);
});

test('blocking stops messages of both sides until it is undone, and no other notifications', async () => {
  const thread = await makeThread();
  await write(one.researcher, thread);
  expect((await block(thread.participant, thread)).status).toBe(204);
  expect(await errorCode(write(one.researcher, thread))).toBe('MESSAGES_BLOCKED');
  expect(await errorCode(write(thread.participant, thread))).toBe('MESSAGES_BLOCKED');
  expect((await read(one.researcher, thread)).content.state).toBe('BLOCKED');
  expect((await read(thread.participant, thread)).content.state).toBe('BLOCKED_BY_YOU');
  // Each side can remove only its own block.
  await block(one.researcher, thread, false);
  expect(await errorCode(write(one.researcher, thread))).toBe('MESSAGES_BLOCKED');
  // Blocked conversations cause no emails.
  expect(await emailsTo(thread.participant)).toEqual([]);
  await app.call(closeStudy, { as: one.researcher, params: { id: thread.study.id } });
  const notifications = await app.call(listNotifications, { as: thread.participant });
  expect(notifications.content.length).toBeGreaterThan(0);
  await block(thread.participant, thread, false);
  expect((await write(one.researcher, thread)).status).toBe(201);
});

const report = (as: SignedInUser, { applicationId }: Thread, body: object = {}) =>
  app.call(contract.reportMessage, {
    as,
    params: { applicationId },
    body: { number: 4, reason: 'ASKS_FOR_MONEY', text: 'He wants my PIN', ...body },
  });

test('reporting sends the admin a copy of the message and the two before, once, and outlives the conversation', async () => {
  const thread = await makeThread();
  await write(one.researcher, thread, 'Far too early');
  await write(thread.participant, thread, 'How much is it?');
  await write(one.researcher, thread, 'Twenty cedis');
  await write(one.researcher, thread, 'Send me your PIN');
  await write(thread.participant, thread, 'Never');
  const answers = await Promise.all([1, 2, 3].map(() => report(thread.participant, thread)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  // Only messages of the other side can be reported.
  expect(await errorCode(report(thread.participant, thread, { number: 5 }))).toBe('MESSAGE_NOT_FOUND');
  expect(await errorCode(report(thread.participant, thread, { number: 99 }))).toBe('MESSAGE_NOT_FOUND');
  const marks = async (as: SignedInUser) =>
    (await read(as, thread)).content.messages.map(({ isReported }) => isReported);
  expect(await marks(thread.participant)).toEqual([false, false, false, true, false]);
  expect(await marks(one.researcher)).toEqual([false, false, false, false, false]);
  await emailsTo(thread.participant);
  const { subject } = projectEmailWords.MESSAGE_REPORTED;
  const emails = (await app.mailbox.read(ADMIN)).filter(
    (received) => received.subject === subject && received.text.includes(thread.participant.userId),
  );
  expect(emails).toHaveLength(1);
  const text = emails[0]?.text.replaceAll(/\s+/g, ' ') ?? '';
  const sentTexts = ['How much is it?', 'Twenty cedis', 'Send me your PIN', 'He wants my PIN'];
  for (const part of [...sentTexts, one.researcher.userId, thread.participant.userId])
    expect(text).toContain(part);
  for (const part of ['Far too early', 'Never', thread.participant.email]) expect(text).not.toContain(part);

  await sql`delete from project.threads where application_id = ${thread.applicationId}`.execute(
    app.engine.owner,
  );
  const readReports = () =>
    sql<{ copy: unknown[] }>`
      select copy from project.message_reports where application_id = ${thread.applicationId}`.execute(
      app.engine.owner,
    );
  expect((await readReports()).rows[0]?.copy).toHaveLength(3);
  await sql`update project.message_reports set reported_on = reported_on - 91`.execute(app.engine.owner);
  await runDeletions({ db: app.engine.connect<ProjectTables>('project_app') });
  expect((await readReports()).rows).toEqual([]);
});

describe('retention of messages', () => {
  const ownData = async ({ userId }: SignedInUser) => {
    const as = { token: await serviceToken({ app }, 'identity', 'project') };
    const { content } = await app.call(readOwnData, { as, params: { userId } });
    return content.find(({ title }) => title === dataWords.messages.title)?.rows;
  };

  test('ends twelve months after the study has closed, and not before', async () => {
    const [old, young] = [await makeThread(), await makeThread()];
    for (const [thread, age] of [
      [old, '367 days'],
      [young, '360 days'],
    ] as const) {
      await write(one.researcher, thread);
      await sql`
        update project.studies set state = 'CLOSED', closed_at = now() - ${age}::interval
        where study_id = ${thread.study.id}`.execute(app.engine.owner);
    }
    await runDeletions({ db: app.engine.connect<ProjectTables>('project_app') });
    const texts = async (thread: Thread & { participant: SignedInUser }) =>
      (await read(thread.participant, thread)).content.messages.length;
    expect([await texts(old), await texts(young)]).toEqual([0, 1]);
  });

  test('messages are in the data export of either side', async () => {
    const thread = await makeThread();
    await write(one.researcher, thread, 'Where do you live?');
    await write(thread.participant, thread, 'In Kumasi');
    const mine = JSON.stringify(await ownData(thread.participant));
    for (const part of ['Where do you live?', 'In Kumasi', dataWords.messages.values.by.ME])
      expect(mine).toContain(part);
    expect(JSON.stringify(await ownData(one.researcher))).toContain('In Kumasi');
    expect(mine).not.toContain(one.researcher.lastName);
  });

  test('messages stay with the other side, read-only, when one has left', async () => {
    const thread = await makeThread();
    await write(thread.participant, thread, 'I shall be gone');
    await write(one.researcher, thread, 'Stay');
    await report(thread.participant, thread, { number: 2 });
    await deleteAccount(app, thread.participant);
    const reports = await sql`
      select reporter_id as by, copy -> 1 ->> 'text' as text from project.message_reports
      where application_id = ${thread.applicationId}`.execute(app.engine.owner);
    expect(reports.rows).toEqual([{ by: null, text: 'Stay' }]);
    const { content } = await read(one.researcher, thread);
    expect(content).toMatchObject({
      state: 'LEFT',
      participant: null,
      messages: [{ by: 'PARTICIPANT', text: 'I shall be gone' }, { text: 'Stay' }],
    });
    expect(await errorCode(write(one.researcher, thread))).toBe('MESSAGES_CLOSED');

    const researcher = await registerResearcher(app, { verified: true });
    const other = await makeThread(researcher);
    await write(researcher, other, 'I shall be gone too');
    await app.call(closeStudy, { as: researcher, params: { id: other.study.id } });
    await deleteAccount(app, researcher);
    expect((await read(other.participant, other)).content).toMatchObject({
      state: 'LEFT',
      companyName: null,
      messages: [{ by: 'RESEARCHER' }],
    });
  });
});

test('a researcher starts a limited number of conversations a day; answers are not counted', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const thread = await makeThread(researcher);
  await one.applied('Fresh tomatoes');
  await sql`
    insert into project.threads (application_id, study_id, researcher_id, participant_id, started_by, started_at)
    select application_id, study_id, gen_random_uuid(), applicant_id, ${researcher.userId}, now()
    from project.applications where application_id <> ${thread.applicationId}
      and application_id not in (select application_id from project.threads) limit 1`.execute(
    app.engine.owner,
  );
  const readThreadsLeft = async () => (await read(researcher, thread)).content.threadsLeft;
  expect(await readThreadsLeft()).toBe(contract.THREADS_PER_DAY - 1);
  await write(thread.participant, thread);
  await write(researcher, thread);
  expect(await readThreadsLeft()).toBe(contract.THREADS_PER_DAY - 1);
});
