import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { EMAIL_KINDS, type EmailKind } from '@app/contracts/emails.ts';
import * as applications from '@app/contracts/project/applications.ts';
import * as bookings from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import type { Ethics } from '@app/contracts/project/ethics.ts';
import { reportMessage, sendMessage } from '@app/contracts/project/messages.ts';
import { listNotifications, notifyPerson } from '@app/contracts/project/notifications.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import {
  changeConsent,
  changeEthics,
  changeMeeting,
  closeStudy,
} from '@app/contracts/project/study-calls.ts';
import * as submissions from '@app/contracts/project/submissions.ts';
import type { NewStudy } from '@app/contracts/project/studies.ts';
import { notices } from '@app/words/notifications.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import { startJobSql, wakeWorkerSql } from '../../kit/test/start-job.ts';
import { requestNotification } from '../../services/payment/src/emails/queue-email.ts';
import { collectEmails } from '../../services/payment/test/collected-emails.ts';
import { createFakeProvider } from '../../services/payment/test/fake-provider.ts';
import {
  decide,
  notifyOfChanges,
  notifyOfDecisions,
  sendDebouncedEmails,
} from '../../services/project/test/applicants.ts';
import { setSuspended } from '../../services/project/test/suspensions.ts';
import { restoreSuspended, suspendForTest } from '../../services/project/test/admin.ts';
import { decideAsAdmin } from '../../services/project/test/disputes.ts';
import { runJobsNow, waitUntilDone, untilSent } from '../../services/project/test/jobs.ts';
import * as online from '../../services/project/test/submissions.ts';
import * as meetings from '../../services/project/test/meetings.ts';
import { apply, dayAhead, makeProject, makePublished } from '../../services/project/test/studies.ts';
import { useApp } from '../support/app.ts';
import { findBrokenMessages, findBrokenWords } from '../support/broken-words.ts';
import { paymentDeps } from '../support/payment-deps.ts';
import { advancePayoutNow, makeUnsentPayout } from '../support/payouts.ts';
import { registerParticipant, registerResearcher } from '../support/people.ts';
import { serviceToken } from '../support/samples/world.ts';
import { addSoonSlot, makeFullStudy } from '../support/waiting-list.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const newcomer = () => registerParticipant(app, { withProfile: true });
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.engine.owner);
const published = (given: Partial<NewStudy> = {}) => makePublished(app, researcher, { projectId, ...given });
const byParticipant = (as: SignedInUser, id: string) => ({ as, params: { id } });
const look = (as: SignedInUser) => app.call(listNotifications, { as, query: { size: 100 } });
const digest = (name: string, day: string) =>
  run(sql`
    with job as (
      insert into project_jobs.job (name, data, singleton_key, policy)
      select name, jsonb_build_object('day', ${day}::text), gen_random_uuid()::text, policy
      from project_jobs.queue where name = ${name})
    ${sql.raw(wakeWorkerSql('project', name))}`);

async function companies() {
  for (const event of ['COMPANY_ACCEPTED', 'COMPANY_DECLINED', 'COMPANY_REVOKED']) {
    const as = { token: await serviceToken({ app }, 'identity', 'project') };
    await app.call(notifyPerson, { as, params: { userId: researcher.userId }, body: { key: event, event } });
  }
}

