import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { MeetingDetails } from '@app/contracts/project/meeting-fields.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { book, makeAccepted } from '#test/meetings.ts';
import { dayAhead, makeDraft, makeProject, makePublished, planBody } from '#test/studies.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  projectId = (await makeProject(app, researcher)).id;
});

const publish = async (plan: Partial<StudyPublish>) => {
  const { id } = await makeDraft(app, researcher, { projectId });
  const send = (body: unknown = planBody(plan)) =>
    app.call(publishStudy, { as: researcher, params: { id }, body });
  return { id, send, answer: await send() };
};
const selectSlots = async (studyId: string) => {
  const { rows } = await sql<{ startsAt: Date; seats: number; taken: number }>`
    select starts_at as "startsAt", seats, taken from project.study_slots where study_id = ${studyId} order by starts_at`.execute(
    app.engine.owner,
  );
  return rows;
};

const inPerson: Partial<StudyPublish> = {
  meetingWay: 'IN_PERSON',
  meetingDetails: {
    place: 'Osu library, room 2',
    landmark: 'Beside the bank',
    digitalAddress: 'ga 183 8164',
    bring: 'Your phone',
    language: 'Twi',
  },
  seatsPerSlot: 4,
  leadHours: 2,
  noticeHours: 12,
  bufferMinutes: 15,
};

test('AV4 S-315 a publish without the meeting fields means a phone call, one seat and the usual notice', async () => {
  const { answer, send } = await publish({});
  expect(answer).toMatchObject({
    status: 200,
    content: {
      meetingWay: 'PHONE',
      meetingDetails: {},
      seatsPerSlot: 1,
      leadHours: 4,
      noticeHours: 24,
      bufferMinutes: 0,
    },
  });
  expect((await selectSlots(answer.content.id)).every(({ seats, taken }) => seats === 1 && taken === 0)).toBe(
    true,
  );
  expect((await send(planBody({ meetingWay: 'PHONE', seatsPerSlot: 1 }))).status).toBe(200);
  for (const other of [{ seatsPerSlot: 2 }, { choosing: 'AT_ONCE' as const }])
    expect((await send(planBody(other))).json['code']).toBe('STUDY_IS_PUBLISHED');
});

test('AV4 meeting details are stored; link and place are hidden from people who have not booked', async () => {
  const { answer, id, send } = await publish(inPerson);
  const details = { ...inPerson.meetingDetails, digitalAddress: 'GA-183-8164' };
  expect(answer.content).toMatchObject({ ...inPerson, meetingDetails: details });
  expect((await send()).content).toEqual(answer.content);
  expect((await selectSlots(id)).map(({ seats }) => seats)).toEqual([4, 4, 4, 4, 4, 4]);

  const { content } = await app.call(readStudy, { as: participant, params: { id } });
  const { meetingDetails: _, bufferMinutes: __, ...publicFields } = inPerson;
  expect(content).toMatchObject({ ...publicFields, bring: 'Your phone', language: 'Twi' });
  expect(JSON.stringify(content)).not.toMatch(/Osu|bank|GA-183/);
  const list = await app.call(browseStudies, { as: participant, query: { size: 100 } });
  expect(list.content.find((study) => study.id === id)).toMatchObject({
    meetingWay: 'IN_PERSON',
    seatsPerSlot: 4,
  });
  expect(JSON.stringify(list.content)).not.toMatch(/Osu|bank|GA-183/);
});

test('AV3 single times can be omitted on single days, but not all of them', async () => {
  const day = dayAhead(3);
  const without = `${day}T09:30:00Z`;
  const { id, answer, send } = await publish({ withoutTimes: [without] });
  expect(answer.status).toBe(200);
  const left = (await selectSlots(id)).map(({ startsAt }) => startsAt.toISOString());
  expect(left).toHaveLength(5);
  expect(left).not.toContain(`${day}T09:30:00.000Z`);
  expect((await send()).status).toBe(200);
  expect((await send(planBody())).json['code']).toBe('STUDY_IS_PUBLISHED');

  const all = { availableDates: [day], availableTimes: ['09:30 AM'], withoutTimes: [without] };
  const none = await publish(all);
  expect(none.answer).toMatchObject({ status: 400, json: { content: [{ field: 'withoutTimes' }] } });
  expect(await selectSlots(none.id)).toEqual([]);
  expect((await app.call(readStudy, { as: researcher, params: { id: none.id } })).content).toMatchObject({
    state: 'DRAFT',
  });
});

