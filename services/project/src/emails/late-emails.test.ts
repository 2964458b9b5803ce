import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { EmailKind } from '@app/contracts/emails.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { cancelBooking, rescheduleBooking } from '@app/contracts/project/bookings.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import { joinWaitingList, leaveWaitingList } from '@app/contracts/project/slots.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { setSuspended } from '#test/suspensions.ts';
import { book, freshSlot, makeAccepted, moveStart } from '#test/meetings.ts';
import { dayAhead } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});

interface Subject {
  /** A person of their own where others must not be affected by what happens to the person. */
  owner: SignedInUser;
  participant: SignedInUser;
  studyId: string;
  projectId: string;
  applicationId: string;
  /** The booking of the subject's meeting, if the email is about one. */
  bookingId: string;
}
const run = (query: ReturnType<typeof sql>) => query.execute(app.engine.owner);

const setApproval = (studyId: string, days: number) =>
  run(
    sql`update project.studies set ethics = ${JSON.stringify({ validUntil: dayAhead(days) })} where study_id = ${studyId}`,
  );

const WITHOUT_TIME: ReadonlySet<EmailKind> = new Set([
  'APPLICATION_ACCEPTED',
  'TIME_NOT_CHOSEN',
  'TIMES_FREE',
]);

async function makeSubject(kind: EmailKind): Promise<Subject> {
  const participant = await registerParticipant(app, { withProfile: true });
  const isSuspended = kind === 'STUDY_SUSPENDED';
  const owner = isSuspended ? await registerResearcher(app, { verified: true }) : researcher;
  const { study, applicationId } = await makeAccepted(app, { researcher: owner, participant });
  const subject = {
    owner,
    participant,
    studyId: study.id,
    projectId: study.projectId,
    applicationId,
    bookingId: '',
  };
  const slotId = await freshSlot(app, study.id);
  if (WITHOUT_TIME.has(kind)) return subject;
  const { content } = await book(app, participant, study.id, slotId);
  return { ...subject, bookingId: content.id };
}

const setApplication = ({ applicationId }: Subject, change: string) =>
  run(sql`update project.applications set ${sql.raw(change)} where application_id = ${applicationId}`);
const beginMeeting = ({ bookingId }: Subject) => moveStart(app, bookingId, '1 minute');
const readStart = async ({ bookingId }: Subject) => {
  const { rows } = await sql<{ startsAt: Date }>`
    select starts_at as "startsAt" from project.bookings where booking_id = ${bookingId}`.execute(
    app.engine.owner,
  );
  return rows[0]?.startsAt.toISOString();
};
const setBooking = ({ bookingId }: Subject, change: string) =>
  run(sql`update project.bookings set ${sql.raw(change)} where booking_id = ${bookingId}`);

/** Prepares the situation that the email reports. */
const makeDue: Partial<Record<EmailKind, (subject: Subject) => Promise<unknown>>> = {
  APPROVAL_ENDS: ({ studyId }) => setApproval(studyId, 2),
  STUDY_SUSPENDED: ({ owner }) => setSuspended(app, owner, true),
  MEETINGS_UNMARKED: beginMeeting,
  MEETING_MISSED: (subject) => setBooking(subject, `state = 'NO_SHOW', marked_at = now(), final_at = now()`),
  ATTENDANCE_DISPUTED: (subject) =>
    setBooking(subject, `state = 'NO_SHOW', reported_at = now(), report_kind = 'NOT_A_NO_SHOW'`),
  TIME_OFFERED: (subject) => setBooking(subject, `state = 'OFFERED', expires_at = now() + interval '1 hour'`),
  TIMES_FREE: ({ participant, studyId }) =>
    app.call(joinWaitingList, { as: participant, params: { id: studyId }, body: {} }),
};
const abouts: Partial<Record<EmailKind, (subject: Subject) => string | Promise<string>>> = {
  MEETING_SOON: ({ bookingId }) => `${bookingId}:0`,
  TIME_BOOKED: ({ bookingId }) => `${bookingId}:0`,
  MEETINGS_UNMARKED: ({ bookingId }) => `${bookingId}:0:24`,
  MEETING_MISSED: ({ bookingId }) => bookingId,
  ATTENDANCE_DISPUTED: ({ bookingId }) => bookingId,
  TIME_OFFERED: ({ bookingId }) => bookingId,
  APPLICATION_ACCEPTED: async ({ applicationId }) => {
    const { rows } = await sql<{ id: string }>`
      select last_step_id as id from project.applications where application_id = ${applicationId}`.execute(
      app.engine.owner,
    );
    return rows[0]?.id ?? '';
  },
  TIME_NOT_CHOSEN: ({ studyId }) => studyId,
  TIMES_FREE: ({ studyId }) => `${studyId}:${dayAhead(5)}`,
  STUDY_SUSPENDED: ({ studyId }) => `${studyId}:1`,
  APPROVAL_ENDS: ({ studyId }) => `${studyId}:${dayAhead(2)}`,
};
const ofTime = async (subject: Subject) => `${subject.bookingId}:0:${await readStart(subject)}`;

