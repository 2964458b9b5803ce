// @module-tag both-engines
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { EmailKind } from '@app/contracts/emails.ts';
import { changeOwnAccount, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { cancelBooking, rescheduleBooking } from '@app/contracts/project/bookings.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import { deleteProject } from '@app/contracts/project/projects.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { applicantsLine, furtherStudies, projectEmailWords as words } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { wakeWorkerSql } from '../../../../kit/test/start-job.ts';
import { addApplicants, decide, notifyOfChanges, readCode } from '#test/applicants.ts';
import { STORED_PHONE, book, freshSlot, makeAccepted } from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { lastDigestDay } from '../applications/emails.ts';
import { untilSent } from '#test/jobs.ts';
import { setSuspended } from '#test/suspensions.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let researcher: SignedInUser;
let projectId: string;
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const newcomer = () => registerParticipant(app, { withProfile: true });
const publish = (name: string) => makePublished(app, researcher, { projectId, name });
const choose = (emails: object) => app.call(changeOwnAccount, { as: researcher, body: { emails } });

/** Returns the sent emails of these kinds, oldest first, once all jobs are done. */
async function readSent(...kinds: EmailKind[]) {
  await untilSent(app, 'applicant-digests');
  const subjects = new Set<string>(kinds.map((kind) => words[kind].subject));
  const emails = await app.mailbox.read(researcher.email);
  return emails.filter(({ subject }) => subjects.has(subject)).toReversed();
}

/** Queues the digest of a day, as its cron does on that morning. */
const digest = (day: string) =>
  sql`
    with job as (
      insert into project_jobs.job (name, data, singleton_key, policy)
      select name, jsonb_build_object('day', ${day}::text), gen_random_uuid()::text, policy
      from project_jobs.queue where name = 'applicant-digests')
    ${sql.raw(wakeWorkerSql('project', 'applicant-digests'))}`.execute(app.engine.owner);

/** Adds one applicant for each of these instants. */
async function applyAt(studyId: string, ...instants: string[]): Promise<string[]> {
  const ids = await addApplicants(app, studyId, instants.length);
  for (const [place, at] of instants.entries())
    await sql`update project.applications set applied_at = ${at} where application_id = ${ids[place]}`.execute(
      app.engine.owner,
    );
  return ids;
}

async function read(kind: EmailKind, about: string) {
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const { content } = await app.call(readEmail, {
    as,
    params: { userId: researcher.userId, kind, about },
  });
  return content.email;
}

test('NT2 only the first application to a study is emailed at once, without a name', async () => {
  const [study, other] = [await publish('Palm wine'), await publish('Gari')];
  const people = [await newcomer(), await newcomer()];
  for (const person of people) expect((await apply(app, person, study)).status).toBe(201);
  expect((await apply(app, people[0]!, other)).status).toBe(201);
  const emails = await readSent('APPLICANT_FIRST', 'APPLICANTS_NEW');
  expect(emails.map(({ subject }) => subject)).toEqual(Array(2).fill(words.APPLICANT_FIRST.subject));
  // Two jobs send the emails, in either order.
  for (const { id, name } of [study, other]) {
    const [message, ...more] = emails.filter(({ text }) => text.includes(paths.studyApplicants(id)));
    expect(more).toEqual([]);
    expect(message?.text).toContain(name);
    for (const { firstName, email } of people) {
      expect(message?.text).not.toContain(email);
      expect(message?.subject).not.toContain(firstName);
    }
  }
});

test('NT2 where applicants choose at once, those with a place are announced by their time, others as applicants', async () => {
  const study = await makePublished(app, researcher, { projectId }, { choosing: 'AT_ONCE' });
  const person = await newcomer();
  expect((await apply(app, person, study)).content.status).toBe('ACCEPTED');
  expect(await readSent('APPLICANT_FIRST')).toEqual([]);
  const other = await makePublished(app, researcher, { projectId }, { choosing: 'AT_ONCE' });
  expect((await apply(app, person, other, [1, 1])).content.status).toBe('PENDING');
  expect(await readSent('APPLICANT_FIRST')).toHaveLength(1);
});

test('NT2 one morning email covers all studies: applicants of the last 24 hours who still wait', async () => {
  const [palm, gari, quiet] = [await publish('Palm wine'), await publish('Gari'), await publish('Quiet')];
  await applyAt(
    palm.id,
    '2026-03-01T12:00:00Z',
    '2026-03-02T06:30:00Z',
    '2026-03-02T06:30:01Z',
    '2026-03-03T06:30:00Z',
    '2026-03-03T06:30:01Z',
  );
  const [, decided] = await applyAt(
    gari.id,
    '2026-03-01T12:00:00Z',
    '2026-03-02T09:00:00Z',
    '2026-03-02T10:00:00Z',
  );
  // The first application of a study has its own email.
  await applyAt(quiet.id, '2026-03-02T12:00:00Z');
  await decide(app, researcher, gari.id, [decided!], { status: 'ACCEPTED' });
  const readDigests = async (day: string) => {
    const before = (await readSent('APPLICANTS_NEW')).length;
    for (let time = 0; time < 2; time += 1) await digest(day);
    return (await readSent('APPLICANTS_NEW')).slice(before).map(({ text }) => text.replaceAll(/\s+/g, ' '));
  };
  const counts = [
    applicantsLine({ name: 'Palm wine', count: 2 }),
    applicantsLine({ name: 'Gari', count: 1 }),
  ];
  const [both, ...more] = await readDigests('2026-03-03');
  expect(more).toEqual([]);
  for (const part of [counts.join(' '), '3 more people have applied', paths.projects])
    expect(both).toContain(part);
  expect(both).not.toContain('Quiet');
  const [before] = await readDigests('2026-03-02');
  expect(before).toContain(applicantsLine({ name: 'Palm wine', count: 1 }));
  const [after] = await readDigests('2026-03-04');
  for (const part of [applicantsLine({ name: 'Palm wine', count: 1 }), paths.studyApplicants(palm.id)])
    expect(after).toContain(part);
  expect(await readDigests('2026-03-05')).toEqual([]);
});

test('NT2 an email names the ten studies with the most new applicants, and how many more there are', async () => {
  const day = '2026-03-03';
  for (let number = 1; number <= 12; number += 1) {
    const { id } = await publish(`Study ${number}`);
    const many = number === 12 ? 2 : 1;
    await applyAt(id, '2026-03-01T12:00:00Z', ...Array<string>(many).fill('2026-03-02T12:00:00Z'));
  }
  const { count, studies = '' } = (await read('APPLICANTS_NEW', day))?.params ?? {};
  const [first, ...others] = studies.split('\n');
  expect([count, first]).toEqual(['13', applicantsLine({ name: 'Study 12', count: 2 })]);
  expect([others.length, others.at(-1)]).toEqual([10, furtherStudies(2)]);
});

test.each([
  ['2026-03-03T06:30:00.000Z', '2026-03-03'],
  ['2026-03-03T23:59:59.999Z', '2026-03-03'],
  ['2026-03-04T00:00:00.000Z', '2026-03-03'],
  ['2026-03-04T06:29:59.999Z', '2026-03-03'],
])('NT2 at %s the last digest day is %s, also for retries after midnight', (now, day) => {
  expect(lastDigestDay(new Date(now))).toBe(day);
});

test('NT2 no email is sent about a decided application, or about a deleted study or project', async () => {
  const day = '2026-03-03';
  const [palm, gari, rice] = [await publish('Palm wine'), await publish('Gari'), await publish('Rice')];
  for (const { id } of [palm, gari, rice])
    await applyAt(id, '2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z', '2026-03-02T13:00:00Z');
  const params = async () => (await read('APPLICANTS_NEW', day))?.params;
  expect(await params()).toMatchObject({ count: '6' });
  for (const { id } of [palm, gari, rice]) expect(await read('APPLICANT_FIRST', id)).not.toBeNull();
  const { rows } = await sql<{ id: string }>`
    select application_id as id from project.applications where study_id = ${palm.id}`.execute(
    app.engine.owner,
  );
  await decide(
    app,
    researcher,
    palm.id,
    rows.map(({ id }) => id),
    { status: 'ACCEPTED' },
  );
  expect(await read('APPLICANT_FIRST', palm.id)).toBeNull();
  await sql`update project.studies set deleted_at = now() where study_id = ${gari.id}`.execute(
    app.engine.owner,
  );
  expect(await read('APPLICANT_FIRST', gari.id)).toBeNull();
  expect(await params()).toMatchObject({ count: '2' });
  for (const { id } of [palm, rice]) await app.call(closeStudy, { as: researcher, params: { id } });
  expect((await app.call(deleteProject, { as: researcher, params: { id: projectId } })).status).toBe(204);
  expect(await read('APPLICANT_FIRST', rice.id)).toBeNull();
  expect(await params()).toBeUndefined();
  for (const about of ['none', crypto.randomUUID()]) expect(await read('APPLICANT_FIRST', about)).toBeNull();
});

test('NT2 each booking, reschedule and cancellation is emailed with study, code and weekday, without the number', async () => {
  const participant = await newcomer();
  const { study, applicationId } = await makeAccepted(app, { researcher, participant });
  const [first, second] = [await freshSlot(app, study.id), await freshSlot(app, study.id)];
  // Each leaves before the next change, which would make it outdated.
  const notifyNow = async () => {
    await notifyOfChanges(app);
    await readSent();
  };
  const { content } = await book(app, participant, study.id, first);
  await notifyNow();
  await app.call(rescheduleBooking, {
    as: participant,
    params: { id: content.id },
    body: { slotId: second },
  });
  await notifyNow();
  await app.call(cancelBooking, {
    as: participant,
    params: { id: content.id },
    body: { reason: 'A funeral' },
  });
  await notifyNow();
  const emails = await readSent('TIME_BOOKED', 'TIME_MOVED', 'TIME_CANCELLED');
  const kinds = ['TIME_BOOKED', 'TIME_MOVED', 'TIME_CANCELLED'] as const;
  expect(emails.map(({ subject }) => subject)).toEqual(kinds.map((kind) => words[kind].subject));
  const texts = emails.map(({ text }) => text.replaceAll(/\s+/g, ' '));
  for (const [place, text] of texts.entries()) {
    const when = place === 0 ? first : second;
    const phrases = [
      study.name,
      await readCode(app, applicationId),
      calendarWords.instant('', when).slice(2),
      paths.meetingsOn(when),
    ];
    for (const part of [...phrases, / (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day /]) expect(text).toMatch(part);
    for (const secret of [participant.email, participant.lastName, STORED_PHONE.slice(-9)])
      expect(text).not.toContain(secret);
  }
  expect(texts[1]).toContain(calendarWords.instant('', first).slice(2));
  expect(texts[2]).toContain('A funeral');
  expect(await read('TIME_CANCELLED', `${content.id}:2`)).not.toBeNull();
  await sql`update project.projects set deleted_at = now() where project_id = ${study.projectId}`.execute(
    app.engine.owner,
  );
  expect(await read('TIME_CANCELLED', `${content.id}:2`)).toBeNull();
  expect(emails.map(({ calendar }) => calendar)).toEqual([undefined, undefined, undefined]);
});

test('B6 emails about applications and meetings are turned off separately, also by header, and the rest stays', async () => {
  const readWantedEmails = async () => (await app.call(readOwnAccount, { as: researcher })).content.emails;
  const all = { decisions: true, newStudies: true, applications: true, meetings: true, messages: true };
  expect(await readWantedEmails()).toEqual(all);
  expect((await choose({})).status).toBe(400);
  expect((await apply(app, await newcomer(), await publish('Palm wine'))).status).toBe(201);
  const [message] = await readSent('APPLICANT_FIRST');
  const { origin, href } = new URL(message?.stopUrl ?? '');
  const url = href.slice(origin.length);
  expect(url).toContain('/letters/applications/stop?');
  const redirect = await app.process.app.inject({ url });
  expect([redirect.statusCode, redirect.headers.location]).toEqual([303, paths.emailsFromEmail]);
  expect(await readWantedEmails()).toEqual(all);
  const stopped = await app.process.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(stopped.statusCode).toBe(204);
  expect(await readWantedEmails()).toEqual({ ...all, applications: false });

  const gari = await publish('Gari');
  expect((await apply(app, await newcomer(), gari)).status).toBe(201);
  await applyAt(gari.id, '2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z');
  await digest('2026-03-03');
  expect(await readSent('APPLICANT_FIRST', 'APPLICANTS_NEW')).toHaveLength(1);

  const participant = await newcomer();
  const { study } = await makeAccepted(app, { researcher, participant });
  await book(app, participant, study.id, await freshSlot(app, study.id));
  await notifyOfChanges(app);
  const [taken] = await readSent('TIME_BOOKED');
  expect(taken?.stopUrl).toContain('/letters/meetings/stop?');
  expect((await choose({ meetings: false })).status).toBe(200);
  expect(await readWantedEmails()).toEqual({ ...all, applications: false, meetings: false });
  const other = await newcomer();
  const { study: next } = await makeAccepted(app, { researcher, participant: other });
  await book(app, other, next.id, await freshSlot(app, next.id));
  await notifyOfChanges(app);
  expect(await readSent('TIME_BOOKED')).toHaveLength(1);
});

test('NT2 a suspended researcher gets none of these emails; one with a revoked company none about applications', async () => {
  const gari = await publish('Gari');
  await applyAt(gari.id, '2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z');
  const participant = await newcomer();
  const { study } = await makeAccepted(app, { researcher, participant });
  await readSent('APPLICANT_FIRST');
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await sql`update identity.people set suspended_at = now(), suspend_reason = 'x' where user_id = ${researcher.userId}`.execute(
    app.engine.owner,
  );
  await digest('2026-03-03');
  await notifyOfChanges(app);
  expect(await readSent('APPLICANTS_NEW', 'TIME_BOOKED')).toEqual([]);
  expect(await read('TIME_BOOKED', `${content.id}:0`)).not.toBeNull();
  expect(await read('APPLICANT_FIRST', gari.id)).not.toBeNull();
  await setSuspended(app, researcher, true);
  for (const [kind, about] of [
    ['APPLICANT_FIRST', gari.id],
    ['APPLICANTS_NEW', '2026-03-03'],
  ] as const)
    expect(await read(kind, about)).toBeNull();
});
