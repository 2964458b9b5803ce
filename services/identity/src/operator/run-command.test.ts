import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { changeEmail } from '@app/contracts/identity/email-change.ts';
import { deleteOwnAccount } from '@app/contracts/identity/account-deletion.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { refreshSession } from '@app/contracts/identity/sessions.ts';
import { exportStatement, exportStatementWorkbook } from '@app/contracts/payment/statements.ts';
import {
  exportApplicants,
  exportApplicantsWorkbook,
  listApplicants,
} from '@app/contracts/project/applicants.ts';
import { exportFunnel } from '@app/contracts/project/funnel.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { cancelBooking, listOwnBookings } from '@app/contracts/project/bookings.ts';
import { decideDispute, reportMeeting } from '@app/contracts/project/disputes.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/study-calls.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { type Jobs, openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { emailWords } from '@app/words/emails.ts';
import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { retentionEdge } from '@app/test/support/edge-of.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  PASSWORD,
  companyBody,
  emailChangeSecret,
  emailSecret,
  registerByCalls,
  registerParticipant,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';
import { disputeSecret, createDisputeCommands } from '../../../project/src/bookings/disputes/disputes.ts';
import { SERVICE_ROLE as PROJECT_ROLE } from '../../../project/src/open-db.ts';
import { listUnsentPayables } from '../../../project/src/payables/reads.ts';
import type { ProjectTables } from '../../../project/src/schema.ts';
import { createSurveyDisputeCommands } from '../../../project/src/submissions/appeals.ts';
import {
  PHONE,
  assertConsistentBookings,
  makeTimePass,
  makeBooked,
  moveStart,
} from '../../../project/test/meetings.ts';
import { apply, makeDraft, makePublished, planBody } from '../../../project/test/studies.ts';
import { SERVICES } from '../../../../apps/host/src/services.ts';
import { codeOrStatus, firstCookie, resetToken, setPassword, tryLogIn } from '#test/accounts.ts';
import { operatorCommands, openIdentityJobs } from '#test/operator.ts';
import { readIdentityConfig } from '../config.ts';
import { ANY_TEXT, reportUrl } from '../texts/routes.ts';
import { ussdUrl } from '../ussd/routes.ts';

const REASON = 'The company is not registered.';
const lines: string[] = [];
let app: TestApp;
let jobs: Jobs;
let projectJobs: Jobs;
beforeAll(async () => {
  const log = createLog('debug', { write: (line) => lines.push(line) });
  app = await startTestApp({}, log);
  jobs = await openIdentityJobs(app, log);
  projectJobs = await openJobs(app.engine, { queues: [], log, schema: 'project', role: PROJECT_ROLE });
});
afterAll(async () => {
  await jobs.stop();
  await projectJobs.stop();
  await app.close();
});

const projectDb = () => app.engine.connect<ProjectTables>(PROJECT_ROLE);
const run = (...args: string[]) => runWith({}, ...args);
const runWith = (environment: Record<string, string>, ...args: string[]) =>
  operatorCommands(app, jobs, {
    disputes: createDisputeCommands({ db: projectDb(), jobs: projectJobs }),
    surveyDisputes: createSurveyDisputeCommands({ db: projectDb(), jobs: projectJobs }),
    listUnsentPayables: (most) => listUnsentPayables(projectDb(), most),
    environment: { ...app.settings, ...environment },
  })(...args);
const selectRows = async <Row>(query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(app.engine.owner)).rows;

/**
 * Waits until no service has a due job. Counted in one statement, because jobs of one service create jobs of
 * another.
 */
async function done(): Promise<void> {
  const countDueJobs = async () => {
    const [counted] = await selectRows(sql<{ left: number }>`
      select count(*)::int as left from (
        select name, state::text, start_after from identity_jobs.job
        union all select name, state::text, start_after from project_jobs.job) as job
      where (state in ('retry', 'active') or (state = 'created' and start_after <= now()))
        and name not like '%-dead-letter' and name not like '\\_\\_%'`);
    return counted?.left;
  };
  await expect.poll(countDueJobs).toBe(0);
}
const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as })).content.map(({ kind }) => kind);
const emailsTo = async ({ email }: SignedInUser, subject: string) =>
  (await app.mailbox.read(email)).filter((message) => message.subject === subject);
