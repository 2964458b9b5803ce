import { sql } from 'kysely';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, fundBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { reportMeeting } from '@app/contracts/project/disputes.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { deleteProject, listProjectStudies, restoreProject } from '@app/contracts/project/projects.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/study-calls.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { createLog } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  fundBody,
  INCENTIVE,
  makeBudget,
  makeFundedBudget,
  markFundingPaid,
} from '@app/test/support/budgets.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { assertConsistentLedger } from '../../../payment/test/money.ts';
import { decide } from '#test/applicants.ts';
import { accept, book, freshSlot, makeTimePass, moveStart } from '#test/meetings.ts';
import { SERVICE_ROLE } from '../open-db.ts';
import type { ProjectTables } from '../schema.ts';
import { refundEndedBudgets } from '../studies/budgets.ts';
import { deleteOldDeletedStudies, eraseOldProjects } from '../studies/erase-studies.ts';
import { apply, makeDraft, makeProject, planBody } from '#test/studies.ts';
import { decideAsAdmin } from '#test/disputes.ts';
import { emailTo } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
afterEach(() => assertConsistentLedger(app));

const publish = (id: string, places = 10) =>
  app.call(calls.publishStudy, {
    as: researcher,
    params: { id },
    body: planBody({ desiredNumberOfParticipants: places }),
  });
const addPlaces = (id: string, places: number) =>
  app.call(calls.addPlaces, {
    as: researcher,
    params: { id },
    body: { desiredNumberOfParticipants: places },
  });
const budget = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const read = async (id: string) =>
  (await app.call(readStudy, { as: researcher, params: { id } })).content as Study;
const isRefunded = async (studyId: string) => {
  const { rows } = await sql<{ isRefunded: boolean }>`
    select refunded_at is not null as "isRefunded" from project.studies where study_id = ${studyId}`.execute(
    app.engine.owner,
  );
  return rows[0]?.isRefunded;
};
/** Makes the deletion of a project, and of its drafts, a day old. */
const backdateDeletion = (projectId: string) =>
  sql`with project as (
      update project.projects set deleted_at = deleted_at - interval '25 hours' where project_id = ${projectId}
    ) update project.studies set deleted_at = deleted_at - interval '25 hours' where project_id = ${projectId}`.execute(
    app.engine.owner,
  );
const runMoneySchedule = () => sql.raw(startJobSql('project', 'money-schedule')).execute(app.engine.owner);

test('an incentive is a whole number of cedis up to 3,000; without one no one is paid', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  for (const [incentive, code] of [
    [-1, 'incentive'],
    [0.5, 'wholeNumber'],
    [3001, 'incentiveMax'],
  ] as const) {
    const { id } = await makeDraft(app, researcher, { projectId });
    const refused = await app.call(calls.editStudy, { as: researcher, params: { id }, body: { incentive } });
    expect(refused).toMatchObject({ status: 400, json: { content: [{ field: 'incentive', code }] } });
  }
  const draft = await makeDraft(app, researcher, { projectId });
  expect(draft.incentive).toBe(0);
  const edited = await app.call(calls.editStudy, {
    as: researcher,
    params: { id: draft.id },
    body: { incentive: 3000 },
  });
  expect(edited.content.incentive).toBe(3000);
  await app.call(calls.editStudy, { as: researcher, params: { id: draft.id }, body: { name: 'Else' } });
  expect(await read(draft.id)).toMatchObject({ incentive: 3000, name: 'Else' });
  const listed = await app.call(listProjectStudies, { as: researcher, params: { id: projectId } });
  expect(listed.content.map(({ incentive }) => incentive)).toContain(3000);
});

test('a study without a funded budget is neither published nor changed, and the answer names what is missing', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const bare = await makeDraft(app, researcher, { projectId, incentive: 50 });
  expect(await publish(bare.id)).toMatchObject({
    status: 409,
    json: {
      code: 'STUDY_NOT_FUNDED',
      content: [
        { code: 'missingMoney', params: { limit: 50_000 }, message: expect.stringContaining('GH₵ 500.00') },
      ],
    },
  });
  expect(await read(bare.id)).toEqual(bare);
  const { studyId } = await makeBudget(app, researcher);
  expect((await publish(studyId)).json).toMatchObject({
    code: 'STUDY_NOT_FUNDED',
    content: [{ params: { limit: 51_000 } }],
  });
  expect(await budget(studyId)).toMatchObject({ promisedInPesewas: 0 });
});

