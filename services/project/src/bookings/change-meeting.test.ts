import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { readCalendarFeed, renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { readOwnData } from '@app/contracts/project/data-export.ts';
import type { MeetingDetails } from '@app/contracts/project/meeting-fields.ts';
import { readNextMeeting } from '@app/contracts/project/next-meeting.ts';
import { changeSlotMeeting } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { changeMeeting, createStudy } from '@app/contracts/project/study-calls.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { notifyOfChanges } from '#test/applicants.ts';
import { emailTo, runJobsNow, untilSent } from '#test/jobs.ts';
import {
  accept,
  book,
  freshSlot,
  makeBooked,
  makeTimePass,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { makeProject, studyBody } from '#test/studies.ts';

const MOST_CHANGES = 12;
const app = useApp({ PLACE_NOTICES_AT_ONCE: 2, PLACE_CHANGES_PER_PERSON_PER_HOUR: MOST_CHANGES });
const OSU = { place: 'Hall A, Osu', landmark: 'Oxford Street' };
const LEGON = { place: 'Hall B, Legon', landmark: 'Main gate' };
const HALLS = { meetingWay: 'IN_PERSON', meetingDetails: OSU } as const;
const ROOMS = {
  meetingWay: 'VIDEO',
  meetingDetails: { link: 'https://meet.example.com/study-{{MEETING}}' },
} as const;
const SUBJECT = emails.PLACE_CHANGED.subject;

let researcher: SignedInUser;
let participant: SignedInUser;
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});

const people = () => ({ researcher, participant });
const change = ({ id }: Pick<Study, 'id'>, body: MeetingDetails, as = researcher) =>
  app.call(changeMeeting, { as, params: { id }, body });
const changeSlot = ({ id }: Pick<Study, 'id'>, slotId: string, body: MeetingDetails) =>
  app.call(changeSlotMeeting, { as: researcher, params: { id, slotId }, body });
const findOwn = async (id: string, as = participant) =>
  (await app.call(calls.listOwnBookings, { as })).content.find((one) => one.id === id);
const findDetails = async (id: string, as = participant) => (await findOwn(id, as))?.details;
const countEmails = async ({ email }: SignedInUser) =>
  (await app.mailbox.read(email)).filter(({ subject }) => subject === SUBJECT).length;
async function runPlaceJobs() {
  await runJobsNow(app, 'place-changes');
  await untilSent(app);
}
async function findCalendar(of: SignedInUser, subject: string) {
  const { calendar } = await emailTo(app, of, subject);
  const [event] = new ICAL.Component(ICAL.parse(calendar?.text ?? '') as unknown[]).getAllSubcomponents(
    'vevent',
  );
  const read = (name: string) => String(event?.getFirstPropertyValue(name));
  return { uid: read('uid'), sequence: Number(read('sequence')), location: read('location') };
}

test('several changes of a study’s place are one email, with a newer calendar file of the same event', async () => {
  const { booking, study } = await makeBooked(app, people(), HALLS);
  await notifyOfChanges(app);
  await untilSent(app);
  const before = await findCalendar(participant, emails.MEETING_BOOKED.subject);
  expect((await change(study, { ...OSU, bring: 'A pen' })).status).toBe(200);
  expect((await change(study, LEGON)).content.meetingDetails).toEqual(LEGON);
  expect(await findDetails(booking.id)).toEqual(LEGON);
  expect(await countEmails(participant)).toBe(0);
  await runPlaceJobs();
  await runJobsNow(app, 'place-changes', true);
  await untilSent(app);
  expect(await countEmails(participant)).toBe(1);
  const after = await findCalendar(participant, SUBJECT);
  expect(after).toEqual({
    uid: before.uid,
    sequence: before.sequence + 1,
    location: 'Hall B, Legon, Main gate',
  });
  expect((await emailTo(app, participant, SUBJECT)).text).toContain('Hall B, Legon');
  // A change that is undone needs no email.
  await change(study, OSU);
  await change(study, LEGON);
  await runPlaceJobs();
  expect(await countEmails(participant)).toBe(1);
});

test('a change before the confirmation is sent is in the confirmation, and no further email follows', async () => {
  const { study } = await makeBooked(app, people(), HALLS);
  await change(study, LEGON);
  await runPlaceJobs();
  await notifyOfChanges(app);
  await untilSent(app);
  await runPlaceJobs();
  expect(await countEmails(participant)).toBe(0);
  expect((await emailTo(app, participant, emails.MEETING_BOOKED.subject)).text).toContain('Hall B, Legon');
});

