import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { listOwnBookings, recordCall, showNumber } from '@app/contracts/project/bookings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { readDispute, reportMeeting } from '@app/contracts/project/disputes.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { clock } from '@app/words/clock.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { emailTo, untilSent } from '#test/jobs.ts';
import { makeBooked, moveStart } from '#test/meetings.ts';
import { readProjectConfig } from '../config.ts';
import { disputeSecret } from './disputes/disputes.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const setCalls = (id: string, calls: readonly string[]) =>
  sql`update project.bookings set calls = ${JSON.stringify(calls)}::jsonb where booking_id = ${id}`.execute(
    app.engine.owner,
  );
async function begin(ago: string, calls: readonly string[] = [], plan: Partial<StudyPublish> = {}) {
  const { booking } = await makeBooked(app, { researcher, participant }, plan);
  await moveStart(app, booking.id, ago);
  await setCalls(booking.id, calls);
  await app.call(showNumber, { as: researcher, params: { id: booking.id } });
  return booking.id;
}
const call = (id: string, outcome: 'CALLED' | 'NO_ANSWER' = 'CALLED', as = researcher) =>
  app.call(recordCall, { as, params: { id }, body: { outcome } });
const miss = (id: string) =>
  app.call(markAttendance, { as: researcher, params: { id }, body: { outcome: 'NO_SHOW' } });

test('an absence by phone needs three calls over a quarter of an hour from the start on', async () => {
  const id = await begin('20 minutes', [minutesAgo(30), minutesAgo(18), minutesAgo(10)]);
  expect((await miss(id)).json).toMatchObject({ code: 'TOO_FEW_CALLS' });
  const [first, second] = await Promise.all([call(id), call(id)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const { content } = await call(id);
  expect(content.calls).toHaveLength(4);
  expect((await miss(id)).content.state).toBe('NO_SHOW');
  const close = await begin('20 minutes', [minutesAgo(14), minutesAgo(10)]);
  await call(close);
  expect((await miss(close)).json).toMatchObject({ code: 'TOO_FEW_CALLS' });
  const video = await begin('20 minutes', [], {
    meetingWay: 'VIDEO',
    meetingDetails: { link: 'https://meet.example.com' },
  });
  expect((await miss(video)).status).toBe(200);
});

test('that there was no answer is sent to the participant once', async () => {
  const id = await begin('5 minutes');
  await call(id);
  expect((await call(id, 'NO_ANSWER')).content).toMatchObject({ isUnanswered: true });
  await call(id, 'NO_ANSWER');
  await untilSent(app);
  const sent = (await app.mailbox.read(participant.email)).filter(
    ({ subject }) => subject === emails.CALL_UNANSWERED.subject,
  );
  expect(sent).toHaveLength(1);
  const [own] = (await app.call(listOwnBookings, { as: participant })).content;
  expect(own?.calls).toHaveLength(1);
});

test('a call counts only after the researcher has seen the number', async () => {
  const { booking } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '5 minutes');
  await setCalls(booking.id, []);
  for (const outcome of ['CALLED', 'NO_ANSWER'] as const)
    expect((await call(booking.id, outcome)).json).toMatchObject({ code: 'NUMBER_NOT_SHOWN' });
  await app.call(showNumber, { as: researcher, params: { id: booking.id } });
  expect((await call(booking.id)).content.calls).toHaveLength(1);
});

test('no answer after the end of a short meeting names a time ahead', async () => {
  const id = await begin('40 minutes');
  await call(id, 'NO_ANSWER');
  await untilSent(app);
  const { text } = await emailTo(app, participant, emails.CALL_UNANSWERED.subject);
  const own = (await app.call(listOwnBookings, { as: participant })).content.find((one) => one.id === id);
  const until = new Date(Date.parse(own!.endsAt!) + 15 * 60_000).toISOString();
  expect(text).toContain(clock(until));
  const { content } = await app.call(listNotifications, { as: participant });
  expect(content.find(({ kind }) => kind === 'CALL_UNANSWERED')?.params).toMatchObject({ until });
});

test('a participant’s report that no one came does not replace the calls', async () => {
  const id = await begin('20 minutes', [minutesAgo(19), minutesAgo(3)]);
  const body = { kind: 'NOBODY_CAME', text: 'No one called' };
  await app.call(reportMeeting, { as: participant, params: { id }, body });
  expect((await miss(id)).json).toMatchObject({ code: 'TOO_FEW_CALLS' });
  await setCalls(id, [minutesAgo(19), minutesAgo(10), minutesAgo(3)]);
  expect((await miss(id)).content.state).toBe('NOBODY_CAME');
});

test('a call before the start, after the meeting, by another person or not by phone leaves nothing behind', async () => {
  const plan = { meetingWay: 'VIDEO', meetingDetails: { link: 'https://meet.example.com' } } as const;
  const cases = [
    [await begin('-10 minutes'), 'MEETING_NOT_STARTED'],
    [await begin('46 minutes'), 'BOOKING_HAS_ENDED'],
    [await begin('5 minutes', [], plan), 'NOT_BY_PHONE'],
  ] as const;
  for (const [id, code] of cases) expect((await call(id)).json).toMatchObject({ code });
  const stranger = await registerResearcher(app, { verified: true });
  expect((await call(cases[0][0], 'CALLED', stranger)).json).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
  const { content } = await app.call(listOwnBookings, { as: participant });
  expect(content.flatMap(({ calls }) => calls)).toEqual([]);
});

test('the admin sees the calls in a dispute, and the log has no number', async () => {
  const calls = [minutesAgo(19), minutesAgo(3)];
  const id = await begin('20 minutes', calls);
  await app.call(reportMeeting, {
    as: participant,
    params: { id },
    body: { kind: 'NOBODY_CAME', text: 'No one called' },
  });
  const token = disputeSecret(readProjectConfig(app.settings), id);
  const dispute = await app.call(readDispute, { params: { id }, query: { token } });
  expect(dispute.content.calls).toEqual(calls);
});
