import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { joinWaitingList } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { restoreSuspended, suspendForTest } from '#test/admin.ts';
import { decide, readPlaceCounts } from '#test/applicants.ts';
import {
  assertConsistentBookings,
  book,
  freshSlot,
  makeTimePass,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import type { Deps } from '../../deps.ts';
import { SERVICE_ROLE } from '../../open-db.ts';
import type { ProjectTables } from '../../schema.ts';
import { expirePlace } from '../../bookings/expire-bookings.ts';
import { returnToReview } from '../applicants/return-to-review.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let study: Study;
const newPerson = () => registerParticipant(app, { withProfile: true });
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await newPerson();
  const { id: projectId } = await makeProject(app, researcher);
  const plan = { choosing: 'AT_ONCE', desiredNumberOfParticipants: 1 } as const;
  study = await makePublished(app, researcher, { projectId }, plan);
});
afterEach(() => assertConsistentBookings(app));

const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];
const bookings = async (as: SignedInUser) =>
  (await app.call(calls.listOwnBookings, { as, query: { size: 100 } })).content;
const readApplicationStatus = async (as: SignedInUser) =>
  (await app.call(listOwnApplications, { as, query: { applicantId: as.userId } })).content[0]?.status;
const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ kind }) => kind);
const readTakenPlaces = async () => (await readPlaceCounts(app, study.id)).counted;
const lapse = async (as: SignedInUser) => {
  const [reserved] = await bookings(as);
  await makeTimePass(app, reserved?.id ?? '', '31 minutes');
  await runMeetingSchedule(app);
};

test('BR6 a qualified applicant gets a place at once, is notified, and chooses a time', async () => {
  const before = Date.now();
  const applied = await apply(app, participant, study);
  const after = Date.now();
  expect(applied).toMatchObject({ status: 201, content: { status: 'ACCEPTED' } });
  expect(applied.content.history.map(({ status }) => status)).toEqual(['PENDING', 'ACCEPTED']);
  const [reserved] = await bookings(participant);
  expect(reserved).toMatchObject({ state: 'HELD', startsAt: null });
  const reservedAt = Date.parse(reserved?.expiresAt ?? '') - 30 * 60_000;
  expect([reservedAt >= before, reservedAt <= after]).toEqual([true, true]);
  expect(await findNotifications(participant)).toContain('ACCEPTED');
  expect(await findNotifications(researcher)).toContain('NEW_APPLICANT');
  expect(await readTakenPlaces()).toBe(1);
  const booked = await book(app, participant, study.id, await freshSlot(app, study.id));
  expect(booked).toMatchObject({ status: 201, content: { id: reserved?.id, state: 'BOOKED' } });
  await makeTimePass(app, reserved?.id ?? '', '1 hour');
  await runMeetingSchedule(app);
  expect(await readApplicationStatus(participant)).toBe('ACCEPTED');
});

test('A4 BR6 unqualified applicants, and qualified ones without a free place, wait and get the same response', async () => {
  const unqualified = await apply(app, participant, study, [1]);
  expect(unqualified).toMatchObject({ status: 201, content: { status: 'PENDING' } });
  expect(await bookings(participant)).toEqual([]);
  const [second, late] = [await newPerson(), await newPerson()];
  expect((await apply(app, second, study)).content).toMatchObject({ status: 'ACCEPTED' });
  expect(code(await apply(app, second, study))).toBe('ALREADY_APPLIED');
  const withoutPlace = await apply(app, late, study);
  const own = { id: expect.any(String), applicantId: late.userId, appliedAt: expect.any(String) };
  const { responses, history } = withoutPlace.content;
  expect(withoutPlace.status).toBe(201);
  expect(withoutPlace.content).toEqual({ ...unqualified.content, ...own, responses, history });
  expect(history.map(({ status }) => status)).toEqual(['PENDING']);
  const statuses = [await readApplicationStatus(participant), await readApplicationStatus(late)];
  expect(statuses).toEqual(['PENDING', 'PENDING']);
  const readRecruitmentStatus = async (as: SignedInUser) =>
    (await app.call(listOwnApplications, { as, query: { applicantId: as.userId } })).content[0]?.study
      .recruitmentStatus;
  expect([await readRecruitmentStatus(participant), await readRecruitmentStatus(late)]).toEqual([
    'OPEN',
    'OPEN',
  ]);
  // Other tests of this file run the job that announces the study.
  const kinds = [...(await findNotifications(participant)), ...(await findNotifications(late))];
  expect(kinds.filter((kind) => kind !== 'STUDY_FITS')).toEqual([]);
  expect(await readTakenPlaces()).toBe(1);
});

