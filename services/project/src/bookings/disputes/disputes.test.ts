// @module-tag both-engines
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { makeTimePass, makeBooked, moveStart, runMeetingSchedule } from '#test/meetings.ts';
import { untilSent } from '#test/jobs.ts';
import { decideAsAdmin } from '#test/disputes.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});

async function disputed(): Promise<string> {
  const { booking } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '1 hour');
  const body = { kind: 'NOBODY_CAME', text: 'I waited for half an hour' };
  const params = { id: booking.id };
  expect((await app.call(disputeCalls.reportMeeting, { as: participant, params, body })).status).toBe(200);
  return booking.id;
}
const emailsAbout = async (id: string) =>
  (await app.mailbox.read('admin@demo.test')).filter(({ links }) => links.some((link) => link.includes(id)));
const passTime = async (id: string, time: string) => {
  await makeTimePass(app, id, time);
  await runMeetingSchedule(app);
};
test('AP2 the admin is emailed once more about a dispute that is undecided after three days', async () => {
  const id = await disputed();
  await expect.poll(() => emailsAbout(id)).toHaveLength(1);
  await passTime(id, '71 hours');
  await untilSent(app);
  expect(await emailsAbout(id)).toHaveLength(1);
  await passTime(id, '1 hour');
  await expect.poll(() => emailsAbout(id)).toHaveLength(2);
  const texts = (await emailsAbout(id)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('They have waited since'))).toHaveLength(1);
  await passTime(id, '1 hour');
  await passTime(id, '3 days');
  await untilSent(app);
  expect(await emailsAbout(id)).toHaveLength(2);
});

test('AP2 no reminder is sent for a dispute that is decided or settled by a mark', async () => {
  const [decided, settled] = [await disputed(), await disputed()];
  expect((await decideAsAdmin(app, decided, 'RESEARCHER')).status).toBe(200);
  const mark = { as: researcher, params: { id: settled }, body: { outcome: 'TURNED_AWAY' } };
  expect((await app.call(attendanceCalls.markAttendance, mark)).status).toBe(200);
  await makeTimePass(app, settled, '73 hours');
  await passTime(decided, '73 hours');
  const reminded = await sql`select 1 from project.reminders
    where kind = 'DISPUTED_72' and about_id in (${decided}, ${settled})`.execute(app.engine.owner);
  expect(reminded.rows).toEqual([]);
});