async function applying() {
  const [reader, first, second, third] = await Promise.all([newcomer(), newcomer(), newcomer(), newcomer()]);
  await app.call(browseStudies, { as: reader });
  const study = await published({ consentText: 'I agree to be asked about markets.' });
  await look(reader);
  await digest('digests', dayAhead(0));
  const applied = [];
  for (const person of [first, second, third]) applied.push((await apply(app, person, study)).content.id);
  const [a = '', b = '', c = ''] = applied;
  await run(
    sql`update project.applications set applied_at = now() - interval '25 hours' where application_id = ${a}`,
  );
  await run(
    sql`update project.applications set applied_at = (current_date - 1 + time '07:00') at time zone 'UTC' where application_id = ${b}`,
  );
  await digest('applicant-digests', dayAhead(0));
  await untilSent(app, 'digests', 'applicant-digests');
  await decide(app, researcher, study.id, [a], { status: 'ACCEPTED' });
  await decide(app, researcher, study.id, [b, c], { status: 'DECLINED', reason: 'PLACES_TAKEN' });
  await notifyOfDecisions(app);
  await untilSent(app);
  await decide(app, researcher, study.id, [b], { status: 'PENDING' });
  await notifyOfDecisions(app);

  const message = { as: researcher, params: { applicationId: a }, body: { text: 'Please bring a friend.' } };
  const { number } = (await app.call(sendMessage, message)).content;
  await runJobsNow(app, 'emails');
  const about = { reason: 'OTHER', text: 'I have no friends' };
  await app.call(reportMessage, { as: first, params: { applicationId: a }, body: { number, ...about } });
  await app.call(reportStudy, { ...byParticipant(first, study.id), body: about });
  const text = 'I agree to be asked about shops.';
  await app.call(changeConsent, { as: researcher, params: { id: study.id }, body: { text } });
  await untilSent(app, 'consent-notifications');
  await sendDebouncedEmails(app);
  await untilSent(app);
  await app.call(applications.withdrawConsent, byParticipant(first, a));
  await app.call(applications.withdrawApplication, byParticipant(second, b));
}

async function ending() {
  const person = await newcomer();
  const closed = await published();
  await apply(app, person, closed);
  await app.call(closeStudy, { as: researcher, params: { id: closed.id } });
  const ended = await published();
  await run(
    sql`update project.study_slots set starts_at = starts_at - interval '14 days' where study_id = ${ended.id}`,
  );
  await run(
    sql`update project.studies set available_dates = '["2026-01-05"]', ends_at = '-infinity' where study_id = ${ended.id}`,
  );
  await run(sql.raw(startJobSql('project', 'endings')));
  const other = await registerResearcher(app, { verified: true });
  await meetings.makeBooked(app, { researcher: other, participant: person });
  await notifyOfChanges(app);
  await setSuspended(app, other, true);
  await untilSent(app, 'endings', 'closings', 'suspension-notifications');
  const suspended = await published();
  await suspendForTest(app, suspended);
  await untilSent(app);
  await restoreSuspended(app, suspended);
}

async function meeting() {
  const participant = await newcomer();
  const people = { researcher, participant };
  const group = await meetings.makeBooked(app, people, { seatsPerSlot: 2 });
  const second = await newcomer();
  await meetings.accept(app, { researcher, participant: second, study: group.study });
  await meetings.book(app, second, group.study.id, group.slotId);
  await notifyOfChanges(app);
  await sendDebouncedEmails(app);
  const moved = await meetings.freshSlot(app, group.study.id, 2);
  const own = byParticipant(participant, group.booking.id);
  await app.call(bookings.rescheduleBooking, { ...own, body: { slotId: moved } });
  await notifyOfChanges(app);
  await untilSent(app);
  await app.call(bookings.cancelBooking, { ...own, body: { reason: 'I have to travel' } });
  await notifyOfChanges(app);

  const proposed = await meetings.makeBooked(app, people);
  const proposes = await meetings.freshSlot(app, proposed.study.id);
  await app.call(bookings.cancelBooking, {
    as: researcher,
    params: { id: proposed.booking.id },
    body: { reason: 'I am ill', proposes },
  });
  for (const ahead of ['-23 hours', '-90 minutes', '26 hours', '-20 minutes', '-30 hours']) {
    const { booking, study } = await meetings.makeBooked(app, { researcher, participant: await newcomer() });
    await meetings.makeTimePass(app, booking.id, '9 days');
    await meetings.moveStart(app, booking.id, ahead);
    await notifyOfChanges(app);
    const as = researcher;
    await app.call(changeMeeting, { as, params: { id: study.id }, body: { bring: 'A pen' } });
    await runJobsNow(app, 'place-changes');
  }
  const { study, applicationId } = await meetings.makeAccepted(app, {
    researcher,
    participant: await newcomer(),
  });
  await run(
    sql`update project.application_steps set at = now() - interval '25 hours' where application_id = ${applicationId}`,
  );
  await meetings.runMeetingSchedule(app);
  await renewUntil(dayAhead(2));
  return study;
}