test('AV1 publishing fails if no time can be booked: too soon, or all within other meetings', async () => {
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  const isLate = now.getUTCHours() >= 22;
  const soon = {
    availableDates: isLate ? [dayAhead(1)] : [day],
    availableTimes: [isLate ? '02:00 AM' : '11:30 PM'],
  };
  const { answer } = await publish({ ...soon, leadHours: 72 });
  expect(answer).toMatchObject({
    status: 400,
    json: { content: [{ field: 'availableTimes', code: 'timesTooSoon', params: { limit: 72 } }] },
  });
  expect((await publish({ ...soon, leadHours: 0 })).answer.status).toBe(200);

  const busy = await registerResearcher(app, { verified: true });
  const project = (await makeProject(app, busy)).id;
  const one = { availableDates: [dayAhead(2)], availableTimes: ['09:00 AM'] };
  const { study } = await makeAccepted(app, { researcher: busy, participant }, one, project);
  await book(app, participant, study.id, `${dayAhead(2)}T09:00:00.000Z`);
  const { id } = await makeDraft(app, busy, { projectId: project });
  const send = (availableTimes: string[]) =>
    app.call(publishStudy, { as: busy, params: { id }, body: planBody({ ...one, availableTimes }) });
  expect((await send(['09:00 AM'])).json).toMatchObject({
    content: [{ field: 'availableTimes', code: 'timesTaken' }],
  });
  expect(await selectSlots(id)).toEqual([]);
  expect((await send(['09:00 AM', '09:30 AM'])).status).toBe(200);
});

test.each([
  ['a video meeting without a link', { meetingWay: 'VIDEO' }, 'meetingDetails.link'],
  [
    'an unencrypted link',
    { meetingWay: 'VIDEO', meetingDetails: { link: 'http://meet.example.com' } },
    'meetingDetails.link',
  ],
  [
    'a link of two lines',
    { meetingWay: 'VIDEO', meetingDetails: { link: 'https://zoom.us/j/1\r\nhttps://evil.test/login' } },
    'meetingDetails.link',
  ],
  ['a meeting without a place', { meetingWay: 'IN_PERSON' }, 'meetingDetails.place'],
  [
    'a place without a landmark',
    { meetingWay: 'IN_PERSON', meetingDetails: { place: 'Room 2' } },
    'meetingDetails.landmark',
  ],
  [
    'an invalid digital address',
    { meetingDetails: { digitalAddress: 'Osu 3' } },
    'meetingDetails.digitalAddress',
  ],
  ['no seat', { seatsPerSlot: 0 }, 'seatsPerSlot'],
  ['too many seats', { seatsPerSlot: 31 }, 'seatsPerSlot'],
  ['four days of notice', { noticeHours: 96 }, 'noticeHours'],
  ['a gap of an hour', { bufferMinutes: 60 }, 'bufferMinutes'],
  ['an invalid time', { withoutTimes: ['2026-02-30T09:00:00Z'] }, 'withoutTimes.0'],
  ['a time between two quarters', { withoutTimes: ['2026-12-01T09:07:00Z'] }, 'withoutTimes.0'],
])('AV4 %s is refused, and the study stays a draft', async (_, plan, field) => {
  const { answer, id } = await publish(plan as never);
  expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  expect((answer.json['content'] as { field: string }[]).map((item) => item.field)).toContain(field);
  expect(await selectSlots(id)).toEqual([]);
});

test.each(['GA1838164', 'GA-1838164', 'ga 183 8164', 'GA\u2011183\u20138164', 'GA183-8164', ' GA-183-8164 '])(
  'B11 %j is accepted as a digital address and normalised',
  (typed) => {
    expect(MeetingDetails.parse({ digitalAddress: typed }).digitalAddress).toBe('GA-183-8164');
  },
);

test('AV1 a slot never has more bookings than seats, whichever statement runs', async () => {
  const { id } = await makePublished(app, researcher, { projectId });
  const tooMany = sql`update project.study_slots set taken = seats + 1 where study_id = ${id}`;
  await expect(tooMany.execute(app.engine.owner)).rejects.toMatchObject({ code: '23514' });
});