test('one time can meet elsewhere, keeps that when the study moves, and returns to the study’s place', async () => {
  const { booking, study, slotId } = await makeBooked(app, people(), HALLS);
  const other = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: other, study });
  const second = (await book(app, other, study.id, await freshSlot(app, study.id))).content;
  await notifyOfChanges(app);
  await untilSent(app);
  expect((await changeSlot(study, slotId, LEGON)).status).toBe(204);
  await change(study, { place: 'Hall C', landmark: 'Pool' });
  expect(await findDetails(booking.id)).toEqual(LEGON);
  expect(await findDetails(second.id, other)).toEqual({ place: 'Hall C', landmark: 'Pool' });
  await changeSlot(study, slotId, { place: '' });
  expect(await findDetails(booking.id)).toEqual({ place: 'Hall C', landmark: 'Pool' });
  await runPlaceJobs();
  expect([await countEmails(participant), await countEmails(other)]).toEqual([1, 1]);

  await changeSlot(study, slotId, LEGON);
  const { path } = (await app.call(renewCalendarFeed, { as: researcher })).content;
  const feed = await app.call(readCalendarFeed, { params: { file: path.split('/').at(-1)! } });
  expect(feed.text).toContain('LOCATION:Hall B\\, Legon\\, Main gate');
  expect(feed.text).toContain('LOCATION:Hall C\\, Pool');
});

test('each time has a room of its own, which a group shares and a later link keeps', async () => {
  const { booking, study, slotId } = await makeBooked(app, people(), { ...ROOMS, seatsPerSlot: 2 });
  const [second, third] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  for (const one of [second, third]) await accept(app, { researcher, participant: one, study });
  const shared = (await book(app, second, study.id, slotId)).content;
  const apart = (await book(app, third, study.id, await freshSlot(app, study.id))).content;
  const link = booking.details?.link;
  expect(link).toMatch(/^https:\/\/meet\.example\.com\/study-[A-Za-z\d]{22}$/);
  expect(shared.details?.link).toBe(link);
  expect(apart.details?.link).toMatch(/^https:\/\/meet\.example\.com\/study-[A-Za-z\d]{22}$/);
  expect(apart.details?.link).not.toBe(link);
  await change(study, { link: 'https://talk.example.com/?room={{MEETING}}' });
  const room = link?.slice(-22);
  expect((await findDetails(booking.id))?.link).toBe(`https://talk.example.com/?room=${room}`);
});

test('when everyone has left a time, the next person gets another room, which no former one learns', async () => {
  const { booking, study, slotId } = await makeBooked(app, people(), ROOMS);
  const left = booking.details?.link;
  const next = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: next, study });
  const elsewhere = await freshSlot(app, study.id);
  const own = { as: participant, params: { id: booking.id } };
  await app.call(calls.rescheduleBooking, { ...own, body: { slotId: elsewhere } });
  const taken = (await book(app, next, study.id, slotId)).content;
  expect(taken.details?.link).toMatch(/study-[A-Za-z\d]{22}$/);
  expect(taken.details?.link).not.toBe(left);
  const before = await findDetails(booking.id);
  await app.call(calls.cancelBooking, { ...own, body: {} });
  const moved = await app.call(calls.rescheduleBooking, {
    as: next,
    params: { id: taken.id },
    body: { slotId: elsewhere },
  });
  expect(moved.content.details?.link).not.toBe(before?.link);
  const token = await serviceToken({ app }, 'identity', 'project');
  const { text } = await app.call(readOwnData, { as: { token }, params: { userId: participant.userId } });
  expect(text).not.toContain(moved.content.details?.link?.slice(-22));
});

test('a changed time keeps no room: the next person gets another one', async () => {
  const plan = {
    ...ROOMS,
    meetingDetails: { link: 'https://meet.example.com/{{MEETING}}?subject=study-{{MEETING}}' },
  };
  const { booking, study, slotId } = await makeBooked(app, people(), plan);
  expect((await changeSlot(study, slotId, { ...booking.details, bring: 'A pen' })).status).toBe(204);
  expect(await findDetails(booking.id)).toEqual({ ...booking.details, bring: 'A pen' });
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  const next = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: next, study });
  const { link, bring } = (await book(app, next, study.id, slotId)).content.details!;
  expect(bring).toBe('A pen');
  expect(link).toMatch(/com\/([A-Za-z\d]{22})\?subject=study-\1$/);
  expect(link).not.toContain(booking.details?.link?.slice(-22));
});

