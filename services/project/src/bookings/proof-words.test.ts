import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { exportApplicants } from '@app/contracts/project/applicants.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { readCalendarFeed, renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { readOwnData } from '@app/contracts/project/data-export.ts';
import { readDispute, reportMeeting } from '@app/contracts/project/disputes.ts';
import { exportFunnel, readFunnel } from '@app/contracts/project/funnel.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { listSlots } from '@app/contracts/project/slots.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { createLog } from '@app/kit/log.ts';
import { myStudiesMeetingWords } from '@app/words/my-studies-meetings.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { notifyOfChanges } from '#test/applicants.ts';
import { disputeToken } from '#test/disputes.ts';
import { emailTo, untilSent } from '#test/jobs.ts';
import { accept, book, freshSlot, makeBooked, moveStart, runMeetingSchedule } from '#test/meetings.ts';

const lines: string[] = [];
const app = useApp({}, createLog('debug', { write: (line) => lines.push(line) }));
let researcher: SignedInUser;
let participant: SignedInUser;
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});

const GROUP = {
  meetingWay: 'IN_PERSON',
  meetingDetails: { place: 'Hall A', landmark: 'Gate' },
  seatsPerSlot: 3,
} as const;
const findOwn = async (id: string, as = participant) =>
  (await app.call(calls.listOwnBookings, { as })).content.find((one) => one.id === id)!;
const findWords = async (id: string, as = participant) => (await findOwn(id, as)).proofWords!;
const enter = (id: string, word: string, as = researcher) =>
  app.call(markAttendance, { as, params: { id }, body: { outcome: 'ATTENDED', word } });
const countRows = async (id: string) =>
  (await sql`select 1 from project.proof_words where booking_id = ${id}`.execute(app.engine.owner)).rows
    .length;
/** Chosen words: nothing else in an answer or a log contains them, such as the words of another booking. */
const giveWords = (id: string, pair: number) =>
  sql`update project.proof_words set pair = ${pair} where booking_id = ${id}`.execute(app.engine.owner);
async function makeStarted(plan: Partial<StudyPublish> = {}) {
  const meeting = await makeBooked(app, { researcher, participant }, plan);
  await moveStart(app, meeting.booking.id, '5 minutes');
  return { ...meeting, id: meeting.booking.id, ...(await findWords(meeting.booking.id)) };
}
const around = (at: string) => ({
  from: new Date(Date.parse(at) - 36e5).toISOString(),
  to: new Date(Date.parse(at) + 36e5).toISOString(),
});

test('no two of 10,000 bookings of a researcher and day have the same words', async () => {
  const day = '2027-01-01T10:00:00Z';
  const { rows } = await sql<{ pairs: number }>`
    with chosen as materialized (
      select project.choose_proof_words(gen_random_uuid(), ${researcher.userId}, ${day}) from generate_series(1, 10000))
    select count(*)::int as pairs from chosen`.execute(app.engine.owner);
  expect(rows).toEqual([{ pairs: 10_000 }]);
  const kept = await sql<{ pairs: number }>`
    select count(distinct pair)::int as pairs from project.proof_words where researcher_id = ${researcher.userId}`.execute(
    app.engine.owner,
  );
  expect(kept.rows).toEqual([{ pairs: 10_000 }]);
});

test('the participant sees both words; the researcher the first, also in the calendar; no one else any', async () => {
  const { booking, study, slotId } = await makeBooked(app, { researcher, participant }, GROUP);
  expect(booking.proofWords).toEqual(await findWords(booking.id));
  await giveWords(booking.id, 0);
  const { first, second } = await findWords(booking.id);
  const other = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: other, study });
  const theirs = (await book(app, other, study.id, slotId)).content;
  expect(theirs.proofWords).not.toEqual({ first, second });
  await giveWords(theirs.id, 257);
  const listed = await app.call(listMeetings, { as: researcher, query: around(slotId) });
  expect(listed.content.find(({ id }) => id === booking.id)).toMatchObject({ firstWord: first });
  const { path } = (await app.call(renewCalendarFeed, { as: researcher })).content;
  const feed = await app.call(readCalendarFeed, { params: { file: path.split('/').at(-1)! } });
  expect(feed.text).toContain(`first word: ${first}`);
  const ofOther = await app.call(calls.listOwnBookings, { as: other });
  const own = { as: researcher, params: { id: study.id } };
  const ofStudy = await Promise.all([
    app.call(readFunnel, own),
    app.call(exportFunnel, own),
    app.call(exportApplicants, own),
    app.call(listSlots, own),
    app.call(readOwnData, {
      as: { token: await serviceToken({ app }, 'identity', 'project') },
      params: { userId: researcher.userId },
    }),
  ]);
  expect(ofStudy.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  for (const { text } of [listed, feed, ofOther, ...ofStudy]) expect(text).not.toContain(second);
});

test('the second word, alone or scanned with the first, marks that they came, with proof', async () => {
  const typed = await makeStarted();
  expect((await enter(typed.id, ` ${typed.second.toUpperCase()} `)).content).toMatchObject({
    state: 'ATTENDED',
    firstWord: null,
    provenAt: expect.any(String),
  });
  expect(await findOwn(typed.id)).toMatchObject({ proofWords: null, provenAt: expect.any(String) });
  const scanned = await makeStarted(GROUP);
  expect((await enter(scanned.id, `${scanned.first} ${scanned.second}`)).content.state).toBe('ATTENDED');
  // The answer of an entry made offline may be lost, so it is sent again.
  expect((await enter(scanned.id, scanned.second)).content.state).toBe('ATTENDED');
  const { rows } = await sql`
    select 1 from project.booking_steps where booking_id = ${scanned.id} and state = 'ATTENDED'`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
});

