import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { codeOf } from '@app/contracts/participant-code.ts';
import { cancelBooking, moveBooking } from '@app/contracts/project/bookings.ts';
import { downloadMeeting, readCalendarFeed, renewCalendarFeed } from '@app/contracts/project/meetings.ts';
import { comingUpWords } from '@app/words/coming-up.ts';
import { meetingEventWords as words } from '@app/words/meeting-event.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { PHONE, accept, book, freshSlot, makeBooked } from '#test/meetings.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
afterAll(() => app.close());

const place = { place: 'Makola Market,\u000bgate 2', landmark: 'The \u0007clock' };
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => ({ event, of: (name: string) => String(event.getFirstPropertyValue(name)) }));
const renew = async () =>
  (await app.call(renewCalendarFeed, { as: researcher })).content.path.split('/').at(-1)!;
const feedOf = async (file: string) =>
  eventsOf((await app.call(readCalendarFeed, { params: { file } })).text);

test('P9 a participant’s file says what the meeting is about, who calls on which number, and how to move it', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  await app.call(moveBooking, {
    as: participant,
    params: { id: booking.id },
    body: { slotId: await freshSlot(app, study.id) },
  });
  const file = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
  expect(file.headers['content-disposition']).toContain('filename="research-meeting.ics"');
  expect(file.text).toContain('PRODID:-//Nkomo//EN');
  const [{ event, of } = never()] = eventsOf(file.text);
  expect(of('summary')).toBe(words.summary);
  expect(of('sequence')).toBe('1');
  const url = `${app.settings['PUBLIC_URL']}/meeting/${booking.id}`;
  expect(of('description').split('\n')).toEqual([
    study.publicName,
    comingUpWords.calls(PHONE),
    words.move(url),
  ]);
  expect(of('url')).toBe(url);
  const [alarm] = event.getAllSubcomponents('valarm');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT1H');
});

test('B8 no control byte and no mark that turns text reaches a calendar, whatever is stored', async () => {
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: place } as const;
  const { booking, study } = await makeBooked(app, { researcher, participant }, plan);
  const { text } = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
  const [{ of } = never()] = eventsOf(text);
  expect(of('location')).toBe('Makola Market,\ngate 2, The clock');
  // As it was stored before the schema looked.
  const details = JSON.stringify({ place: 'Osu\u000b\u0007\u202e', landmark: '' });
  await sql`update project.studies set meeting_details = ${details}, public_name = 'Buses' || chr(8238) || chr(11)
    where study_id = ${study.id}`.execute(app.engine.owner);
  const stored = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
  const feed = await app.call(readCalendarFeed, { params: { file: await renew() } });
  for (const file of [stored.text, feed.text]) expect(file).not.toMatch(/[^\P{Cc}\r\n]|[\u202a-\u202e]/u);
});

test('R14 the private calendar has one event for a group, by the study’s name, with the place', async () => {
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: place, seatsPerSlot: 3 } as const;
  const group = await makeBooked(app, { researcher, participant }, plan);
  const others = await Promise.all([1, 2].map(() => registerParticipant(app, { withProfile: true })));
  const codes = [codeOf(group.applicationId)];
  for (const other of others) {
    codes.push(codeOf(await accept(app, { researcher, participant: other, study: group.study })));
    expect((await book(app, other, group.study.id, group.slotId)).status).toBe(201);
  }
  const file = await renew();
  const find = async () => (await feedOf(file)).filter(({ of }) => of('uid').startsWith(group.study.id));
  const [event, ...more] = await find();
  expect(more).toEqual([]);
  expect(event?.of('summary')).toBe(`3 of 3, ${group.study.name}, Makola Market,\ngate 2`);
  expect(event?.of('location')).toBe('Makola Market,\ngate 2, The clock');
  expect(event?.of('description').split('\n').toSorted()).toEqual(codes.map(words.feedLine).toSorted());
  await app.call(cancelBooking, { as: participant, params: { id: group.booking.id }, body: {} });
  const [left] = await find();
  expect(left?.of('summary')).toContain('2 of 3');
  expect(left?.of('uid')).toBe(event?.of('uid'));
  expect(Number(left?.of('sequence'))).toBeGreaterThanOrEqual(Number(event?.of('sequence')));
  expect(left?.of('description')).not.toContain(codes[0]);
});

test('B11 the private calendar counts changes, answers HEAD, and takes a query of others', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  const file = await renew();
  const find = async () => (await feedOf(file)).find(({ of }) => of('uid').startsWith(booking.id));
  expect((await find())?.of('sequence')).toBe('0');
  expect((await find())?.of('summary')).toBe(study.name);
  const body = { slotId: await freshSlot(app, study.id) };
  await app.call(moveBooking, { as: participant, params: { id: booking.id }, body });
  expect((await find())?.of('sequence')).toBe('1');
  const url = `${PROJECT_BASE}/meetings/calendar/${file}?x=1&y`;
  const [got, asked] = [
    await app.process.app.inject({ method: 'GET', url }),
    await app.process.app.inject({ method: 'HEAD', url }),
  ];
  expect([got.statusCode, asked.statusCode, asked.payload]).toEqual([200, 200, '']);
  expect(asked.headers['content-type']).toBe(got.headers['content-type']);
});

const never = (): never => {
  throw new Error('A file has an event');
};
