import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { sql } from 'kysely';
import { readPlaceCounts } from '#test/applicants.ts';
import {
  decideOnSubmissions,
  findCompletionCode,
  makeOnline,
  makePaidOnline,
  makeStarted,
  makeSubmissionOlder,
  makeSubmitted,
  openSurveyCommands,
  rejection,
  runSubmissionSchedule,
} from '#test/submissions.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let study: Study;
let id: string;
let admin: Awaited<ReturnType<typeof openSurveyCommands>>;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  admin = await openSurveyCommands(app);
});
afterAll(() => admin.stop());
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
  study = await makePaidOnline(app, researcher);
  id = await makeSubmitted(app, { researcher, participant, study });
});

const decide = (decision: object, ids = [id]) =>
  decideOnSubmissions(app, { researcher, study }, ids, decision);
const byAdmin = (decision: 'APPROVED' | 'REJECTED', submissionId = id) =>
  admin.decide({ id: submissionId, decision, reason: 'We read the answers.', by: 'kofi' });
const appeal = (as = participant) =>
  app.call(calls.appealRejection, { as, params: { id }, body: { statement: 'I answered all of it.' } });
const own = async (as = participant) =>
  (await app.call(calls.listOwnSubmissions, { as })).content.find(({ studyId }) => studyId === study.id);
const statusOf = async () =>
  (await app.call(listOwnApplications, { as: participant, query: {} })).content.find(
    (one) => one.study.id === study.id,
  )?.status;
const passTime = async (age: string) => {
  await makeSubmissionOlder(app, id, age);
  await runSubmissionSchedule(app);
};
const readPayable = async () =>
  (
    await sql<{ pesewas: number }>`select pesewas from project.payables where study_id = ${study.id}`.execute(
      app.engine.owner,
    )
  ).rows[0]?.pesewas;
const kinds = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content
    .filter(({ params }) => params.studyId === study.id)
    .map(({ kind }) => kind);
const nothing = { status: 409, code: 'NOTHING_TO_REPORT' };

test('a participant objects once to a final rejection, and the place waits for the admin', async () => {
  expect((await appeal()).json).toMatchObject(nothing);
  await decide(rejection);
  expect((await own())?.appealUntil).toBeNull();
  expect((await appeal()).json).toMatchObject(nothing);
  await makeSubmissionOlder(app, id, '11 minutes');
  expect((await own())?.appealUntil).not.toBeNull();
  const stranger = await registerParticipant(app, { withProfile: true });
  expect((await appeal(stranger)).json).toMatchObject({ status: 404, code: 'SUBMISSION_NOT_FOUND' });

  const sent = await appeal();
  expect(sent.content).toMatchObject({ status: 'REJECTED', appealUntil: null, adminDecision: null });
  expect(sent.content.appealedAt).not.toBeNull();
  expect((await appeal()).content).toEqual(sent.content);
  await passTime('80 hours');
  expect([(await own())?.status, await statusOf(), await readPayable()]).toEqual([
    'REJECTED',
    'ACCEPTED',
    undefined,
  ]);
  expect(await kinds(researcher)).toContain('SURVEY_DISPUTED');
  expect(await admin.list(100)).toMatchObject([{ id, openHours: 80, startsAt: null }]);
  expect([await admin.sendAgain(id), await admin.sendAgain(crypto.randomUUID())]).toEqual([true, false]);

  expect(await byAdmin('APPROVED')).toBe(true);
  expect(await own()).toMatchObject({
    status: 'APPROVED',
    rejection: null,
    adminDecision: { reason: 'We read the answers.' },
  });
  expect(await readPayable()).toBe(5000);
  for (const person of [participant, researcher]) expect(await kinds(person)).toContain('SURVEY_DECIDED');
  expect([await byAdmin('REJECTED'), await admin.sendAgain(id)]).toEqual([false, false]);
  expect((await decide({ decision: 'UNDO' })).content.results[0]?.because).toBe('IS_FINAL');
});

test('after 72 hours no one can object, and the place is free', async () => {
  await decide(rejection);
  await makeSubmissionOlder(app, id, '73 hours');
  expect((await appeal()).json).toMatchObject(nothing);
  await runSubmissionSchedule(app);
  expect([await statusOf(), await byAdmin('APPROVED')]).toEqual(['DECLINED', false]);
  expect(await readPlaceCounts(app, study.id)).toMatchObject({ counted: 0 });
});

test('an admin who agrees with the researcher ends the application', async () => {
  await decide(rejection);
  await makeSubmissionOlder(app, id, '11 minutes');
  await appeal();
  expect(await byAdmin('REJECTED')).toBe(true);
  await runSubmissionSchedule(app);
  expect(await own()).toMatchObject({
    status: 'REJECTED',
    appealUntil: null,
    rejection: { note: rejection.note },
    adminDecision: { reason: 'We read the answers.' },
  });
  expect([await statusOf(), await readPayable()]).toEqual(['DECLINED', undefined]);
  expect((await appeal()).status).toBe(200);
});

test('an admin decides a requested rejection once it is final, and no one can object to that', async () => {
  const ids = [id];
  for (let people = 1; people < 4; people += 1) {
    const other = await registerParticipant(app, { withProfile: true });
    ids.push(await makeSubmitted(app, { researcher, participant: other, study }));
  }
  const { results } = (await decide(rejection, ids.toReversed())).content;
  expect(results.at(-1)).toMatchObject({ submissionId: id, status: 'REJECTION_REQUESTED' });
  expect(await byAdmin('REJECTED')).toBe(false);
  await makeSubmissionOlder(app, id, '11 minutes');
  expect(await byAdmin('REJECTED')).toBe(true);
  expect(await own()).toMatchObject({ status: 'REJECTED', appealUntil: null });
  expect((await appeal()).json).toMatchObject(nothing);
});

test('a rejection of a code that came too late is reversed only while a place is left', async () => {
  study = await makeOnline(app, researcher, { desiredNumberOfParticipants: 1 });
  ({ id } = await makeStarted(app, participant, study));
  await passTime('61 minutes');
  const other = await registerParticipant(app, { withProfile: true });
  const theirs = await makeStarted(app, other, study);
  const code = await findCompletionCode(app, researcher, study.id);
  await app.call(calls.enterCompletionCode, { as: participant, body: { code } });
  await decide(rejection);
  await makeSubmissionOlder(app, id, '11 minutes');
  await appeal();
  expect([await byAdmin('APPROVED'), (await own())?.status]).toEqual(['NO_PLACE_LEFT', 'REJECTED']);
  await makeSubmissionOlder(app, theirs.id, '61 minutes');
  await runSubmissionSchedule(app);
  expect([await byAdmin('APPROVED'), await statusOf()]).toEqual([true, 'ACCEPTED']);
  expect(await readPlaceCounts(app, study.id)).toMatchObject({ counted: 1, accepted: 1 });
});