test('a draft whose money was refunded does not ask for the rest: its budget is closed', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  expect((await publish(studyId)).json).toMatchObject({ code: 'BUDGET_IS_CLOSED' });
  expect(await read(studyId)).toMatchObject({ state: 'DRAFT' });
});

test('a funded study is published once, despite concurrent calls, and its places are reserved', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  expect((await publish(studyId, 11)).json).toMatchObject({ code: 'STUDY_NOT_FUNDED' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => publish(studyId)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await budget(studyId)).toMatchObject({ promisedInPesewas: 51_000, availableInPesewas: 0 });
  const edited = await app.call(calls.editStudy, {
    as: researcher,
    params: { id: studyId },
    body: { incentive: 1 },
  });
  expect(edited).toMatchObject({ status: 409, json: { code: 'STUDY_IS_PUBLISHED' } });
  expect((await addPlaces(studyId, 11)).json).toMatchObject({
    code: 'STUDY_NOT_FUNDED',
    content: [{ params: { limit: 5000 } }],
  });
  expect(await read(studyId)).toMatchObject({ desiredNumberOfParticipants: 10 });
});

test('fewer places leave room to add some, and an incentive other than the budget’s is refused', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  const edit = (incentive: number) =>
    app.call(calls.editStudy, { as: researcher, params: { id: studyId }, body: { incentive } });
  await edit(40);
  expect((await publish(studyId, 4)).json).toMatchObject({ code: 'BUDGET_EXISTS' });
  await edit(50);
  expect((await publish(studyId, 4)).status).toBe(200);
  expect((await budget(studyId)).promisedInPesewas).toBe(20_400);
  expect((await addPlaces(studyId, 6)).content).toMatchObject({ desiredNumberOfParticipants: 6 });
  expect((await budget(studyId)).promisedInPesewas).toBe(30_600);
});

test('while the payment service is unavailable no paid study is published, and nothing is lost', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  const { id: projectId } = await makeProject(app, researcher);
  const unpaid = await makeDraft(app, researcher, { projectId });
  await sql`alter table payment.budgets rename to budgets_away`.execute(app.engine.owner);
  expect(await publish(studyId)).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } });
  expect(await read(studyId)).toMatchObject({ state: 'DRAFT', version: 1 });
  expect((await publish(unpaid.id)).status).toBe(200);
  await sql`alter table payment.budgets_away rename to budgets`.execute(app.engine.owner);
  expect((await publish(studyId)).status).toBe(200);
});

test('the remaining budget is refunded once a study has ended: closed, or deleted with its project', async () => {
  const closed = await makeFundedBudget(app, researcher);
  const endedStudy = await makeFundedBudget(app, researcher);
  const open = await makeFundedBudget(app, researcher);
  for (const { studyId } of [closed, open]) expect((await publish(studyId, 2)).status).toBe(200);
  await app.call(calls.closeStudy, { as: researcher, params: { id: closed.studyId } });
  const deleted = await app.call(deleteProject, { as: researcher, params: { id: endedStudy.projectId } });
  expect(deleted.status).toBe(204);
  await runMoneySchedule();
  await expect.poll(async () => (await budget(closed.studyId)).state).toBe('CLOSED');
  expect(await budget(endedStudy.studyId)).toMatchObject({ state: 'OPEN' });
  await backdateDeletion(endedStudy.projectId);
  await runMoneySchedule();
  await expect.poll(async () => (await budget(endedStudy.studyId)).state).toBe('CLOSED');
  expect(await budget(endedStudy.studyId)).toMatchObject({ promisedInPesewas: 0, availableInPesewas: 0 });
  expect(await budget(open.studyId)).toMatchObject({ state: 'OPEN', promisedInPesewas: 10_200 });
});