const readStudyState = async ({ id }: Study) =>
  (await selectRows(sql<{ state: string }>`select state from project.studies where study_id = ${id}`))[0]
    ?.state;

let researcher: SignedInUser;
let waiting: SignedInUser;
let booked: SignedInUser;
let study: Study;
async function meet(): Promise<void> {
  [researcher, waiting, booked] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  ({ study } = await makeBooked(app, { researcher, participant: booked }));
  await apply(app, waiting, study);
}
const own = () => ({ as: researcher, params: { id: study.id } });

describe('revoking a company', () => {
  beforeEach(meet);

  test('pauses open studies, notifies those concerned, and blocks publishing and reopening until it is restored', async () => {
    const draft = await makeDraft(app, researcher, { projectId: study.projectId });
    const deleted = await makePublished(app, researcher, { projectId: study.projectId });
    await app.call(calls.deleteStudy, { as: researcher, params: { id: deleted.id } });
    expect(await run('revoke', researcher.userId, ...REASON.split(' '))).toBe(words.revoked);
    await done();

    expect([await readStudyState(study), await readStudyState(deleted)]).toEqual(['PAUSED', 'PAUSED']);
    const looker = await registerParticipant(app, { withProfile: true });
    const open = (await app.call(browseStudies, { as: looker })).content.map(({ id }) => id);
    expect(open).not.toContain(study.id);
    expect((await app.call(readStudy, { as: looker, params: { id: study.id } })).status).toBe(404);
    const { subject } = projectEmailWords.STUDY_SUSPENDED;
    for (const person of [waiting, booked]) {
      expect((await findNotifications(person)).filter((kind) => kind === 'STUDY_SUSPENDED')).toHaveLength(1);
      expect(await emailsTo(person, subject)).toHaveLength(1);
    }
    const [toBooked] = await emailsTo(booked, subject);
    const [toWaiting] = await emailsTo(waiting, subject);
    expect(toBooked?.text).toContain('You do not have to go to your meeting.');
    expect(toWaiting?.text).not.toContain('meeting');
    expect(await findNotifications(researcher)).toContain('COMPANY_REVOKED');
    const [notice] = await emailsTo(researcher, emailWords.companyRevoked.subject);
    expect(notice?.text).toContain(REASON);
    // Existing bookings stay, and their participants may still cancel them.
    expect((await app.call(listOwnBookings, { as: booked })).content[0]?.state).toBe('BOOKED');

    const publish = { as: researcher, params: { id: draft.id }, body: planBody() };
    expect(await codeOrStatus(app.call(calls.publishStudy, publish))).toBe('NOT_VERIFIED');
    expect(await codeOrStatus(app.call(calls.resumeStudy, own()))).toBe('NOT_VERIFIED');
    expect(await run('revoke', researcher.email, 'again')).toBe(words.nothing);

    expect(await run('restore', researcher.email.toUpperCase())).toBe(words.restored);
    await done();
    expect(await readStudyState(study)).toBe('PAUSED');
    expect((await app.call(calls.resumeStudy, own())).status).toBe(200);
    expect((await app.call(calls.publishStudy, publish)).status).toBe(200);
    const audit = await run('audit', '--who', researcher.email);
    expect(audit).toMatch(new RegExp(`COMPANY_REVOKED +${researcher.userId} +kofi: ${REASON}`));
    expect(audit).toMatch(new RegExp(`COMPANY_RESTORED +${researcher.userId} +kofi$`, 'm'));
    await assertConsistentBookings(app);
  });

  test('blocks exports until an admin allows them or verifies the company again; screens stay readable', async () => {
    const year = String(new Date().getUTCFullYear());
    const files = async (as = researcher) => ({
      applicants: (await app.call(exportApplicants, { as, params: { id: study.id } })).status,
      workbook: (await app.call(exportApplicantsWorkbook, { as, params: { id: study.id } })).status,
      funnel: (await app.call(exportFunnel, { as, params: { id: study.id } })).status,
      statement: (await app.call(exportStatement, { as, params: { year } })).status,
      statementWorkbook: (await app.call(exportStatementWorkbook, { as, params: { year } })).status,
    });
    const all = (status: number) => ({
      applicants: status,
      workbook: status,
      funnel: status,
      statement: status,
      statementWorkbook: status,
    });
    expect(await files()).toEqual(all(200));
    expect(await run('allow-exports', researcher.email)).toBe(words.nothing);
    await run('revoke', researcher.userId, REASON);
    expect(await files()).toEqual(all(403));
    expect(await codeOrStatus(app.call(exportApplicants, { as: researcher, params: { id: study.id } }))).toBe(
      'EXPORTS_BLOCKED',
    );
    expect((await app.call(listApplicants, own())).status).toBe(200);
    expect((await app.call(exportStatement, { as: booked, params: { year } })).status).toBe(200);
    // Submitting the information again does not verify the company.
    const { userId } = researcher;
    await app.call(submitCompanyInformation, { as: researcher, body: companyBody(userId) });
    expect(await files()).toEqual(all(403));
    expect(await run('allow-exports', researcher.email)).toBe(words.exportsAllowed);
    expect(await files()).toEqual(all(200));
    const audit = await run('audit', '--who', researcher.email);
    expect(audit).toMatch(new RegExp(`EXPORTS_ALLOWED +${userId} +kofi$`, 'm'));
    expect(await run('restore', userId)).toBe(words.accepted);
    await run('revoke', userId, REASON);
    expect(await files()).toEqual(all(403));
    await run('restore', userId);
    expect(await files()).toEqual(all(200));
    await done();
  });

  test('ends too when a new submission is accepted', async () => {
    await run('revoke', researcher.userId, REASON);
    await done();
    const { userId } = researcher;
    await app.call(submitCompanyInformation, { as: researcher, body: companyBody(userId) });
    const token = await emailSecret(app, userId, 'DECIDE_COMPANY');
    await app.call(decideCompany, { params: { userId }, body: { token, decision: 'ACCEPT' } });
    await done();
    expect((await app.call(calls.resumeStudy, own())).status).toBe(200);
  });

  test('lets the researcher still close paused studies, and so delete the account', async () => {
    await run('revoke', researcher.userId, REASON);
    await done();
    const deleteAccount = () => app.call(deleteOwnAccount, { as: researcher, body: { password: PASSWORD } });
    expect(await codeOrStatus(deleteAccount())).toBe('STUDIES_ARE_OPEN');
    expect(await codeOrStatus(app.call(calls.deleteStudy, own()))).toBe('NOT_VERIFIED');
    expect((await app.call(calls.closeStudy, own())).content.state).toBe('CLOSED');
    await done();
    for (const person of [waiting, booked]) expect(await findNotifications(person)).toContain('STUDY_CLOSED');
    const [booking] = (await app.call(listOwnBookings, { as: booked })).content;
    expect(await codeOrStatus(deleteAccount())).toBe('MEETINGS_TO_COME');
    const cancelled = await app.call(cancelBooking, {
      as: researcher,
      params: { id: booking?.id ?? '' },
      body: { reason: 'We stop here' },
    });
    expect(cancelled.status).toBe(200);
    expect((await deleteAccount()).status).toBe(204);
    await assertConsistentBookings(app);
  });

  test('does nothing for a person who is unverified or unknown', async () => {
    const fresh = await registerResearcher(app);
    expect(await run('revoke', fresh.userId, REASON)).toBe(words.nothing);
    expect(await run('revoke', 'nobody@example.test', REASON)).toBe(words.unknown);
    expect(await run('revoke', researcher.userId)).toBe(words.reason(200));
    expect(await run('restore', researcher.userId)).toBe(words.nothing);
  });
});

