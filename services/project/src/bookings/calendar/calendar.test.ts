import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { cancelBooking, rescheduleBooking } from '@app/contracts/project/bookings.ts';
import { downloadMeeting, readCalendarFeed, renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { myStudiesMeetingWords } from '@app/words/my-studies-meetings.ts';
import { meetingEventWords as words } from '@app/words/meeting-event.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { readCode } from '#test/applicants.ts';
import { PHONE, accept, book, freshSlot, makeBooked } from '#test/meetings.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});

const place = { place: 'Makola Market,\u000bgate 2', landmark: 'The \u0007clock' };
const parseCalendarEvents = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => ({ event, of: (name: string) => String(event.getFirstPropertyValue(name)) }));
const renew = async (as = researcher) =>
  (await app.call(renewCalendarFeed, { as })).content.path.split('/').at(-1)!;
const readFeedEvents = async (file: string) =>
  parseCalendarEvents((await app.call(readCalendarFeed, { params: { file } })).text);

test('P9 a participant’s file says what the meeting is about, who calls which number, and how to reschedule', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  await app.call(rescheduleBooking, {
    as: participant,
    params: { id: booking.id },
    body: { slotId: await freshSlot(app, study.id) },
  });
  const file = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
  expect(file.headers['content-disposition']).toContain('filename="research-meeting.ics"');
  expect(file.text).toContain('PRODID:-//Nkomo//EN');
  const [{ event, of } = never()] = parseCalendarEvents(file.text);
  expect(of('summary')).toBe(words.summary);
  expect(of('sequence')).toBe('1');
  const url = `${app.settings['PUBLIC_URL']}/meeting/${booking.id}`;
  expect(of('description').split('\n')).toEqual([
    study.publicName,
    myStudiesMeetingWords.calls(PHONE),
    words.move(url),
  ]);
  expect(of('url')).toBe(url);
  const [alarm] = event.getAllSubcomponents('valarm');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT1H');
  await app.call(cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  const missing = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
  expect(missing.json).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
});

test('B8 no control character and no bidirectional mark reaches a calendar, whatever is stored', async () => {
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: place } as const;
  const { booking, study } = await makeBooked(app, { researcher, participant }, plan);
  const { text } = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
  const [{ of } = never()] = parseCalendarEvents(text);
  expect(of('location')).toBe('Makola Market,\ngate 2, The clock');
  // Older rows precede the schema's check.
  const details = JSON.stringify({ place: 'Osu\u000b\u0007\u202e', landmark: '' });
  await sql`update project.studies set meeting_details = ${details}, public_name = 'Buses' || chr(8238) || chr(11)
    where study_id = ${study.id}`.execute(app.engine.owner);
  const stored = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
  const feed = await app.call(readCalendarFeed, { params: { file: await renew() } });
  for (const file of [stored.text, feed.text]) expect(file).not.toMatch(/[^\P{Cc}\r\n]|[\u202a-\u202e]/u);
});

test('a calendar makes no links of text that users typed, and keeps the meeting link', async () => {
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: { place: 'Osu', landmark: 'Clock' } } as const;
  const { booking, study } = await makeBooked(app, { researcher, participant }, plan);
  const store = (details: object) =>
    sql`update project.studies set meeting_details = ${JSON.stringify(details)}::jsonb, public_name = 'Buses.example',
      name = 'Buses.now' where study_id = ${study.id}`.execute(app.engine.owner);
  const downloadEvent = async () => {
    const { text } = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
    return parseCalendarEvents(text)[0]!;
  };
  await store({ place: 'Osu.example', landmark: 'The.clock', bring: 'Id.card' });
  const { of } = await downloadEvent();
  expect(of('location')).toBe('Osu. example, The. clock');
  const [name, , bring] = of('description').split('\n');
  expect([name, bring]).toEqual(['Buses. example', myStudiesMeetingWords.bring('Id. card')]);
  await store({ place: 'Osu.example', landmark: 'The www.clock' });
  const feed = await readFeedEvents(await renew());
  const own = feed.find((one) => one.of('uid').startsWith(booking.id));
  expect([own?.of('summary'), own?.of('location')]).toEqual([
    'Buses. now, Osu. example',
    'Osu. example, The www. clock',
  ]);
  await store({ link: 'https://meet.example/abc' });
  expect((await downloadEvent()).of('location')).toBe('https://meet.example/abc');
});

test('the participant’s saved file omits fields that may contain a contact, like the emails', async () => {
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: { place: 'Osu', landmark: 'Clock' } } as const;
  const { booking, study } = await makeBooked(app, { researcher, participant }, plan);
  const store = async (details: object, publicName: string) => {
    await sql`update project.studies set meeting_details = ${JSON.stringify(details)}::jsonb,
      public_name = ${publicName} where study_id = ${study.id}`.execute(app.engine.owner);
    const { text } = await app.call(downloadMeeting, { as: participant, params: { id: booking.id } });
    const [{ of } = never()] = parseCalendarEvents(text);
    return [of('location'), ...of('description').split('\n').slice(0, -1)];
  };
  const typed = { place: 'Osu', landmark: 'Clock', bring: 'A pen' };
  const calls = myStudiesMeetingWords.calls(PHONE);
  expect(await store(typed, 'Buses')).toEqual([
    'Osu, Clock',
    'Buses',
    calls,
    myStudiesMeetingWords.bring('A pen'),
  ]);
  const contacts = { place: 'Osu', landmark: 'call 024 412 3456', bring: 'Dial *170#' };
  expect(await store(contacts, 'Win at buses.today')).toEqual(['null', calls]);
});