/** A person has a booking after the last day of the approval. */
async function renewUntil(validUntil: string) {
  const ethics: Ethics = { approval: 'APPROVED', committee: 'CHRPE', number: 'AP/31/27', validUntil };
  const study = await published({ ethics: { ...ethics, validUntil: dayAhead(90) } });
  const participant = await newcomer();
  await meetings.accept(app, { researcher, participant, study });
  await meetings.book(app, participant, study.id, await meetings.freshSlot(app, study.id));
  await app.call(changeEthics, { as: researcher, params: { id: study.id }, body: { ethics } });
  await meetings.runMeetingSchedule(app);
}

async function disputing() {
  const participant = await newcomer();
  const { booking } = await meetings.makeBooked(app, { researcher, participant });
  const params = { id: booking.id };
  await meetings.moveStart(app, booking.id, '5 minutes');
  await app.call(bookings.showNumber, { as: researcher, params });
  await app.call(bookings.recordCall, { as: researcher, params, body: { outcome: 'NO_ANSWER' } });
  await untilSent(app);
  await meetings.moveStart(app, booking.id, '1 hour');
  await app.call(attendanceCalls.markAttendance, { as: researcher, params, body: { outcome: 'NO_SHOW' } });
  await meetings.makeTimePass(app, booking.id, '11 minutes');
  await meetings.runMeetingSchedule(app);
  await untilSent(app);
  const body = { kind: 'NOT_A_NO_SHOW', text: 'I waited' };
  await app.call(disputeCalls.reportMeeting, { as: participant, params, body });
  await untilSent(app);
  await decideAsAdmin(app, booking.id, 'PARTICIPANT');
}

async function waiting() {
  const participant = await newcomer();
  const { booking, study } = await makeFullStudy(app, { researcher, participant });
  await app.call(bookings.cancelBooking, { ...byParticipant(participant, booking.id), body: {} });
  await waitUntilDone(app, 'offers');
  await addSoonSlot(app, study);
  await meetings.runMeetingSchedule(app);
}

async function surveys() {
  const later = await online.makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const { content } = await apply(app, await newcomer(), later);
  await decide(app, researcher, later.id, [content.id], { status: 'ACCEPTED' });
  await run(
    sql`update project.application_steps set at = at - interval '1 hour' where application_id = ${content.id}`,
  );
  await online.runSubmissionSchedule(app);
  await untilSent(app);
  await run(
    sql`update project.application_steps set at = at - interval '70.6 hours' where application_id = ${content.id}`,
  );
  const paid = await online.makePaidOnline(app, researcher);
  const people = await Promise.all(Array.from({ length: 10 }, newcomer));
  const ids = [];
  for (const participant of people) {
    const { id } = await online.makeStarted(app, participant, paid);
    await online.makeSubmissionOlder(app, id, '20 minutes');
    ids.push(await online.makeSubmitted(app, { researcher, participant, study: paid }));
  }
  const [rejected = '', undecided = ''] = ids;
  await online.decideOnSubmissions(app, { researcher, study: paid }, [rejected], online.rejection);
  await online.makeSubmissionOlder(app, rejected, '11 minutes');
  await online.makeSubmissionOlder(app, undecided, '25 hours');
  await online.runSubmissionSchedule(app);
  await untilSent(app);
  const statement = 'I answered every question.';
  const own = byParticipant(people[0]!, rejected);
  await app.call(submissions.appealRejection, { ...own, body: { statement } });
  await online.runSubmissionSchedule(app);
  await untilSent(app);
  const admin = await online.openSurveyCommands(app);
  await admin.decide({ id: rejected, decision: 'APPROVED', reason: 'The answers are there', by: 'kofi' });
  await admin.stop();

  const broken = await online.makeOnline(app, researcher);
  await online.makeStarted(app, await newcomer(), broken);
  for (let times = 0; times < 3; times += 1) {
    const participant = await newcomer();
    const { id } = await online.makeStarted(app, participant, broken);
    await app.call(submissions.finishSubmission, { ...byParticipant(participant, id), body: {} });
  }
  const params = { id: broken.id };
  const body = { address: `${online.ADDRESS}&v=2` };
  await app.call(submissions.correctSurvey, { as: researcher, params, body });
  await online.runSubmissionSchedule(app);
}