const logsIn = (person: SignedInUser, password = PASSWORD) => tryLogIn(app, person.email, password);

describe('suspending', () => {
  beforeEach(meet);

  test('a participant ends their sessions, blocks log-in with a named error, and withdraws open applications', async () => {
    const session = await logsIn(booked);
    expect(await run('suspend', booked.email, REASON)).toBe(words.isSuspended);
    expect((await app.call(readOwnAccount, { as: booked })).status).toBe(401);
    expect((await app.call(readOwnAccount, { as: session.content })).status).toBe(401);
    const headers = { cookie: firstCookie(session), origin: 'http://localhost:3000' };
    expect((await app.call(refreshSession, { headers })).status).toBe(401);
    await expect.poll(async () => (await app.call(listOwnApplications, { as: booked })).status).toBe(401);
    expect(await codeOrStatus(logsIn(booked))).toBe('ACCOUNT_SUSPENDED');
    expect(await codeOrStatus(logsIn(booked, 'not the password'))).toBe('WRONG_CREDENTIALS');
    await done();
    expect(await findNotifications(researcher)).toContain('APPLICANT_WITHDREW');
    const [notice] = await emailsTo(booked, emailWords.accountSuspended.subject);
    expect(notice?.text).toContain(REASON);
    expect(await run('people', booked.email)).toContain(`suspended  ${REASON}`);
    expect(await run('suspend', booked.email, REASON)).toBe(words.nothing);

    expect(await run('unsuspend', booked.email)).toBe(words.isUnsuspended);
    const again = (await logsIn(booked)).content;
    const { content } = await app.call(listOwnApplications, { as: again });
    expect(content.map(({ status }) => status)).toEqual(['WITHDRAWN']);
    await done();
    expect(await readStudyState(study)).toBe('PUBLISHED');
    await assertConsistentBookings(app);
  });

  test('ends a session that a log-in opens at the same moment', async () => {
    const logIns = Array.from({ length: 8 }, () => logsIn(waiting));
    const answers = await Promise.all([...logIns, run('suspend', waiting.userId, REASON)]);
    expect(answers.at(-1)).toBe(words.isSuspended);
    const live = sql`
      select from identity.sessions where user_id = ${waiting.userId} and ended_at is null`;
    expect(await selectRows(live)).toEqual([]);
  });

  test('a researcher pauses their studies, and notifies applicants', async () => {
    await run('suspend', researcher.userId, REASON);
    await done();
    expect(await readStudyState(study)).toBe('PAUSED');
    expect(await findNotifications(waiting)).toContain('STUDY_SUSPENDED');
    await run('unsuspend', researcher.userId);
    await done();
    researcher = (await logsIn(researcher)).content;
    expect((await app.call(calls.resumeStudy, own())).status).toBe(200);
    const audit = await run('audit', '--since', new Date().toISOString().slice(0, 10));
    expect(audit).toMatch(new RegExp(`PERSON_SUSPENDED +${researcher.userId} +kofi: ${REASON}`));
  });
});

