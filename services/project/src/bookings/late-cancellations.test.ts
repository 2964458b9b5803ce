import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { cancelBooking } from '@app/contracts/project/bookings.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide, notifyOfDecisions } from '#test/applicants.ts';
import { accept, assertConsistentBookings, book, freshSlot, makeBooked, moveStart } from '#test/meetings.ts';
import { emailTo } from '#test/jobs.ts';

const words = projectEmailWords.MEETING_CANCELLED;
const [, paid, open] = words.body({ reason: 'The room is shut', pay: 'PAID_AND_OPEN' });

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let study: Study;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  study = await makePaidStudy(app, researcher);
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});
afterEach(() => assertConsistentBookings(app));

async function bookMeeting(ago: string, own = study) {
  const applicationId = await accept(app, { researcher, participant, study: own });
  const { content } = await book(app, participant, own.id, await freshSlot(app, own.id));
  await moveStart(app, content.id, ago);
  return { applicationId, bookingId: content.id };
}
const cancel = async (id: string) => {
  const body = { reason: 'The room is shut' };
  expect((await app.call(cancelBooking, { as: researcher, params: { id }, body })).status).toBe(200);
};
async function readPayTexts(): Promise<(string | undefined)[]> {
  const text = (await emailTo(app, participant, words.subject)).text.replaceAll(/\s+/g, ' ');
  return [paid, open].filter((sentence) => sentence !== undefined && text.includes(sentence));
}

test('AV7 a participant paid for a late cancellation reads that they need no other meeting, but may book one', async () => {
  const { bookingId } = await bookMeeting('-2 hours');
  await cancel(bookingId);
  expect(await readPayTexts()).toEqual([paid, open]);
  expect((await book(app, participant, study.id, await freshSlot(app, study.id))).status).toBe(201);
});

test('AV7 pay is not mentioned after an early cancellation or in an unpaid study', async () => {
  const early = await bookMeeting('-25 hours');
  await cancel(early.bookingId);
  expect(await readPayTexts()).toEqual([]);
  participant = await registerParticipant(app, { withProfile: true });
  const { booking } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '-2 hours');
  await cancel(booking.id);
  expect(await readPayTexts()).toEqual([]);
});

test('AV7 a paid participant who lost their place is offered no other time', async () => {
  const { applicationId } = await bookMeeting('-2 hours');
  await decide(app, researcher, study.id, [applicationId], { status: 'PENDING', cancelsMeeting: true });
  await notifyOfDecisions(app);
  expect(await readPayTexts()).toEqual([paid]);
});

test('AV7 a paid participant is offered no other time in a closed study that has none left', async () => {
  const closed = await makePaidStudy(app, researcher);
  await sql`delete from project.study_slots where study_id = ${closed.id}`.execute(app.engine.owner);
  const { bookingId } = await bookMeeting('-2 hours', closed);
  await app.call(closeStudy, { as: researcher, params: { id: closed.id } });
  await cancel(bookingId);
  expect(await readPayTexts()).toEqual([paid]);
});