test('a draft that is restored with its project is funded, published and filled like any other', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id: studyId } = await makeDraft(app, researcher, { projectId, incentive: INCENTIVE / 100 });
  const free = await makeDraft(app, researcher, { projectId, incentive: 20 });
  await app.call(calls.editStudy, { as: researcher, params: { id: free.id }, body: { incentive: 0 } });
  const params = { id: projectId };
  await app.call(deleteProject, { as: researcher, params });
  await backdateDeletion(projectId);
  await runMoneySchedule();
  await expect.poll(() => isRefunded(studyId)).toBe(true);
  // The job refunds a budget once, so an outdated page cannot start another funding.
  const early = await app.call(fundBudget, { as: researcher, body: fundBody(studyId) });
  expect(early).toMatchObject({ status: 404, json: { code: 'STUDY_NOT_FOUND' } });
  expect((await app.call(restoreProject, { as: researcher, params })).status).toBe(200);
  expect(await read(free.id)).toMatchObject({ state: 'DRAFT', incentive: 0 });
  const asked = await app.call(fundBudget, { as: researcher, body: fundBody(studyId) });
  await markFundingPaid(app, { studyId, fundingId: asked.content.fundings[0]?.id ?? '' });
  expect((await publish(studyId)).status).toBe(200);
  const participant = await registerParticipant(app, { withProfile: true });
  const { content: application } = await apply(app, participant, await read(studyId));
  const decided = await decide(app, researcher, studyId, [application.id], { status: 'ACCEPTED' });
  expect(decided.content.undecided).toEqual([]);
});

test('in a closed study that pays nothing waiting applicants can be accepted, even if its draft once paid', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makeDraft(app, researcher, { projectId, incentive: 50 });
  await app.call(calls.editStudy, { as: researcher, params: { id }, body: { incentive: 0 } });
  expect((await publish(id)).status).toBe(200);
  const participant = await registerParticipant(app, { withProfile: true });
  const { content: application } = await apply(app, participant, await read(id));
  await app.call(calls.closeStudy, { as: researcher, params: { id } });
  await runMoneySchedule();
  await expect.poll(() => isRefunded(id)).toBe(true);
  const decided = await decide(app, researcher, id, [application.id], { status: 'ACCEPTED' });
  expect(decided.content.undecided).toEqual([]);
});

test('a deleted study keeps its money for the day in which it can be restored', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  expect((await publish(studyId, 2)).status).toBe(200);
  const params = { id: studyId };
  expect((await app.call(calls.deleteStudy, { as: researcher, params })).status).toBe(204);
  await runMoneySchedule();
  expect((await app.call(calls.restoreStudy, { as: researcher, params })).status).toBe(200);
  expect(await budget(studyId)).toMatchObject({ state: 'OPEN', promisedInPesewas: 10_200 });
  await app.call(calls.deleteStudy, { as: researcher, params });
  await sql`update project.studies set deleted_at = deleted_at - interval '25 hours' where study_id = ${studyId}`.execute(
    app.engine.owner,
  );
  await runMoneySchedule();
  await expect.poll(async () => (await budget(studyId)).state).toBe('CLOSED');
});

test('a longer time for restoring a study keeps its budget longer', async () => {
  const period = RETENTION.deletedStudies as { days: number };
  const { days } = period;
  onTestFinished(() => void (period.days = days));
  period.days = 3;
  const { studyId } = await makeFundedBudget(app, researcher);
  const params = { id: studyId };
  expect((await publish(studyId)).status).toBe(200);
  expect((await app.call(calls.deleteStudy, { as: researcher, params })).status).toBe(204);
  const age = (hours: number) =>
    sql`update project.studies set deleted_at = deleted_at - make_interval(hours => ${hours}) where study_id = ${studyId}`.execute(
      app.engine.owner,
    );
  await age(25);
  const asked: string[] = [];
  const callPayment = (async (_: unknown, { params: { studyId: id } }: { params: { studyId: string } }) =>
    void asked.push(id)) as unknown as CallPeer;
  const db = app.engine.connect<ProjectTables>(SERVICE_ROLE);
  const given = { db, callPayment, log: createLog('silent') };
  await refundEndedBudgets(given);
  expect(asked).not.toContain(studyId);
  expect((await app.call(closeBudget, { as: researcher, params: { studyId } })).json).toMatchObject({
    code: 'BUDGET_IN_USE',
  });
  await age(48);
  await refundEndedBudgets(given);
  expect(asked).toContain(studyId);
  expect((await app.call(calls.restoreStudy, { as: researcher, params })).status).toBe(404);
});