const withEmail = async (as: SignedInUser, email: string) => {
  const token = await emailChangeSecret(app, as, email);
  return (await app.call(changeEmail, { as, body: { token } })).content;
};

test('an email address that a thief changed is restored: nothing that the thief chose signs in any more', async () => {
  const robbed = await registerParticipant(app);
  expect(await run('email-back', robbed.userId)).toBe(words.usage);
  // A pending change has changed nothing yet.
  await emailChangeSecret(app, robbed, 'asked-for@example.test');
  expect(await run('email-back', robbed.userId, robbed.email)).toBe(words.notBefore);
  const first = await withEmail(robbed, 'thief@example.test');
  const thief = await withEmail(first, 'thief-again@example.test');
  expect(await run('people', robbed.email)).toContain(robbed.userId);
  for (const other of [thief.email, 'stranger@example.test'])
    expect(await run('email-back', robbed.userId, other)).toBe(words.notBefore);
  expect((await app.call(readOwnAccount, { as: thief })).status).toBe(200);
  const named = robbed.email.toUpperCase();
  expect(await run('email-back', robbed.userId, named)).toBe(words.emailIsBack(robbed.email));
  await done();
  expect((await app.call(readOwnAccount, { as: thief })).status).toBe(401);
  expect(await emailsTo(first, emailWords.resetPassword.subject)).toEqual([]);
  for (const address of [thief.email, first.email, robbed.email])
    expect(await codeOrStatus(logsIn({ ...robbed, email: address }))).toBe('WRONG_CREDENTIALS');
  const password = 'adinkra symbols 84';
  await setPassword(app, robbed, await resetToken(app, robbed.email), password);
  expect(await codeOrStatus(logsIn(robbed, password))).toBe(200);
  for (const address of [robbed.email, first.email])
    expect(await run('email-back', robbed.userId, address)).toBe(words.notBefore);
  expect(await run('audit', '--who', robbed.userId)).toMatch(/EMAIL_PUT_BACK +\S+ +kofi$/m);
});