test('five different wrong words end the entries, a repeated one counts once, and hands still mark', async () => {
  const { id, first, second } = await makeStarted();
  const other = await makeBooked(app, { researcher, participant });
  const words = (await findWords(other.booking.id)).second === second ? ['stranger'] : [];
  words.push(first, `${first} nothing`, 'one', 'two', (await findWords(other.booking.id)).second);
  const wrong = [...new Set(words)].filter((word) => word !== second).slice(0, 4);
  for (const word of [...wrong, ...wrong])
    expect((await enter(id, word)).json).toMatchObject({ status: 409, code: 'PROOF_WORD_WRONG' });
  expect(await findOwn(id)).toMatchObject({ state: 'BOOKED', provenAt: null });
  expect((await enter(id, 'five')).json).toMatchObject({ code: 'PROOF_WORD_WRONG' });
  expect((await enter(id, second)).json).toMatchObject({ status: 409, code: 'PROOF_WORDS_ENDED' });
  const body = { outcome: 'ATTENDED' } as const;
  const marked = await app.call(markAttendance, { as: researcher, params: { id }, body });
  expect(marked.content).toMatchObject({ state: 'ATTENDED', provenAt: null });
});

test('an entry that is too early, too late, of a stranger or for an absence leaves nothing behind', async () => {
  const ahead = await makeBooked(app, { researcher, participant });
  const { second } = ahead.booking.proofWords!;
  expect((await enter(ahead.booking.id, second)).json).toMatchObject({ code: 'MEETING_NOT_STARTED' });
  const stranger = await registerResearcher(app, { verified: true });
  expect((await enter(ahead.booking.id, second, stranger)).json).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
  await app.call(calls.cancelBooking, { as: participant, params: { id: ahead.booking.id }, body: {} });
  expect((await findOwn(ahead.booking.id)).proofWords).toBeNull();
  expect(await countRows(ahead.booking.id)).toBe(0);
  await moveStart(app, ahead.booking.id, '5 minutes');
  expect((await enter(ahead.booking.id, second)).json).toMatchObject({ code: 'PROOF_WORDS_ENDED' });
  const started = await makeStarted();
  for (const body of [
    { outcome: 'NO_SHOW', word: started.second },
    { outcome: 'ATTENDED', word: ' ' },
    { outcome: 'ATTENDED', word: 'a'.repeat(41) },
  ] as const)
    expect(
      (await app.call(markAttendance, { as: researcher, params: { id: started.id }, body })).json,
    ).toMatchObject({ code: 'INVALID_INPUT' });
  for (const { id } of [ahead.booking, started]) expect((await findOwn(id)).provenAt).toBeNull();
});

test('a move makes new words, which the emails name, and they end 72 hours after the day', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  await notifyOfChanges(app);
  await untilSent(app);
  const { first, second } = booking.proofWords!;
  const booked = await emailTo(app, participant, emails.MEETING_BOOKED.subject);
  for (const part of [first, second, myStudiesMeetingWords.proofRule.PHONE])
    expect(booked.text).toContain(part);
  const body = { slotId: await freshSlot(app, study.id) };
  const params = { id: booking.id };
  const moved = await app.call(calls.rescheduleBooking, { as: participant, params, body });
  expect(moved.content.proofWords).not.toEqual(booking.proofWords);
  await notifyOfChanges(app);
  await untilSent(app);
  const { text } = await emailTo(app, participant, emails.MEETING_MOVED.subject);
  for (const word of Object.values(moved.content.proofWords!)) expect(text).toContain(word);
  const setDay = (days: number) =>
    sql`update project.proof_words set day = (now() at time zone 'UTC')::date - ${days}::int where booking_id = ${booking.id}`.execute(
      app.engine.owner,
    );
  await setDay(3);
  await runMeetingSchedule(app);
  expect(await countRows(booking.id)).toBe(1);
  await setDay(4);
  await runMeetingSchedule(app);
  expect(await countRows(booking.id)).toBe(0);
  // A booking without words, such as an older one, works as before.
  expect((await findOwn(booking.id)).proofWords).toBeNull();
});

test('a dispute shows the proof, and no log has the words', async () => {
  const { id } = await makeStarted();
  await giveWords(id, 0);
  const { second } = await findWords(id);
  await enter(id, second);
  const mark = (outcome: 'UNMARKED' | 'NO_SHOW') =>
    app.call(markAttendance, { as: researcher, params: { id }, body: { outcome } });
  await mark('UNMARKED');
  await moveStart(app, id, '20 minutes');
  expect((await mark('NO_SHOW')).content.state).toBe('NO_SHOW');
  await sql`update project.bookings set final_at = now() where booking_id = ${id}`.execute(app.engine.owner);
  const body = { kind: 'NOT_A_NO_SHOW', text: 'I told them my word' } as const;
  await app.call(reportMeeting, { as: participant, params: { id }, body });
  const query = { token: disputeToken(app, id) };
  const dispute = await app.call(readDispute, { params: { id }, query });
  expect(dispute.content.provenAt).toEqual(expect.any(String));
  expect(lines.length).toBeGreaterThan(0);
  const log = lines.join('\n');
  expect(log).toContain('/attendance');
  expect(log).not.toContain(second);
});