const isDeleted =
  (table: 'studies' | 'projects') =>
  ({ projectId }: Subject) =>
    run(sql`update project.${sql.raw(table)} set deleted_at = now() where project_id = ${projectId}`);
const cancelMeeting = ({ participant, bookingId }: Subject) =>
  app.call(cancelBooking, { as: participant, params: { id: bookingId }, body: {} });

const TO_RESEARCHER: ReadonlySet<EmailKind> = new Set(['TIME_BOOKED', 'APPROVAL_ENDS', 'MEETINGS_UNMARKED']);
async function read(userId: string, kind: EmailKind, about: string) {
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  return (await app.call(readEmail, { as, params: { userId, kind, about } })).content.email;
}

test.each<[string, EmailKind, (subject: Subject) => Promise<unknown>, typeof ofTime?]>([
  ['the meeting has begun', 'MEETING_SOON', beginMeeting],
  ['the meeting has begun', 'TIME_BOOKED', beginMeeting],
  [
    'the meeting is at another time',
    'MEETING_SOON',
    async ({ participant, studyId, bookingId }) =>
      app.call(rescheduleBooking, {
        as: participant,
        params: { id: bookingId },
        body: { slotId: await freshSlot(app, studyId) },
      }),
  ],
  [
    'the applicant is declined',
    'APPLICATION_ACCEPTED',
    (subject) => setApplication(subject, `status = 'DECLINED'`),
  ],
  ['the suspension has ended', 'STUDY_SUSPENDED', ({ owner }) => setSuspended(app, owner, false)],
  [
    'the applicant has withdrawn',
    'STUDY_SUSPENDED',
    ({ participant, applicationId }) =>
      app.call(withdrawApplication, { as: participant, params: { id: applicationId } }),
  ],
  ['the study is deleted', 'TIME_BOOKED', isDeleted('studies')],
  ['the time has begun', 'TIME_BOOKED', beginMeeting, ofTime],
  ['no one has the time any more', 'TIME_BOOKED', cancelMeeting, ofTime],
  ['the study is deleted', 'TIME_BOOKED', isDeleted('studies'), ofTime],
  ['the project is deleted', 'TIME_BOOKED', isDeleted('projects'), ofTime],
  [
    'the applicant is no longer accepted',
    'TIME_NOT_CHOSEN',
    (subject) => setApplication(subject, `status = 'PENDING'`),
  ],
  [
    'the applicant has a time',
    'TIME_NOT_CHOSEN',
    async ({ participant, studyId }) => book(app, participant, studyId, await freshSlot(app, studyId)),
  ],
  [
    'the study has ended',
    'TIME_NOT_CHOSEN',
    async ({ studyId }) => {
      await run(sql`delete from project.study_slots where study_id = ${studyId}`);
      await run(
        sql`update project.studies set state = 'CLOSED', closed_at = now() where study_id = ${studyId}`,
      );
    },
  ],
  ['the approval is renewed', 'APPROVAL_ENDS', ({ studyId }) => setApproval(studyId, 3)],
  ['no one has a later time', 'APPROVAL_ENDS', cancelMeeting],
  [
    'the meeting is marked',
    'MEETINGS_UNMARKED',
    ({ owner, bookingId }) =>
      app.call(markAttendance, { as: owner, params: { id: bookingId }, body: { outcome: 'ATTENDED' } }),
  ],
  [
    'the participant has reported that they were there',
    'MEETING_MISSED',
    (subject) => setBooking(subject, 'reported_at = now()'),
  ],
  ['the dispute is decided', 'ATTENDANCE_DISPUTED', (subject) => setBooking(subject, 'decided_at = now()')],
  ['the offer has ended', 'TIME_OFFERED', (subject) => setBooking(subject, 'expires_at = now()')],
  [
    'the participant has left the list',
    'TIMES_FREE',
    ({ participant, studyId }) =>
      app.call(leaveWaitingList, { as: participant, params: { id: studyId }, body: {} }),
  ],
  ['the study is deleted', 'APPROVAL_ENDS', isDeleted('studies')],
  ['the project is deleted', 'APPROVAL_ENDS', isDeleted('projects')],
])('no email is sent once %s: %s', async (_, kind, change, about = abouts[kind]) => {
  const subject = await makeSubject(kind);
  await makeDue[kind]?.(subject);
  const { userId } = TO_RESEARCHER.has(kind) ? researcher : subject.participant;
  const email = async () => read(userId, kind, (await about?.(subject)) ?? '');
  expect(await email()).not.toBeNull();
  await change(subject);
  expect(await email()).toBeNull();
});

test.each(['MEETING_SOON', 'TIME_BOOKED'] as const)('%s is only written to its recipient', async (kind) => {
  const subject = await makeSubject(kind);
  const { userId } = await registerParticipant(app);
  expect(await read(userId, kind, `${subject.bookingId}:0`)).toBeNull();
});