test('an address that another account uses by now is restored once that account gives it up', async () => {
  const robbed = await registerParticipant(app);
  const { email } = robbed;
  await withEmail(robbed, 'robber@example.test');
  const registeredAgain = await registerVerified(app, 'PARTICIPANT', { email });
  await expect(run('email-back', robbed.userId, email)).rejects.toThrow(
    words.otherAccount(email, registeredAgain.userId),
  );
  expect(await codeOrStatus(logsIn(registeredAgain))).toBe(200);
  await withEmail(registeredAgain, 'again@example.test');
  expect(await run('email-back', robbed.userId, email)).toBe(words.emailIsBack(email));
});

test('a waiting company is listed, accepted or declined, and the audit names the operator', async () => {
  const [first, second, third] = [
    await registerResearcher(app),
    await registerResearcher(app),
    await registerResearcher(app),
  ];
  for (const as of [first, second, third])
    await app.call(submitCompanyInformation, { as, body: companyBody(as.userId) });
  expect(await run('companies', '--pending')).toMatch(new RegExp(`PENDING .*${first.userId}`));
  const token = await emailSecret(app, first.userId, 'DECIDE_COMPANY');
  expect(await run('accept', first.email)).toBe(words.accepted);
  expect(await run('decline', second.userId, ...REASON.split(' '))).toBe(words.declined);
  // A waiting company has no studies to reopen.
  expect(await run('restore', third.userId)).toBe(words.accepted);
  for (const { userId } of [first, second, third]) {
    expect(await run('accept', userId)).toBe(words.nothing);
    expect(await run('decline', userId, REASON)).toBe(words.nothing);
    expect(await run('companies', '--pending', userId)).toBe(words.none);
  }
  const byLink = { params: { userId: first.userId }, body: { token, decision: 'DECLINE' } };
  expect(await codeOrStatus(app.call(decideCompany, byLink))).toBe('COMPANY_ALREADY_DECIDED');
  await done();
  expect(await emailsTo(first, emailWords.companyAccepted.subject)).toHaveLength(1);
  expect((await emailsTo(second, emailWords.companyDeclined.subject))[0]?.text).toContain(REASON);
  expect(await findNotifications(second)).toContain('COMPANY_DECLINED');
  expect(await run('audit', '--who', first.userId)).toMatch(/COMPANY_ACCEPTED +\S+ +kofi$/m);
  expect(await run('audit', '--who', second.userId)).toContain(`kofi: ${REASON}`);
});