test('a time that is saved without a change follows later changes of the study', async () => {
  const { booking, study, slotId } = await makeBooked(app, people(), ROOMS);
  expect((await changeSlot(study, slotId, booking.details!)).status).toBe(204);
  await change(study, { link: 'https://talk.example.com/{{MEETING}}' });
  const room = booking.details?.link?.slice(-22);
  expect((await findDetails(booking.id))?.link).toBe(`https://talk.example.com/${room}`);
});

test('a change that begins before the meeting and waits until it has begun leaves its place', async () => {
  const { booking, study } = await makeBooked(app, people(), HALLS);
  await moveStart(app, booking.id, '-2 seconds');
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<undefined>();
  const holding = app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from project.study_slots where study_id = ${study.id} for update`.execute(trx);
    hold(undefined);
    await sql`select pg_sleep(3)`.execute(trx);
  });
  await isHeld;
  await change(study, LEGON);
  await holding;
  expect(await findDetails(booking.id)).toEqual(OSU);
});

/** Makes every change of the participant late. */
async function makeLate(bookingId: string) {
  await makeTimePass(app, bookingId, '2 hours');
  await moveStart(app, bookingId, '-5 hours');
}

test('after a change of place, moving and cancelling are not late and do not count; a new link changes nothing', async () => {
  const { booking, study } = await makeBooked(app, people(), HALLS);
  const own = { as: participant, params: { id: booking.id } };
  await makeLate(booking.id);
  await change(study, { ...OSU, link: 'https://maps.example.com/osu' });
  expect(await findOwn(booking.id)).toMatchObject({ freeUntil: null, movesLeft: 3 });
  await change(study, LEGON);
  const changed = await findOwn(booking.id);
  expect(changed).toMatchObject({ freeUntil: changed?.startsAt, movesLeft: 4 });
  const slotId = await freshSlot(app, study.id);
  const moved = await app.call(calls.rescheduleBooking, { ...own, body: { slotId } });
  expect(moved.content).toMatchObject({ isLate: false, movesLeft: 3 });

  await makeLate(booking.id);
  await change(study, OSU);
  const cancelled = await app.call(calls.cancelBooking, { ...own, body: {} });
  expect(cancelled.content.isLate).toBe(false);
  await book(app, participant, study.id, await freshSlot(app, study.id));
  expect(await findOwn(booking.id)).toMatchObject({ state: 'BOOKED', movesLeft: 3 });
});

test('a past meeting keeps the place that it had, for the researcher and in both exports', async () => {
  const { booking, study } = await makeBooked(app, people(), HALLS);
  await moveStart(app, booking.id, '5 minutes');
  await change(study, LEGON);
  expect(await findDetails(booking.id)).toEqual(OSU);
  const token = await serviceToken({ app }, 'identity', 'project');
  const asked = { as: { token }, params: { userId: participant.userId } };
  const { meeting } = (await app.call(readNextMeeting, asked)).content;
  expect(meeting).toMatchObject({ id: booking.id, isPlaceChanged: false });
  for (const { userId } of [researcher, participant]) {
    const { text } = await app.call(readOwnData, { as: { token }, params: { userId } });
    expect(text).toContain('Hall A, Osu');
  }
  await runPlaceJobs();
  await runMeetingSchedule(app);
  expect(await countEmails(participant)).toBe(0);
});

test('meetings within half an hour are notified at once, others wait; within a day by text and push too', async () => {
  const { booking, study } = await makeBooked(app, people(), HALLS);
  const later = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: later, study });
  await book(app, later, study.id, await freshSlot(app, study.id));
  await notifyOfChanges(app);
  await moveStart(app, booking.id, '-20 minutes');
  await change(study, LEGON);
  const { rows: delays } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::float8 as seconds from project_jobs.job
    where name = 'urgent-place-changes' and data ->> 'studyId' = ${study.id}`.execute(app.engine.owner);
  expect(delays.map(({ seconds }) => Math.round(seconds))).toEqual([15]);
  await runJobsNow(app, 'urgent-place-changes');
  await untilSent(app);
  expect([await countEmails(participant), await countEmails(later)]).toEqual([1, 0]);
  await runPlaceJobs();
  expect([await countEmails(participant), await countEmails(later)]).toEqual([1, 1]);
  const { rows } = await sql<{ kind: string; userId: string }>`
    select data ->> 'kind' as kind, data ->> 'userId' as "userId" from project_jobs.job
    where name = 'emails' and data ->> 'kind' like 'PLACE%' and data ->> 'userId' in (${participant.userId}, ${later.userId})
    order by kind`.execute(app.engine.owner);
  expect(rows).toEqual([
    { kind: 'PLACE_CHANGED', userId: later.userId },
    { kind: 'PLACE_CHANGED_SOON', userId: participant.userId },
  ]);
});