async function duePayouts(): Promise<number> {
  const { rows } = await sql`
    select from payment_jobs.job where name = 'payouts' and state < 'completed' and start_after <= now()`.execute(
    app.engine.owner,
  );
  return rows.length;
}

/** One payment is delayed and one has no account, and the payment service's own jobs report both. */
async function paying() {
  const { emails, jobs } = collectEmails();
  const requestPayoutAsProject = async (callIdentity: unknown) => {
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant: await newcomer() });
    // The app's own job has run without a provider, which changes nothing.
    await expect.poll(duePayouts).toBe(0);
    await run(
      sql`update payment.payouts set state = 'CREATED', why = null, next_at = now() where payout_id = ${payoutId}`,
    );
    const deps = paymentDeps(app, createFakeProvider(), { jobs, callIdentity: callIdentity as never });
    await advancePayoutNow(app, deps, payoutId);
  };
  const account = { network: 'MTN', phoneNumber: '+233241234567', accountName: 'Esi', changedAt: '' };
  await requestPayoutAsProject(async () => ({ ...account, changedAt: new Date().toISOString() }));
  await requestPayoutAsProject(async () => {
    throw new Failure('PERSON_NOT_FOUND');
  });
  const callAs = (to: 'identity' | 'project') =>
    (async (endpoint: EndpointShape, given: object) => {
      const as = { token: await serviceToken({ app }, 'payment', to) };
      expect((await app.call(endpoint, { as, ...given })).status).toBe(204);
    }) as CallPeer;
  const peers = { callIdentity: callAs('identity'), callProject: callAs('project') };
  for (const email of emails) await requestNotification(peers, email);
}

interface Part {
  happen: () => Promise<unknown>;
  notifications: readonly (keyof typeof notices)[];
  emails: readonly EmailKind[];
  paymentEmails?: readonly PaymentKind[];
}
const PAYMENT_KINDS = ['PAYMENT_HELD', 'PAYMENT_NEEDS_ACCOUNT'] as const;
type PaymentKind = (typeof PAYMENT_KINDS)[number];

