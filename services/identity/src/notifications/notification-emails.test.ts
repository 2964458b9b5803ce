import ICAL from 'ical.js';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendEmail } from '@app/contracts/identity/people.ts';
import {
  type EmailCalendarEvent,
  type ProjectEmail,
  EMAIL_KINDS,
  PAYMENT_EMAIL_KINDS,
} from '@app/contracts/emails.ts';
import { emailWords } from '@app/words/emails.ts';
import { meetingEventWords } from '@app/words/meeting-event.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerByCalls, registerParticipant } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { writeProjectEmail } from './emails.ts';

const app = useApp({}, undefined, { withWorkers: false });

const event: EmailCalendarEvent = {
  uid: '01990000-0000-7000-8000-000000000001@meetings.test',
  sequence: 3,
  startsAt: '2026-12-01T09:30:00.000Z',
  endsAt: '2026-12-01T10:00:00.000Z',
  location: 'Osu, Oxford Street; beside the bank, 2nd floor \u{1F3E6}'.repeat(3),
  isCancelled: false,
};
const email: ProjectEmail = {
  params: { study: 'Ɛyɛ', when: event.startsAt, way: 'In person', place: 'Osu', bring: '' },
  path: '/dashboard/studies',
  event,
};
const write = (given: Partial<EmailCalendarEvent> = {}) =>
  writeProjectEmail(
    'MEETING_BOOKED',
    { ...email, event: { ...event, ...given } },
    {
      reader: { firstName: 'Esi', email: 'esi@example.test' },
      page: (path) => `https://product.test${path}`,
      config: { ADMIN_EMAIL: ['admin@example.test'], MAIL_FROM: 'Research <no-reply@product.test>' },
    },
  );

function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const [only, ...others] = calendar.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  if (!only) throw new Error('A file has an event');
  return { calendar, meeting: only };
}

test('NT2 an email gives the time in GMT, and its calendar file has one attendee, UTC, and no RSVP', () => {
  const { to, details, calendar: file } = write();
  expect(to).toBe('esi@example.test');
  expect(details).toContainEqual({ label: 'When', value: 'Tuesday 01 December, 2026, 09:30 AM GMT' });
  expect(details?.map(({ label }) => label)).not.toContain('Please bring');
  const { calendar, meeting } = parsed(file?.text ?? '');
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  expect(file?.method).toBe('REQUEST');
  expect(meeting.getFirstPropertyValue('uid')).toBe(event.uid);
  expect(meeting.getFirstPropertyValue('sequence')).toBe(3);
  expect(String(meeting.getFirstPropertyValue('dtstart'))).toBe('2026-12-01T09:30:00Z');
  expect(String(meeting.getFirstPropertyValue('dtend'))).toBe('2026-12-01T10:00:00Z');
  expect(meeting.getFirstPropertyValue('location')).toBe(event.location);
  expect(meeting.getFirstPropertyValue('summary')).toBe('Research meeting');
  // The study and the caller are named only where just the owner looks.
  expect(meeting.getFirstPropertyValue('description')).toMatch(/^Ɛyɛ\nIn person\n/);
  expect(meeting.getFirstPropertyValue('organizer')).toBe('mailto:no-reply@product.test');
  const attendees = meeting.getAllProperties('attendee');
  expect(attendees.map((one) => [one.getFirstValue(), one.getParameter('rsvp')])).toEqual([
    ['MAILTO:esi@example.test', 'FALSE'],
  ]);
  const lines = (file?.text ?? '').split('\r\n');
  expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true);
});