test('a draft that is restored while its money is requested is not treated as unfunded', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makeDraft(app, researcher, { projectId, incentive: INCENTIVE / 100 });
  const deleteAt = (at: string) =>
    sql`update project.studies set deleted_at = ${sql.raw(at)} where study_id = ${id}`.execute(
      app.engine.owner,
    );
  await deleteAt(`now() - interval '25 hours'`);
  const callPayment = (async () => void (await deleteAt('null'))) as unknown as CallPeer;
  const db = app.engine.connect<ProjectTables>(SERVICE_ROLE);
  await refundEndedBudgets({ db, callPayment, log: createLog('silent') });
  expect(await isRefunded(id)).toBe(false);
});

test('the money of a draft whose incentive is set to nothing is refunded once the draft is deleted', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  const params = { id: studyId };
  await app.call(calls.editStudy, { as: researcher, params, body: { incentive: 0 } });
  expect((await app.call(calls.deleteStudy, { as: researcher, params })).status).toBe(204);
  await runMoneySchedule();
  expect((await budget(studyId)).state).toBe('OPEN');
  await sql`update project.studies set deleted_at = deleted_at - interval '25 hours' where study_id = ${studyId}`.execute(
    app.engine.owner,
  );
  await deleteOldDeletedStudies(app.engine.owner, 100);
  await runMoneySchedule();
  await expect.poll(async () => (await budget(studyId)).state).toBe('CLOSED');
});

test('the money of a draft that is published without pay is refunded automatically, and its researcher sees it', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  const params = { id: studyId };
  await app.call(calls.editStudy, { as: researcher, params, body: { incentive: 0 } });
  await runMoneySchedule();
  expect((await budget(studyId)).state).toBe('OPEN');
  expect((await publish(studyId)).status).toBe(200);
  await runMoneySchedule();
  await expect.poll(async () => (await budget(studyId)).state).toBe('CLOSED');
  await expect.poll(() => isRefunded(studyId)).toBe(true);
  expect(await budget(studyId)).toMatchObject({ refundedInPesewas: 51_000, availableInPesewas: 0 });
  await emailTo(app, researcher, paymentEmailWords.BUDGET_REFUNDED.subject, studyId);
  // The study accepts applicants like any unpaid one.
  const participant = await registerParticipant(app, { withProfile: true });
  const { content: application } = await apply(app, participant, await read(studyId));
  const decided = await decide(app, researcher, studyId, [application.id], { status: 'ACCEPTED' });
  expect(decided.content.undecided).toEqual([]);
});