test('BR6 a place without a chosen time is released after half an hour, and the researcher decides', async () => {
  const { content } = await apply(app, participant, study);
  await runMeetingSchedule(app);
  expect(await readApplicationStatus(participant)).toBe('ACCEPTED');
  await lapse(participant);
  expect(await readApplicationStatus(participant)).toBe('PENDING');
  expect(await findNotifications(participant)).toContain('UNDER_REVIEW_AGAIN');
  expect(await readTakenPlaces()).toBe(0);
  const slot = await freshSlot(app, study.id);
  expect(code(await book(app, participant, study.id, slot))).toBe('NOT_ACCEPTED');
  const decided = await decide(app, researcher, study.id, [content.id], { status: 'ACCEPTED' });
  expect(decided.content.decided).toEqual([content.id]);
});

/** Ends the place as a scheduled job does that has read it in its list before. */
async function endListedPlace(applicationId: string, bookingId: string): Promise<string | undefined> {
  const deps = {
    db: app.engine.connect<ProjectTables>(SERVICE_ROLE),
    jobs: { send: async () => {} },
    openPages: { notify() {}, notifyChanged() {}, notifyApplicants() {} },
    openStudyCounts: { invalidate() {} },
  } as unknown as Deps;
  const place = { bookingId, applicationId, studyId: study.id, participantId: participant.userId };
  await expirePlace(deps, place, returnToReview);
  return readApplicationStatus(participant);
}

test('BR6 a place whose time is booked while it expires stays', async () => {
  const { content } = await apply(app, participant, study);
  const { id: bookingId } = (await book(app, participant, study.id, await freshSlot(app, study.id))).content;
  expect(await endListedPlace(content.id, bookingId)).toBe('ACCEPTED');
});

test('BR6 a place that gets more time, or whose study is suspended, while it expires stays', async () => {
  const { content } = await apply(app, participant, study);
  const [reserved = { id: '' }] = await bookings(participant);
  expect(await endListedPlace(content.id, reserved.id)).toBe('ACCEPTED');
  await makeTimePass(app, reserved.id, '31 minutes');
  await suspendForTest(app, study);
  expect(await endListedPlace(content.id, reserved.id)).toBe('ACCEPTED');
  await restoreSuspended(app, study);
  await makeTimePass(app, reserved.id, '25 hours');
  expect(await endListedPlace(content.id, reserved.id)).toBe('PENDING');
});

test('BR6 withdrawing releases a place; the waiting list and a closed study keep it', async () => {
  const { content } = await apply(app, participant, study);
  const [reserved] = await bookings(participant);
  const params = { id: reserved?.id ?? '' };
  expect(code(await app.call(calls.cancelBooking, { as: participant, params, body: {} }))).toBe(
    'BOOKING_HAS_ENDED',
  );
  await app.call(withdrawApplication, { as: participant, params: { id: content.id } });
  expect(await readTakenPlaces()).toBe(0);
  expect(await bookings(participant)).toMatchObject([{ state: 'LAPSED' }]);

  const patient = await newPerson();
  await apply(app, patient, study);
  await app.call(joinWaitingList, { as: patient, params: { id: study.id }, body: { days: ['2026-01-01'] } });
  await lapse(patient);
  expect(await readApplicationStatus(patient)).toBe('ACCEPTED');
  const { id } = (
    await app.call(listOwnApplications, { as: patient, query: { applicantId: patient.userId } })
  ).content[0]!;
  await app.call(withdrawApplication, { as: patient, params: { id } });

  const last = await newPerson();
  await apply(app, last, study);
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  await lapse(last);
  expect(await readApplicationStatus(last)).toBe('ACCEPTED');
  const { rows } =
    await sql`select state from project.bookings where participant_id = ${last.userId}`.execute(
      app.engine.owner,
    );
  expect(rows).toEqual([{ state: 'LAPSED' }]);
});