test('NT2 a cancelled meeting has the method, the status and a higher sequence number', () => {
  const file = write({ isCancelled: true, sequence: 4 }).calendar;
  const { calendar, meeting } = parsed(file?.text ?? '');
  expect([file?.method, calendar.getFirstPropertyValue('method')]).toEqual(['CANCEL', 'CANCEL']);
  expect(meeting.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(meeting.getFirstPropertyValue('description')).toBe(meetingEventWords.cancelled);
  expect(meeting.getFirstPropertyValue('sequence')).toBe(4);
});

const writtenDetails = (
  kind: Parameters<typeof writeProjectEmail>[0],
  params: ProjectEmail['params'],
  reader: { firstName: string; email: string } | 'ADMIN' = { firstName: 'Esi', email: 'esi@example.test' },
) => {
  const page = (path: string) => `https://product.test${path}`;
  const config = { ADMIN_EMAIL: ['admin@example.test'], MAIL_FROM: 'no-reply@product.test' };
  const written = writeProjectEmail(kind, { ...email, params }, { reader, page, config });
  return Object.fromEntries((written.details ?? []).map(({ label, value }) => [label, value]));
};

test('text that another user typed is left out, or shown on the page only, if it may contain a contact', () => {
  const { readOnPage } = emailWords;
  const call = 'Call 024 412 3456';
  expect(
    writtenDetails('MEETING_CANCELLED', { study: 'EVIL.GH', when: event.startsAt, reason: call }),
  ).toMatchObject({
    'The researcher wrote': readOnPage,
  });
  expect(writtenDetails('MEETING_CANCELLED', { study: 'EVIL.GH', reason: 'I am ill' })).not.toHaveProperty(
    'Study',
  );
  expect(writtenDetails('TIME_CANCELLED', { reason: 'See evil.com' })).toMatchObject({
    'They wrote': readOnPage,
  });
  expect(writtenDetails('STUDIES_FIT', { count: '2', studies: 'Dial *170#\nMarket days' })).toMatchObject({
    Studies: 'Market days',
  });
  expect(
    writtenDetails('APPLICATION_ACCEPTED', { study: 'Market days', company: 'Prize.Club' }),
  ).not.toHaveProperty('Company');
  expect(writtenDetails('BONUS_PAID', { study: 'Market days', reason: call })).not.toHaveProperty(
    'What it is for',
  );
  const place = { study: 'Market days', place: `Osu. ${call}`, bring: 'evil dot com' };
  expect(writtenDetails('MEETING_BOOKED', place)).toMatchObject({
    Where: readOnPage,
    'Please bring': readOnPage,
  });
});

test('the link of a meeting is unchanged in the email and its calendar file', () => {
  const place = 'https://meet.example.com/abc';
  const page = (path: string) => `https://product.test${path}`;
  const config = { ADMIN_EMAIL: ['admin@example.test'], MAIL_FROM: 'no-reply@product.test' };
  const reader = { firstName: 'Esi', email: 'esi@example.test' };
  const booked = (location: string) =>
    writeProjectEmail(
      'MEETING_BOOKED',
      { ...email, params: { ...email.params, place: location }, event: { ...event, location } },
      { reader, page, config },
    );
  expect(booked(place).details).toContainEqual({ label: 'Where', value: place, isExact: true });
  const eventLocation = (location: string) =>
    parsed(booked(location).calendar?.text ?? '').meeting.getFirstPropertyValue('location');
  expect([eventLocation(place), eventLocation('Osu, call 0244123456')]).toEqual([place, null]);
  expect(eventLocation('Osu.Oxford street')).toBe('Osu. Oxford street');
  const { study: _, ...params } = email.params;
  const named = writeProjectEmail(
    'MEETING_BOOKED',
    { ...email, params: { ...params, study: 'Market.days' }, event },
    { reader, page, config },
  );
  const description = parsed(named.calendar?.text ?? '').meeting.getFirstPropertyValue('description');
  expect(String(description).split('\n')[0]).toBe('Market. days');
});

test('the admin reads all that was typed', () => {
  const text = 'See evil.com, call 0244123456';
  expect(writtenDetails('STUDY_REPORTED', { study: 'EVIL.GH', text }, 'ADMIN')).toMatchObject({
    Study: 'EVIL.GH',
    'The participant wrote': text,
  });
});

test('every kind has words; a subject names neither person nor study', () => {
  for (const kind of EMAIL_KINDS) {
    const { subject, body, action } = projectEmailWords[kind];
    const paragraphs = body({ study: 'Ɛyɛ', reason: '', was: '', until: '' });
    expect([subject, action, ...paragraphs].every((text) => text !== '')).toBe(true);
  }
});

test('every payment kind has words; a subject names neither an amount nor a study', () => {
  const params = {
    amount: 'GH₵ 50.00',
    study: 'Ɛyɛ',
    account: '•• 4567',
    number: '77',
    participant: 'A1B2C3',
  };
  for (const kind of PAYMENT_EMAIL_KINDS) {
    const { subject, body, details, action } = paymentEmailWords[kind];
    for (const late of ['', 'yes'])
      expect([subject, action, ...body({ ...params, late })].every((text) => text !== '')).toBe(true);
    expect(Object.values(details(params))).toContain(params.amount);
    expect(subject).not.toMatch(/GH₵|Ɛyɛ/);
  }
});

test('CON-6 an email that is requested twice is queued once', async () => {
  const person = await registerParticipant(app);
  const as = { token: await serviceToken({ app }, 'project', 'identity') };
  const about = crypto.randomUUID();
  const requestEmail = (what: string) =>
    app.call(sendEmail, {
      as,
      params: { userId: person.userId },
      body: { kind: 'MEETING_BOOKED', about: what },
    });
  expect(
    (await Promise.all([requestEmail(about), requestEmail(about), requestEmail('other')])).map(
      ({ status }) => status,
    ),
  ).toEqual([204, 204, 204]);
  const { rows } = await sql<{ about: string }>`
    select data ->> 'about' as about from identity_jobs.job
    where name = 'emails' and data ->> 'kind' = 'PROJECT_EMAIL' and data ->> 'userId' = ${person.userId} order by data ->> 'about' = 'other'`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ about }, { about: 'other' }]);
});

test('requested emails follow those that a person or the admin waits for, and bulk has its own queue', async () => {
  // The email that verifies this person's address is queued too.
  const person = await registerByCalls(app, 'newcomer');
  const token = await serviceToken({ app }, 'project', 'identity');
  for (const kind of ['MEETING_SOON', 'STUDY_REPORTED', 'STUDIES_FIT', 'ATTENDANCE_DISPUTED'] as const) {
    const answer = await app.call(sendEmail, {
      as: { token },
      params: { userId: person.userId },
      body: { kind, about: crypto.randomUUID() },
    });
    expect(answer.status).toBe(204);
  }
  const { rows } = await sql<{ name: string; asked: string; priority: number }>`
    select distinct name, coalesce(data->>'asked', '') as asked, priority from identity_jobs.job
    where name like '%emails' and data ->> 'userId' = ${person.userId} order by name, priority, asked`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([
    { name: 'bulk-emails', asked: 'STUDIES_FIT', priority: 0 },
    { name: 'emails', asked: 'MEETING_SOON', priority: 0 },
    { name: 'emails', asked: '', priority: 1 },
    { name: 'emails', asked: 'ATTENDANCE_DISPUTED', priority: 1 },
    { name: 'emails', asked: 'STUDY_REPORTED', priority: 1 },
  ]);
});