test('more people than one job notifies are all notified, while other studies also wait', async () => {
  const everyone: SignedInUser[] = [];
  const studies: Study[] = [];
  for (let count = 0; count < 2; count += 1) {
    const first = await registerParticipant(app, { withProfile: true });
    const { study } = await makeBooked(app, { researcher, participant: first }, HALLS);
    everyone.push(first);
    studies.push(study);
    for (const further of [
      await registerParticipant(app, { withProfile: true }),
      await registerParticipant(app, { withProfile: true }),
    ]) {
      await accept(app, { researcher, participant: further, study });
      await book(app, further, study.id, await freshSlot(app, study.id));
      everyone.push(further);
    }
  }
  await notifyOfChanges(app);
  await untilSent(app);
  for (const study of studies) await change(study, LEGON);
  await runPlaceJobs();
  expect(await Promise.all(everyone.map(countEmails))).toEqual(everyone.map(() => 1));
});

test('an equal place changes nothing, and many changes are refused', async () => {
  const { study, slotId } = await makeBooked(app, people(), HALLS);
  const countChanges = async () => {
    const { rows } = await sql`
      select from project.audit
      where event = 'MEETING_DETAILS_CHANGED' and about = ${study.id}`.execute(app.engine.owner);
    return rows.length;
  };
  expect((await change(study, OSU)).content.meetingDetails).toEqual(OSU);
  expect((await changeSlot(study, slotId, {})).status).toBe(204);
  expect(await countChanges()).toBe(0);
  await changeSlot(study, slotId, LEGON);
  await changeSlot(study, slotId, LEGON);
  expect(await countChanges()).toBe(1);
  for (let count = 4; count < MOST_CHANGES; count += 1) await change(study, count % 2 ? OSU : LEGON);
  expect((await change(study, LEGON)).status).toBe(429);
  expect((await changeSlot(study, slotId, {})).status).toBe(429);
  const { rows } = await sql`
    select from project_jobs.job
    where name = 'urgent-place-changes' and data ->> 'studyId' = ${study.id}`.execute(app.engine.owner);
  expect(rows).toHaveLength(1);
});

test.each<[string, MeetingDetails, string]>([
  ['a link without https', { ...OSU, link: 'http://meet.example.com' }, 'link'],
  ['another placeholder', { ...OSU, link: 'https://meet.example.com/{{ROOM}}' }, 'link'],
  ['a placeholder in the name of the website', { ...OSU, link: 'https://{{MEETING}}.example.com/' }, 'link'],
  ['no place', { landmark: 'Main gate' }, 'place'],
  ['no landmark', { place: 'Hall B' }, 'landmark'],
])('%s is refused, and leaves nothing behind', async (_, body, field) => {
  const { booking, study, slotId } = await makeBooked(app, people(), HALLS);
  for (const { status, json } of [await change(study, body), await changeSlot(study, slotId, body)]) {
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field }] });
  }
  expect(await findDetails(booking.id)).toEqual(OSU);
});

test('foreign, past and removed times, foreign studies and drafts are refused', async () => {
  const { booking, study, slotId } = await makeBooked(app, people(), HALLS);
  const stranger = await registerResearcher(app, { verified: true });
  expect((await change(study, LEGON, stranger)).json).toMatchObject({ code: 'STUDY_NOT_FOUND' });
  const free = await freshSlot(app, study.id);
  const other = await makeBooked(app, { researcher: stranger, participant }, HALLS);
  expect((await changeSlot(study, other.slotId, LEGON)).json).toMatchObject({ code: 'SLOT_NOT_FOUND' });
  expect((await changeSlot(other.study, other.slotId, LEGON)).json).toMatchObject({ code: 'SLOT_NOT_FOUND' });
  expect((await changeSlot(study, free, LEGON)).status).toBe(204);
  await sql`update project.study_slots set starts_at = date_trunc('hour', now()) where starts_at = ${slotId}`.execute(
    app.engine.owner,
  );
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  expect((await changeSlot(study, hour, LEGON)).json).toMatchObject({ code: 'SLOT_IS_PAST' });
  await app.call(calls.cancelSlot, {
    as: researcher,
    params: { id: other.study.id, slotId: other.slotId },
    body: { reason: 'x' },
  });
  const { id: projectId } = await makeProject(app, researcher);
  const draft = await app.call(createStudy, { as: researcher, body: studyBody(projectId) });
  expect((await change(draft.content, LEGON)).json).toMatchObject({ code: 'STUDY_IS_DRAFT' });
  expect((await findOwn(booking.id))?.details).toEqual(OSU);
});