test('a test email, a test text and a provider check print the answer, and fail if it is a refusal', async () => {
  const to = 'operator@example.test';
  await run('try', 'email', to);
  expect((await app.mailbox.read(to)).map(({ subject }) => subject)).toEqual([words.testEmail.subject]);
  const response = '535 5.7.8 who are you';
  const refuse = async () => {
    throw new Error('refused', { cause: Object.assign(new Error('Invalid login'), { response }) });
  };
  await expect(operatorCommands(app, jobs, { sendMail: refuse })('try', 'email', to)).rejects.toThrow(
    response,
  );

  const balances = [
    { name: 'mtn', pesewas: 1250, said: 'HTTP 200' },
    { name: 'paystack', said: 'HTTP 401' },
  ];
  const tryProviders = (many: number) =>
    operatorCommands(app, jobs, { readBalances: async () => balances.slice(0, many) })('try', 'provider');
  await expect(tryProviders(0)).rejects.toThrow(words.noProvider);
  expect(await tryProviders(1)).toBe('mtn reports a balance of GH₵ 12.50');
  await expect(tryProviders(2)).rejects.toThrow('paystack did not report a balance: HTTP 401');

  await expect(run('try', 'text', '+233241234567')).rejects.toThrow(words.noGateway);
  const gateway = createServer((_, answer) => {
    answer.writeHead(401).end('{}');
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void gateway.close());
  const sms = {
    SMS_GATEWAY: 'arkesel',
    SMS_KEY: 'key',
    SMS_SENDER: 'Nkomo',
    SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
  };
  await expect(runWith(sms, 'try', 'text', '0241234567')).rejects.toThrow(words.notAMobileNumber);
  await expect(runWith(sms, 'try', 'text', '+233241234567')).rejects.toThrow('account CREDENTIALS');
});

test('companies and people are found by part of a name, email, company or id, and the log names none', async () => {
  const { userId, email, lastName } = await registerResearcher(app, { verified: true });
  const other = await registerParticipant(app);
  for (const search of [userId, email.slice(0, 12).toUpperCase(), lastName]) {
    expect(await run('people', search)).toContain(email);
    expect(await run('companies', search)).toMatch(new RegExp(`VERIFIED .*${userId}`));
  }
  expect(await run('companies', other.userId)).toBe(words.none);
  expect(await run('people', 'nobody at all')).toBe(words.none);
  const logged = lines.join('\n');
  expect([email, lastName, REASON].filter((text) => logged.includes(text))).toEqual([]);
});

test('a dead letter is listed, and retried by its id', async () => {
  const id = crypto.randomUUID();
  // No such user exists, so the retry has nothing to do.
  const userId = crypto.randomUUID();
  const data = JSON.stringify({ userId });
  await selectRows(sql`
    insert into identity_jobs.job (id, name, data, source_name)
    values (${id}, 'suspensions-dead-letter', ${data}::jsonb, 'suspensions')`);
  expect(await run('dead-letters')).toMatch(new RegExp(`identity +suspensions +${id} +.*${userId}`));
  expect(await run('retry', crypto.randomUUID())).toBe(words.noDeadLetter);
  expect(await run('retry', id)).toBe(words.retried(1));
  await done();
  expect(await run('dead-letters')).toBe(words.none);
  expect(await run('retry', id)).toBe(words.noDeadLetter);
});

test('all dead letters are retried, or those of one queue', async () => {
  const data = JSON.stringify({ userId: crypto.randomUUID() });
  for (const queue of ['suspensions', 'suspensions', 'reach'])
    await selectRows(sql`
      insert into identity_jobs.job (name, data, source_name)
      values (${`${queue}-dead-letter`}, ${data}::jsonb, ${queue})`);
  expect(await run('retry', '--all', 'emails')).toBe(words.noDeadLetter);
  expect(await run('retry', '--all', 'suspensions')).toBe(words.retried(2));
  expect(await run('dead-letters')).toMatch(/^SINCE [^\n]+\n\S+ +identity +reach [^\n]*$/);
  expect(await run('retry', '--all')).toBe(words.retried(1));
  await done();
  expect(await run('dead-letters')).toBe(words.none);
});

test('a dispute with a lost email is listed, and the email is sent again with a link that decides', async () => {
  const pair = {
    researcher: await registerResearcher(app, { verified: true }),
    participant: await registerParticipant(app, { withProfile: true }),
  };
  const { booking } = await makeBooked(app, pair);
  await moveStart(app, booking.id, '1 hour');
  const call = { as: pair.participant, params: { id: booking.id } };
  const body = { kind: 'NOBODY_CAME', text: 'I waited for half an hour' };
  expect((await app.call(reportMeeting, { ...call, body })).status).toBe(200);
  await makeTimePass(app, booking.id, '73 hours');
  const listed = await run('disputes');
  expect(listed).toMatch(new RegExp(`^${booking.id} +\\S+Z +open for 3 days +Wallet habits, round 1$`, 'm'));
  for (const secret of [PHONE, body.text, pair.participant.email]) expect(listed).not.toContain(secret);

  const decide = (token: string) =>
    codeOrStatus(
      app.call(decideDispute, { ...call, body: { token, decision: 'PARTICIPANT', reason: 'No call' } }),
    );
  const links = async () =>
    (await app.mailbox.read(app.settings['ADMIN_EMAIL'] ?? ''))
      .flatMap((message) => message.links)
      .filter((url) => url.includes(`/decide-meeting/${booking.id}`));
  await expect.poll(links).toHaveLength(1);
  for (let times = 2; times <= 3; times += 1) {
    expect(await run('disputes', booking.id)).toBe(words.disputeSent);
    await expect.poll(links).toHaveLength(times);
  }
  const oldKey = { kty: 'OKP', crv: 'Ed25519', x: 'rotated', d: 'away' } as const;
  expect(await decide(disputeSecret({ PROJECT_SIGNING_KEYS: [oldKey] }, booking.id))).toBe('TOKEN_NOT_VALID');
  expect(await decide((await links())[0]?.split('/').at(-1) ?? '')).toBe(200);
  expect(await run('disputes')).not.toContain(booking.id);
  expect(await run('disputes', booking.id)).toBe(words.notDisputed);
  expect(await run('disputes', crypto.randomUUID())).toBe(words.notDisputed);
});

test('payables that are unaccepted for an hour are listed by id, with amount and time', async () => {
  const [applicationId, studyId] = [crypto.randomUUID(), crypto.randomUUID()];
  await sql`insert into project.payables (application_id, study_id, participant_id, pesewas, due_at)
    values (${applicationId}, ${studyId}, gen_random_uuid(), 5000, now() - interval '2 hours')`.execute(
    app.engine.owner,
  );
  expect(await run('payables')).toMatch(
    new RegExp(`^${applicationId}  ${studyId}  GH₵ 50\\.00  \\S+Z$`, 'm'),
  );
});

test('the rows that the next retention run would delete are counted by kind, and nothing is deleted', async () => {
  const expired = sql`
    insert into project.limits (key_hash, count, ends_at)
    select int8send(n), 1, now() - interval '1 hour' from generate_series(1, 7) as n`;
  await selectRows(expired);
  await selectRows(sql`
    insert into identity.people (user_id, email, role, first_name, last_name, created_at)
    values (gen_random_uuid(), 'never@example.test', 'PARTICIPANT', 'x', 'x', now() - interval '1 year')`);
  expect(await run('people', 'never@example.test')).toMatch(
    /never@example\.test +\S+ +\d{4}-\d\d-\d\d +not verified$/m,
  );
  for (let time = 1; time <= 2; time += 1) {
    const output = await run('retention');
    expect(output).toMatch(/^project +endedLimits +7$/m);
    expect(output).toMatch(/^identity +unverifiedPeople +1$/m);
    expect(output).toMatch(/^payment +audit +0$/m);
  }
});

test('OBS-2 audit rows past their period are deleted; even the owner cannot delete or change newer ones', async () => {
  const { goes, stays } = retentionEdge(RETENTION.audit);
  const [old, young] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const { schema } of SERVICES) {
    const audit = sql.table(`${schema}.audit`);
    await selectRows(sql`
      insert into ${audit} (audit_id, event, user_id, at)
      values (gen_random_uuid(), 'LOGGED_IN', ${old}, now() - ${goes}::interval),
        (gen_random_uuid(), 'LOGGED_IN', ${young}, now() - ${stays}::interval)`);
    for (const statement of [
      sql`delete from ${audit} where user_id = ${young}`,
      sql`update ${audit} set event = 'NOTHING' where user_id = ${old}`,
      sql`truncate ${audit}`,
    ]) {
      await expect(statement.execute(app.engine.owner)).rejects.toThrow('append-only');
    }
  }
  expect(await run('retention')).toMatch(/^payment +audit +1$/m);
  const counts = 'identity 1, payment 1, project 1';
  expect(await run('delete-old-audit')).toBe(words.oldAuditDeleted(counts));
  const remaining = await run('audit', '--since', '2000-01-01');
  expect(remaining).not.toContain(old);
  expect(remaining.split(young)).toHaveLength(4);
  expect(remaining).toMatch(new RegExp(`OLD_AUDIT_DELETED +kofi: ${counts}`));
});

