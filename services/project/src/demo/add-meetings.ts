import { sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '@app/contracts/durations.ts';
import { ABENA } from '@app/demo/participants.ts';
import { demoId } from '@app/demo/people.ts';
import { lockApplication } from '../bookings/locks.ts';
import { setNotifiedStart } from '../bookings/notify-of-booking.ts';
import { meetingEnd, placeBooking } from '../bookings/booking-seat.ts';
import { insertBooking, updateBooking } from '../bookings/write-booking.ts';
import type { Db } from '../schema.ts';
import { upsertSlots } from '../slots/write-slots.ts';
import type { Applied } from './add-applicants.ts';
import { type DemoMeeting, type DemoStudy, daysFrom, DEMO_CODES } from './demo-study.ts';

/** The demo also books slots in the past, so a slot may start at any time. */
const ANY_TIME = -10_000;

function demoMeetingTime(meeting: DemoMeeting, now: Date): Date {
  const day = 'at' in meeting ? daysFrom(now, meeting.at[0]) : now;
  const hour = 'at' in meeting ? meeting.at[1] : now.getUTCHours() + meeting.inHours;
  const at = new Date(day);
  at.setUTCHours(hour, 0, 0, 0);
  return at;
}

function changeTo({ state }: DemoMeeting, startsAt: Date) {
  const after = (hours: number) => new Date(startsAt.getTime() + hours * HOUR_MS);
  const marked = { marked_at: after(1), final_at: after(2) };
  switch (state) {
    case 'BOOKED':
      return undefined;
    case 'CONFIRMED':
      return { state, confirmed_at: sql<Date>`now()` };
    case 'ATTENDED':
      return { state, marked: state, counts_as_attended: true, proven_at: startsAt, ...marked };
    case 'TURNED_AWAY':
      return { state, marked: state, counts_as_attended: true, ...marked };
    case 'NO_SHOW':
      return { state, marked: state, ...marked };
    case 'NOBODY_CAME':
      return { state, report_kind: state, report_text: 'I waited for half an hour.', reported_at: after(1) };
    case 'CANCELLED_BY_PARTICIPANT':
      return { state, cancel_reason: 'I have to work that day.', sequence: 1 };
    case 'CANCELLED_BY_RESEARCHER':
      return { state, cancel_reason: 'I am travelling that week.', sequence: 1 };
  }
}

export async function addDemoMeetings(
  trx: Db,
  { study, studyId, place }: { study: DemoStudy; studyId: string; place: number },
  applications: readonly Applied[],
  now: Date,
): Promise<void> {
  for (const [index, meeting] of (study.meetings ?? []).entries()) {
    const applied = applications[meeting.by];
    const application = applied && (await lockApplication(trx, applied.id));
    if (!application) throw new Error(`No participant has the meeting ${index} of ${study.name}`);
    const startsAt = demoMeetingTime(meeting, now);
    const bookingId = demoId(40_000 + place * 100 + index);
    const seats = study.meetingFields?.seatsPerSlot ?? 1;
    await upsertSlots(trx, studyId, { startsAt: [startsAt.toISOString()], seats });
    const isCancelled = meeting.state.startsWith('CANCELLED');
    const wanted = { bookingId, startsAt, replacedStartsAt: null };
    const refusal = isCancelled
      ? undefined
      : await placeBooking(trx, { ...application, leadHours: ANY_TIME }, wanted);
    if (refusal) throw new Error(`${study.name}, meeting ${index}: ${refusal}`);
    const phoneNumber = application.participantId === ABENA.userId ? ABENA.phoneNumber : '024 000 0123';
    await insertBooking(
      trx,
      {
        id: bookingId,
        applicationId: application.applicationId,
        studyId,
        participantId: application.participantId,
        researcherId: application.researcherId,
        state: 'BOOKED',
        startsAt,
        endsAt: meetingEnd(startsAt, application),
        expiresAt: null,
        ...(application.meetingWay === 'PHONE' ? { phoneNumber, isOnWhatsApp: index % 2 === 0 } : {}),
      },
      'PARTICIPANT',
    );
    const calls = [0, 5, 15].map((minutes) =>
      new Date(startsAt.getTime() + minutes * MINUTE_MS).toISOString(),
    );
    const change = {
      ...(changeTo(meeting, startsAt) ?? { state: 'BOOKED' as const }),
      ...(application.meetingWay === 'PHONE' && startsAt < now && { calls: JSON.stringify(calls) }),
    };
    await updateBooking(trx, { id: bookingId, from: ['BOOKED'], by: 'SYSTEM' }, change);
    await setNotifiedStart(trx, bookingId);
  }
}

/** The page `/dev/survey` sends people back with these codes. */
export async function insertDemoCompletionCodes(trx: Db, studyId: string): Promise<void> {
  await trx
    .insertInto('project.completion_codes')
    .values(DEMO_CODES.map(({ code, meaning }) => ({ code, meaning, study_id: studyId })))
    .execute();
}

/** The submissions wait for the researcher. The three days after which they are approved have begun. */
export async function addDemoSubmissions(
  trx: Db,
  { study, studyId, place }: { study: DemoStudy; studyId: string; place: number },
  applications: readonly Applied[],
  now: Date,
): Promise<void> {
  for (const [index, { tookMinutes, hasNoCode }] of (study.submissions ?? []).entries()) {
    const application = applications[index];
    if (!application) throw new Error(`Nobody has the submission ${index} of ${study.name}`);
    const submittedAt = new Date(now.getTime() - (4 + 3 * index) * HOUR_MS);
    const startedAt = new Date(submittedAt.getTime() - tookMinutes * MINUTE_MS);
    await trx
      .insertInto('project.submissions')
      .values({
        submission_id: demoId(70_000 + place * 100 + index),
        application_id: application.id,
        study_id: studyId,
        participant_id: application.applicantId,
        session_key: `demo${application.id.slice(-18)}`,
        status: 'SUBMITTED',
        outcome: hasNoCode ? 'NO_CODE' : 'CODE',
        note: hasNoCode ? 'The last page stayed white.' : null,
        started_at: startedAt,
        expires_at: new Date(startedAt.getTime() + HOUR_MS),
        submitted_at: submittedAt,
      })
      .execute();
  }
}