const parts: Record<string, Part> = {
  companies: {
    happen: companies,
    notifications: ['COMPANY_ACCEPTED', 'COMPANY_DECLINED', 'COMPANY_REVOKED'],
    emails: [],
  },
  applying: {
    happen: applying,
    notifications: [
      'STUDY_FITS',
      'NEW_APPLICANT',
      'ACCEPTED',
      'DECLINED',
      'UNDER_REVIEW_AGAIN',
      'NEW_MESSAGE',
      'CONSENT_CHANGED',
      'CONSENT_WITHDRAWN',
      'APPLICANT_WITHDREW',
    ],
    emails: [
      'STUDIES_FIT',
      'APPLICANT_FIRST',
      'APPLICANTS_NEW',
      'APPLICATION_ACCEPTED',
      'APPLICATION_DECLINED',
      'MESSAGE_UNREAD',
      'MESSAGE_REPORTED',
      'STUDY_REPORTED',
      'CONSENT_GIVEN',
      'CONSENT_CHANGED',
    ],
  },
  'ends of studies': {
    happen: ending,
    notifications: [
      'STUDY_CLOSED',
      'STUDY_ENDED',
      'STUDY_SUSPENDED',
      'OWN_STUDY_SUSPENDED',
      'OWN_STUDY_RESTORED',
      'MEETING_BOOKED',
      'TIME_BOOKED',
    ],
    emails: ['STUDY_SUSPENDED', 'OWN_STUDY_SUSPENDED', 'OWN_STUDY_RESTORED', 'MEETING_BOOKED', 'TIME_BOOKED'],
  },
  meetings: {
    happen: meeting,
    notifications: [
      'MEETING_MOVED',
      'PLACE_CHANGED',
      'MEETING_CANCELLED',
      'MEETING_TOMORROW',
      'MEETING_SOON',
      'MEETINGS_UNMARKED',
      'TIME_MOVED',
      'TIME_CANCELLED',
      'TIME_NOT_CHOSEN',
      'APPROVAL_ENDS',
    ],
    emails: [
      'MEETING_MOVED',
      'PLACE_CHANGED',
      'PLACE_CHANGED_SOON',
      'MEETING_CANCELLED',
      'MEETING_TOMORROW',
      'MEETING_SOON',
      'MEETINGS_UNMARKED',
      'TIME_CANCELLED',
      'TIME_MOVED',
      'TIME_NOT_CHOSEN',
      'APPROVAL_ENDS',
    ],
  },
  disputes: {
    happen: disputing,
    notifications: ['CALL_UNANSWERED', 'MEETING_MISSED', 'MEETING_DISPUTED', 'MEETING_DECIDED'],
    emails: [
      'CALL_UNANSWERED',
      'MEETING_MISSED',
      'MEETING_DISPUTED',
      'MEETING_DECIDED',
      'ATTENDANCE_DISPUTED',
    ],
  },
  'waiting list': {
    happen: waiting,
    notifications: ['TIME_OFFERED', 'TIMES_FREE'],
    emails: ['TIME_OFFERED', 'TIMES_FREE'],
  },
  payments: { happen: paying, notifications: PAYMENT_KINDS, emails: [], paymentEmails: PAYMENT_KINDS },
  surveys: {
    happen: surveys,
    notifications: [
      'SURVEY_PLACE',
      'SURVEY_ENDS_SOON',
      'SURVEY_REJECTED',
      'SURVEY_DISPUTED',
      'SURVEY_DECIDED',
      'SURVEYS_WAIT',
      'SURVEY_CORRECTED',
      'SURVEY_PAUSED',
      'SURVEY_LONGER',
    ],
    emails: [
      'SURVEY_PLACE',
      'SURVEY_ENDS_SOON',
      'SURVEY_REJECTED',
      'SURVEY_DISPUTED',
      'SURVEY_DECIDED',
      'SURVEYS_WAIT',
      'SURVEY_CORRECTED',
      'SURVEY_PAUSED',
      'SURVEY_LONGER',
    ],
  },
};

test.each(Object.entries(parts))(
  'NT1 NT2 %s: each notification and email shows all data of its event',
  async (_, { happen, notifications, emails, paymentEmails = [] }) => {
    await happen();
    await untilSent(app);
    const { rows } = await sql<{ kind: string }>`select distinct kind from project.notifications`.execute(
      app.engine.owner,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...notifications]));
    const subjects = new Set((await app.mailbox.read()).map(({ subject }) => subject));
    expect(emails.filter((kind) => !subjects.has(projectEmailWords[kind].subject))).toEqual([]);
    expect(paymentEmails.filter((kind) => !subjects.has(paymentEmailWords[kind].subject))).toEqual([]);
    expect(await findBrokenMessages(app)).toEqual([]);
  },
);

test('NT1 NT2 each kind of notification and email of the project service is covered here', () => {
  const all = Object.values(parts);
  expect(all.flatMap(({ notifications }) => notifications).toSorted()).toEqual(
    Object.keys(notices).toSorted(),
  );
  expect(all.flatMap(({ emails }) => emails).toSorted()).toEqual([...EMAIL_KINDS].toSorted());
});

test('a missing value in a text is detected', () => {
  for (const text of [
    'ends on NaN , NaN.',
    'for “”',
    'Hello ,',
    'on Invalid Date',
    'It was on undefined before',
  ])
    expect(findBrokenWords(text)).toBeDefined();
  expect(findBrokenWords('Hello Esi, “Market prices” ends on 5 December, 2026.')).toBeUndefined();
});