test('a closed study keeps money for waiting applicants; after the refund no one can be accepted', async () => {
  const study = await makePaidStudy(app, researcher);
  const params = { studyId: study.id };
  const participant = await registerParticipant(app, { withProfile: true });
  const { id } = (await apply(app, participant, study)).content;
  await app.call(calls.closeStudy, { as: researcher, params: { id: study.id } });
  const close = () => app.call(closeBudget, { as: researcher, params });
  expect((await close()).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  await decide(app, researcher, study.id, [id], { status: 'DECLINED', reason: 'NOT_A_MATCH' });
  await runMoneySchedule();
  await expect.poll(async () => (await budget(study.id)).state).toBe('CLOSED');
  await expect.poll(() => isRefunded(study.id)).toBe(true);
  for (const status of ['PENDING', 'ACCEPTED'] as const) {
    const decided = await decide(app, researcher, study.id, [id], { status });
    expect(decided.content.undecided[0]?.because).toBe(status === 'ACCEPTED' ? 'NO_PLACE_LEFT' : undefined);
  }
});

test('no one is accepted after a budget is closed by hand, before and after the job records it', async () => {
  const study = await makePaidStudy(app, researcher);
  const participant = await registerParticipant(app, { withProfile: true });
  const { id } = (await apply(app, participant, study)).content;
  await app.call(calls.closeStudy, { as: researcher, params: { id: study.id } });
  await decide(app, researcher, study.id, [id], { status: 'DECLINED', reason: 'NOT_A_MATCH' });
  const closed = await app.call(closeBudget, { as: researcher, params: { studyId: study.id } });
  expect(closed.content).toMatchObject({ state: 'CLOSED' });
  await decide(app, researcher, study.id, [id], { status: 'PENDING' });
  const readAccepted = async () =>
    (await decide(app, researcher, study.id, [id], { status: 'ACCEPTED' })).content.undecided;
  expect(await readAccepted()).toMatchObject([{ because: 'NO_PLACE_LEFT' }]);
  expect(await isRefunded(study.id)).toBe(false);
  await runMoneySchedule();
  await expect.poll(() => isRefunded(study.id)).toBe(true);
  await sql`update project.studies set refunding_until = now() where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(await readAccepted()).toMatchObject([{ because: 'NO_PLACE_LEFT' }]);
});

test('the money stays while an absence can be disputed, and is refunded once a mark settles it', async () => {
  const study = await makePaidStudy(app, researcher);
  const params = { studyId: study.id };
  const participant = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
  await app.call(calls.closeStudy, { as: researcher, params: { id: study.id } });
  await sql`delete from project.study_slots where study_id = ${study.id} and taken = 0`.execute(
    app.engine.owner,
  );
  await moveStart(app, content.id, '80 hours');
  const close = () => app.call(closeBudget, { as: researcher, params });
  const set = (columns: string) =>
    sql`update project.bookings set ${sql.raw(columns)} where booking_id = ${content.id}`.execute(
      app.engine.owner,
    );
  await set(
    `state = 'NO_SHOW', marked = 'NO_SHOW', marked_at = now(), final_at = now() + interval '10 minutes'`,
  );
  expect((await close()).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  const long = `marked_at = now() - interval '80 hours', final_at = now() - interval '80 hours'`;
  await set(`${long}, reported_at = now() - interval '79 hours', report_kind = 'NOT_A_NO_SHOW'`);
  expect((await close()).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  await set(`state = 'ATTENDED', marked = 'ATTENDED'`);
  expect((await close()).status).toBe(200);
});

test('a deleted project keeps its texts until the money of its studies is refunded, and then loses them', async () => {
  const study = await makePaidStudy(app, researcher);
  const { id: studyId, projectId } = study;
  const participant = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, studyId, await freshSlot(app, studyId));
  await moveStart(app, content.id, '1 hour');
  const params = { id: content.id };
  const body = { kind: 'NOBODY_CAME', text: 'Nobody called' };
  expect((await app.call(reportMeeting, { as: participant, params, body })).status).toBe(200);
  await app.call(calls.closeStudy, { as: researcher, params: { id: studyId } });
  await app.call(deleteProject, { as: researcher, params: { id: projectId } });
  await sql`delete from project.study_slots where study_id = ${studyId} and taken = 0`.execute(
    app.engine.owner,
  );
  await sql`update project.projects set deleted_at = now() - interval '31 days' where project_id = ${projectId}`.execute(
    app.engine.owner,
  );
  const readTexts = async () => {
    await eraseOldProjects(app.engine.connect<ProjectTables>('project_app'), 100);
    const { rows } = await sql<{ project: string; study: string; hasRefund: boolean }>`
      select project.project_name as project, study.description as study, refunded_at is not null as "hasRefund"
      from project.studies as study join project.projects as project using (project_id)
      where study_id = ${studyId}`.execute(app.engine.owner);
    return rows[0];
  };
  const words = { project: expect.stringMatching(/./), study: expect.stringMatching(/./) };
  expect(await readTexts()).toEqual({ ...words, hasRefund: false });

  expect((await decideAsAdmin(app, content.id, 'RESEARCHER')).status).toBe(200);
  await moveStart(app, content.id, '80 hours');
  await makeTimePass(app, content.id, '80 hours');
  await runMoneySchedule();
  await expect.poll(readTexts).toEqual({ project: '', study: '', hasRefund: true });
});

test('a closed study keeps money for accepted applicants as long as they can book a time', async () => {
  const study = await makePaidStudy(app, researcher);
  const studyId = study.id;
  const participant = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant, study });
  await app.call(calls.closeStudy, { as: researcher, params: { id: studyId } });
  const close = () => app.call(closeBudget, { as: researcher, params: { studyId } });
  expect((await close()).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  await sql`update project.study_slots set starts_at = starts_at - interval '1 year' where study_id = ${studyId}`.execute(
    app.engine.owner,
  );
  expect(await close()).toMatchObject({ status: 200 });
});