test.each([
  [],
  ['something'],
  ['audit', '--since', 'never'],
  ['audit', '--other'],
  ['retry', 'it'],
  ['try', 'email'],
  ['try', 'pigeon', 'it'],
  ['disputes', 'it'],
])('anything else prints the usage: %j', async (...given) => {
  expect(await run(...given)).toBe(words.usage);
});

test('deliveries are listed with recipient, channel, kind and outcome, without any content', async () => {
  const person = await registerByCalls(app, 'newcomer');
  const text = (state: string, reason: string | null) =>
    selectRows(sql`insert into identity.texts (text_id, user_id, kind, state, reason, gateway)
      values (gen_random_uuid(), ${person.userId}, 'MEETING_TOMORROW', ${state}, ${reason}, 'ARKESEL')`);
  await text('FAILED', 'NUMBER');
  await text('DELIVERED', null);
  const bulk = JSON.stringify({ userId: person.userId, kind: 'PROJECT_EMAIL', asked: 'STUDIES_FIT' });
  await selectRows(
    sql`insert into identity_jobs.job (name, data) values ('bulk-emails-dead-letter', ${bulk}::jsonb)`,
  );
  await done();
  const shown = await run('deliveries', person.email);
  expect(shown).toMatch(new RegExp(`EMAIL +VERIFY_EMAIL +ENDED +${person.email} +${person.userId}`));
  expect(shown).toMatch(new RegExp(`EMAIL +STUDIES_FIT +FAILED +${person.email} +${person.userId}`));
  expect(shown).toMatch(new RegExp(`ARKESEL +MEETING_TOMORROW +DELIVERED +${person.email}`));
  expect(shown).toMatch(new RegExp(`ARKESEL +MEETING_TOMORROW +FAILED +NUMBER +${person.email}`));
  // One more line is for the headings.
  expect(shown.split('\n')).toHaveLength(5);
  expect(await run('deliveries', person.email, '--since', '2099-01-01')).toBe(words.none);
  expect(await run('deliveries', 'nobody@example.test')).toBe(words.unknown);
  expect(await run('deliveries')).toContain(person.userId);
  await selectRows(sql`delete from identity_jobs.job where name = 'bulk-emails-dead-letter'`);
});

test('text-reports prints the URL for a gateway’s reports, exactly as the service accepts it', async () => {
  expect(await run('text-reports')).toBe(reportUrl(readIdentityConfig(app.settings), ANY_TEXT));
});

test('ussd prints the URL for a gateway’s USSD requests, or that there is none', async () => {
  expect(await run('ussd')).toBe(words.noUssd);
  const sms = { SMS_GATEWAY: 'arkesel', SMS_KEY: 'key', SMS_SENDER: 'Nkomo', USSD_GATEWAY: 'arkesel' };
  const environment = { ...sms, USSD_CODE: '*920*55#' };
  expect(await runWith(environment, 'ussd')).toBe(
    ussdUrl(readIdentityConfig({ ...app.settings, ...environment })),
  );
});