test('R14 the private calendar has one event per group, with the study’s name and the place', async () => {
  const plan = { meetingWay: 'IN_PERSON', meetingDetails: place, seatsPerSlot: 3 } as const;
  const group = await makeBooked(app, { researcher, participant }, plan);
  const others = await Promise.all([1, 2].map(() => registerParticipant(app, { withProfile: true })));
  const codes = [await readCode(app, group.applicationId)];
  for (const other of others) {
    codes.push(
      await readCode(app, await accept(app, { researcher, participant: other, study: group.study })),
    );
    expect((await book(app, other, group.study.id, group.slotId)).status).toBe(201);
  }
  const file = await renew();
  const find = async () =>
    (await readFeedEvents(file)).filter(({ of }) => of('uid').startsWith(group.study.id));
  const [event, ...more] = await find();
  expect(more).toEqual([]);
  expect(event?.of('summary')).toBe(`3 of 3, ${group.study.name}, Makola Market,\ngate 2`);
  expect(event?.of('location')).toBe('Makola Market,\ngate 2, The clock');
  expect(event?.of('description').split('\n').toSorted()).toEqual(
    codes.toSorted().map((code) => expect.stringContaining(words.feedLine(code, null))),
  );
  await app.call(cancelBooking, { as: participant, params: { id: group.booking.id }, body: {} });
  const [left] = await find();
  expect(left?.of('summary')).toContain('2 of 3');
  expect(left?.of('uid')).toBe(event?.of('uid'));
  expect(Number(left?.of('sequence'))).toBeGreaterThanOrEqual(Number(event?.of('sequence')));
  expect(left?.of('description')).not.toContain(codes[0]);
});

test('B11 NT2 the private calendar names no one, counts changes, answers HEAD, accepts foreign queries, and ends with its key', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  const [old, file] = [await renew(), await renew()];
  const missing = await app.call(readCalendarFeed, { params: { file: old } });
  expect(missing.json).toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  const { headers, text } = await app.call(readCalendarFeed, { params: { file } });
  expect(headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8' });
  expect(headers['content-disposition']).toBeUndefined();
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(text).not.toMatch(/Esi|@example\.test|024 123/);
  const find = async () => (await readFeedEvents(file)).find(({ of }) => of('uid').startsWith(booking.id));
  expect((await find())?.of('sequence')).toBe('0');
  expect((await find())?.of('summary')).toBe(study.name);
  const body = { slotId: await freshSlot(app, study.id) };
  await app.call(rescheduleBooking, { as: participant, params: { id: booking.id }, body });
  expect((await find())?.of('sequence')).toBe('1');
  const url = `${PROJECT_BASE}/meetings/calendar/${file}?x=1&y`;
  const [got, asked] = [
    await app.process.app.inject({ method: 'GET', url }),
    await app.process.app.inject({ method: 'HEAD', url }),
  ];
  expect([got.statusCode, asked.statusCode, asked.payload]).toEqual([200, 200, '']);
  expect(asked.headers['content-type']).toBe(got.headers['content-type']);
});

test.each([
  ['revoked', sql`update identity.companies set status = 'DECLINED'`],
  ['suspended', sql`update identity.people set suspended_at = now(), suspend_reason = 'test'`],
])('the private calendar of a researcher who was %s is not found', async (_, change) => {
  const person = await registerResearcher(app, { verified: true });
  const { content } = await app.call(renewCalendarFeed, { as: person });
  const params = { file: content.path.split('/').at(-1) ?? '' };
  expect((await app.call(readCalendarFeed, { params })).status).toBe(200);
  await sql`${change} where user_id = ${person.userId}`.execute(app.engine.owner);
  const refused = await app.call(readCalendarFeed, { params });
  expect(refused.json).toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
});

test('NT2 the private calendar has all future meetings, however many have ended', async () => {
  const busy = await registerResearcher(app, { verified: true });
  const { booking } = await makeBooked(app, { researcher: busy, participant });
  await sql`
    insert into project.bookings (booking_id, application_id, study_id, participant_id, researcher_id, state, starts_at, ends_at)
    select gen_random_uuid(), application_id, study_id, participant_id, researcher_id, 'ATTENDED', at, at + interval '30 minutes'
    from project.bookings cross join (select now() - n * interval '10 minutes' - interval '1 day' as at from generate_series(1, 1001) as n) as old
    where booking_id = ${booking.id}`.execute(app.engine.owner);
  onTestFinished(async () => {
    await sql`delete from project.bookings where study_id = ${booking.studyId} and state = 'ATTENDED'`.execute(
      app.engine.owner,
    );
  });
  const { text } = await app.call(readCalendarFeed, { params: { file: await renew(busy) } });
  expect(text.includes(booking.id)).toBe(true);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1000);
});

const never = (): never => {
  throw new Error('A file has an event');
};
