import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as disputeCalls from '@app/contracts/project/admin-disputes.ts';
import * as reportCalls from '@app/contracts/project/admin-reports.ts';
import { reportMeeting } from '@app/contracts/project/disputes.ts';
import { reportMessage, sendMessage } from '@app/contracts/project/messages.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import { appealRejection } from '@app/contracts/project/submissions.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { type TestAdmin, makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decideAsAdmin as decideByLink } from '#test/disputes.ts';
import { emailTo, untilSent } from '#test/jobs.ts';
import { accept, book, freshSlot, makeAccepted, moveStart } from '#test/meetings.ts';
import * as online from '#test/submissions.ts';

const ADMINS_AT_ONCE = 50;
const app = useApp();
let admin: TestAdmin;
let support: TestAdmin;
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  admin = await makeAdmin(app, ['ADMIN']);
  support = await makeAdmin(app, ['SUPPORT']);
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});

const as = async (by = admin) => ({ token: await by.token() });
const code = ({ status, json }: { status: number; json: Record<string, unknown> }) => json['code'] ?? status;
const count = <Value>(values: readonly Value[], wanted: Value) =>
  values.filter((one) => one === wanted).length;

async function disputeMeeting() {
  const study = await makePaidStudy(app, researcher);
  const applicationId = await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await moveStart(app, content.id, '1 hour');
  const body = { kind: 'NOBODY_CAME', text: 'I waited for an hour' };
  await app.call(reportMeeting, { as: participant, params: { id: content.id }, body });
  await sql`update project.bookings set calls = jsonb_build_array('2026-11-30T09:00:00.000Z'), proven_at = now()
    where booking_id = ${content.id}`.execute(app.engine.owner);
  return { id: content.id, applicationId };
}
async function disputeSurvey() {
  const study = await online.makePaidOnline(app, researcher);
  const id = await online.makeSubmitted(app, { researcher, participant, study });
  await online.decideOnSubmissions(app, { researcher, study }, [id], online.rejection);
  await online.makeSubmissionOlder(app, id, '11 minutes');
  const body = { statement: 'I answered every question.' };
  await app.call(appealRejection, { as: participant, params: { id }, body });
  const { rows } = await sql<{ applicationId: string }>`
    select application_id as "applicationId" from project.submissions where submission_id = ${id}`.execute(
    app.engine.owner,
  );
  return { id, applicationId: rows[0]?.applicationId ?? '' };
}
const KINDS = [
  ['meeting', disputeMeeting, projectEmailWords.MEETING_DECIDED.subject, ['CALLED', 'BOOKED', 'PROVEN']],
  ['survey', disputeSurvey, projectEmailWords.SURVEY_DECIDED.subject, ['STARTED', 'SUBMITTED', 'REJECTED']],
] as const;

const listDisputes = async (query: Record<string, string | number>) =>
  (await app.call(disputeCalls.listDisputesAsAdmin, { as: await as(), query: { size: 100, ...query } }))
    .content;
const readDispute = async (id: string) =>
  (await app.call(disputeCalls.readDisputeAsAdmin, { as: await as(), params: { id } })).content;
const decide = async (id: string, decision: string, reason = 'No call was made') =>
  app.call(disputeCalls.decideDisputeAsAdmin, { as: await as(), params: { id }, body: { decision, reason } });
const readPayable = async (applicationId: string) =>
  (
    await sql<{ pesewas: number }>`
      select pesewas::int as pesewas from project.payables where application_id = ${applicationId}`.execute(
      app.engine.owner,
    )
  ).rows[0]?.pesewas ?? 0;

test.each(KINDS)(
  'an admin reads both sides of a %s dispute and decides; both are emailed the reason',
  async (_, make, subject, events) => {
    const { id, applicationId } = await make();
    expect((await listDisputes({})).map((one) => one.id)).toContain(id);
    const read = await readDispute(id);
    expect(read).toMatchObject({
      state: 'OPEN',
      participantId: participant.userId,
      researcherId: researcher.userId,
      incentive: 50,
      decision: null,
    });
    expect(read.participantText).toMatch(/^I (waited|answered)/);
    expect(read.history.map(({ event }) => event)).toEqual(expect.arrayContaining([...events]));
    expect((await decide(id, 'PARTICIPANT', ' ')).json).toMatchObject({ content: [{ field: 'reason' }] });
    expect((await decide(id, 'PARTICIPANT', 'The log shows it')).content).toEqual({ id });
    expect(await readPayable(applicationId)).toBe(5000);
    expect(await readDispute(id)).toMatchObject({
      state: 'DECIDED',
      decision: 'PARTICIPANT',
      decisionReason: 'The log shows it',
      decidedBy: 'Adwoa Mensah',
    });
    expect((await listDisputes({})).map((one) => one.id)).not.toContain(id);
    expect((await listDisputes({ state: 'DECIDED' }))[0]?.id).toBe(id);
    await untilSent(app);
    for (const side of [participant, researcher]) await emailTo(app, side, subject, 'The log shows it');
  },
);

test.each(KINDS)('deciding a %s dispute needs a passkey used in the last five minutes', async (_, make) => {
  const { id } = await make();
  const token = await admin.token(new Date(Date.now() - 6 * MINUTE_MS));
  const body = { decision: 'PARTICIPANT', reason: 'No call was made' };
  const decided = await app.call(disputeCalls.decideDisputeAsAdmin, { as: { token }, params: { id }, body });
  expect(decided.json).toMatchObject({ code: 'PASSKEY_TOO_OLD' });
  expect(await readDispute(id)).toMatchObject({ state: 'OPEN' });
});

