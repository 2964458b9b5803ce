// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { readProjectConfig } from '../../config.ts';
import { letPass, makeBooked, startAgo, turnClock } from '#test/meetings.ts';
import { disputeSecret } from '../attendance/dispute-secret.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});
afterAll(() => app.close());

async function disputed(): Promise<string> {
  const { booking } = await makeBooked(app, { researcher, participant });
  await startAgo(app, booking.id, '1 hour');
  const body = { kind: 'NOBODY_CAME', text: 'I waited for half an hour' };
  const params = { id: booking.id };
  expect((await app.call(calls.reportMeeting, { as: participant, params, body })).status).toBe(200);
  return booking.id;
}
const lettersAbout = async (id: string) =>
  (await app.mailbox.read('admin@demo.test')).filter(({ links }) => links.some((link) => link.includes(id)));
const pass = async (id: string, time: string) => {
  await letPass(app, id, time);
  await turnClock(app);
};
/** Letters that are asked for, and have not left yet. */
const underWay = () =>
  sql`select 1 from project_jobs.job where name = 'letters' and state in ('created', 'retry', 'active')
    union all select 1 from identity_jobs.job where name = 'letters' and state in ('created', 'retry', 'active')`
    .execute(app.engine.owner)
    .then(({ rows }) => rows.length);

test('AP2 the admin is written to once more about a dispute that is undecided after three days, and once only', async () => {
  const id = await disputed();
  await expect.poll(() => lettersAbout(id)).toHaveLength(1);
  await pass(id, '71 hours');
  await expect.poll(underWay).toBe(0);
  expect(await lettersAbout(id)).toHaveLength(1);
  await pass(id, '1 hour');
  await expect.poll(() => lettersAbout(id)).toHaveLength(2);
  const texts = (await lettersAbout(id)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('have waited for your decision since'))).toHaveLength(1);
  await pass(id, '1 hour');
  await pass(id, '3 days');
  await expect.poll(underWay).toBe(0);
  expect(await lettersAbout(id)).toHaveLength(2);
});

test('AP2 nobody is reminded of a dispute that is decided, or settled by a mark', async () => {
  const [decided, settled] = [await disputed(), await disputed()];
  const token = disputeSecret(readProjectConfig(app.settings), decided);
  const decision = { token, decision: 'RESEARCHER', reason: 'The log says so' };
  expect((await app.call(calls.decideDispute, { params: { id: decided }, body: decision })).status).toBe(200);
  const mark = { as: researcher, params: { id: settled }, body: { outcome: 'TURNED_AWAY' } };
  expect((await app.call(calls.markAttendance, mark)).status).toBe(200);
  await letPass(app, settled, '73 hours');
  await pass(decided, '73 hours');
  const reminded = await sql`select 1 from project.reminders
    where kind = 'DISPUTED_72' and about_id in (${decided}, ${settled})`.execute(app.engine.owner);
  expect(reminded.rows).toEqual([]);
});