test.each(KINDS)('of 50 admins who decide one %s dispute at once, one decides', async (_, make) => {
  const { id, applicationId } = await make();
  const answers = await Promise.all(
    Array.from({ length: ADMINS_AT_ONCE }, async (_unused, index) =>
      decide(id, index % 2 === 0 ? 'PARTICIPANT' : 'RESEARCHER', `Reason ${index}`),
    ),
  );
  const codes = answers.map(code);
  expect([count(codes, 200), count(codes, 'DISPUTE_IS_DECIDED')]).toEqual([1, ADMINS_AT_ONCE - 1]);
  const winner = codes.indexOf(200);
  const { decision, decisionReason } = await readDispute(id);
  expect([decision, decisionReason]).toEqual([
    winner % 2 === 0 ? 'PARTICIPANT' : 'RESEARCHER',
    `Reason ${winner}`,
  ]);
  expect(await readPayable(applicationId)).toBe(winner % 2 === 0 ? 5000 : 0);
});

test('a decision by the emailed link is the same decision', async () => {
  const { id } = await disputeMeeting();
  expect((await decideByLink(app, id, 'RESEARCHER')).status).toBe(200);
  expect(code(await decide(id, 'PARTICIPANT'))).toBe('DISPUTE_IS_DECIDED');
  expect(await readDispute(id)).toMatchObject({ decision: 'RESEARCHER', decidedBy: null });
});

test('the oldest open disputes come first, page by page', async () => {
  const [older, newer] = [await disputeMeeting(), await disputeMeeting()];
  await sql`update project.bookings set reported_at = now() - interval '9 days' where booking_id = ${older.id}`.execute(
    app.engine.owner,
  );
  const ids = (await listDisputes({})).map(({ id }) => id);
  expect(ids.indexOf(older.id)).toBeLessThan(ids.indexOf(newer.id));
  expect(await listDisputes({ size: 1 })).toMatchObject([{ id: older.id }]);
  expect((await listDisputes({ size: 1, page: 1 }))[0]?.id).toBe(ids[1]);
});

test('unknown disputes and admins of another role are refused', async () => {
  expect(code(await decide(crypto.randomUUID(), 'PARTICIPANT'))).toBe('DISPUTE_NOT_FOUND');
  const { id } = await disputeMeeting();
  const read = await app.call(disputeCalls.readDisputeAsAdmin, { as: await as(support), params: { id } });
  expect(code(read)).toBe('NOT_ALLOWED');
});

const readReport = async (id: string, by = admin) =>
  (await app.call(reportCalls.readReportAsAdmin, { as: await as(by), params: { id } })).content;
const listReports = async (state: string) =>
  (await app.call(reportCalls.listReportsAsAdmin, { as: await as(support), query: { state, size: 100 } }))
    .content;
const decideReport = async (id: string, state: string, note = 'It is a survey about money') =>
  app.call(reportCalls.decideReportAsAdmin, { as: await as(), params: { id }, body: { state, note } });
const findReport = async (studyId: string) =>
  (await listReports('OPEN')).find((report) => report.studyId === studyId)?.id ?? '';

test('an admin reads and dismisses a report of a study, once', async () => {
  const { study } = await makeAccepted(app, { researcher, participant });
  const body = { reason: 'ASKS_FOR_MONEY', text: 'They asked me for my PIN.' };
  await app.call(reportStudy, { as: participant, params: { id: study.id }, body });
  const id = await findReport(study.id);
  expect(await readReport(id, support)).toMatchObject({
    kind: 'STUDY',
    state: 'OPEN',
    text: body.text,
    reportedId: researcher.userId,
    reporterId: participant.userId,
    copy: null,
  });
  const answers = await Promise.all(
    Array.from({ length: ADMINS_AT_ONCE }, async (_, index) =>
      decideReport(id, index % 2 === 0 ? 'DISMISSED' : 'ACTED'),
    ),
  );
  const codes = answers.map(code);
  expect([count(codes, 200), count(codes, 'REPORT_IS_DECIDED')]).toEqual([1, ADMINS_AT_ONCE - 1]);
  const state = codes.indexOf(200) % 2 === 0 ? 'DISMISSED' : 'ACTED';
  expect(await readReport(id)).toMatchObject({
    state,
    decidedBy: 'Adwoa Mensah',
    note: 'It is a survey about money',
  });
  expect((await listReports(state))[0]?.id).toBe(id);
  expect(await findReport(study.id)).toBe('');
});

test('only an admin of the role ADMIN reads the messages of a report', async () => {
  const { study, applicationId } = await makeAccepted(app, { researcher, participant });
  const params = { applicationId };
  await app.call(sendMessage, { as: researcher, params, body: { text: 'Send me your PIN' } });
  const body = { number: 1, reason: 'ASKS_FOR_MONEY', text: 'He asked for my PIN.' };
  await app.call(reportMessage, { as: participant, params, body });
  const id = await findReport(study.id);
  expect(await readReport(id)).toMatchObject({
    kind: 'MESSAGE',
    text: body.text,
    copy: [{ by: 'RESEARCHER', text: 'Send me your PIN' }],
  });
  expect(await readReport(id, support)).toMatchObject({ kind: 'MESSAGE', text: null, copy: null });
  expect((await decideReport(id, 'ACTED')).status).toBe(200);
  expect(code(await decideReport(id, 'DISMISSED'))).toBe('REPORT_IS_DECIDED');
  expect(code(await decideReport(crypto.randomUUID(), 'DISMISSED'))).toBe('REPORT_NOT_FOUND');
});
