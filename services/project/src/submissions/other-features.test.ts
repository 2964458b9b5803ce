import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { quoteBudget } from '@app/contracts/payment/budgets.ts';
import { erasePerson, findObstacles } from '@app/contracts/project/account-deletion.ts';
import { countApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications, withdrawConsent } from '@app/contracts/project/applications.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { readInvitedStudy } from '@app/contracts/project/invitations.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { deleteProject } from '@app/contracts/project/projects.ts';
import { readNextMeeting } from '@app/contracts/project/next-meeting.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { changeConsent, changeEthics, closeStudy } from '@app/contracts/project/study-calls.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { createLog } from '@app/kit/log.ts';
import { Failure } from '@app/kit/problem.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { sendPayable } from '../payables/send-payables.ts';
import { eraseOldAnswers } from '../retention-job.ts';
import type { ProjectTables } from '../schema.ts';
import { runJobsNow, waitUntilDone } from '#test/jobs.ts';
import { apply, dayAhead, makePublished } from '#test/studies.ts';
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
  start,
} from '#test/submissions.ts';
import { setSuspended } from '#test/suspensions.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});

const newPerson = () => registerParticipant(app, { withProfile: true });
const asIdentity = async () => ({ token: await serviceToken({ app }, 'identity', 'project') });
const application = async (study: Study, as = participant) =>
  (await app.call(listOwnApplications, { as, query: {} })).content.find((one) => one.study.id === study.id);
const submitted = (study: Study, as = participant, by = researcher) =>
  makeSubmitted(app, { researcher: by, participant: as, study });
async function approve(study: Study, id: string): Promise<void> {
  await decideOnSubmissions(app, { researcher, study }, [id], { decision: 'APPROVE' });
  await makeSubmissionOlder(app, id, '11 minutes');
}
const statusOf = async (id: string) =>
  (
    await sql<{ status: string }>`select status from project.submissions where submission_id = ${id}`.execute(
      app.engine.owner,
    )
  ).rows[0]?.status;

test('a study that excludes earlier participants excludes those whose survey is approved', async () => {
  const earlier = await makeOnline(app, researcher);
  const waiting = await newPerson();
  await approve(earlier, await submitted(earlier));
  await submitted(earlier, waiting);
  const excludedStudies = { studies: [earlier.id], who: ['MET' as const], weeks: null };
  const later = await makePublished(app, researcher, { projectId: earlier.projectId ?? '', excludedStudies });
  const sees = async (as: SignedInUser) =>
    (await app.call(browseStudies, { as, query: { size: 100 } })).content.some(({ id }) => id === later.id);
  expect([await sees(participant), await sees(waiting)]).toEqual([false, true]);
});

test('a new consent text is for people who have not opened the survey, and a finished survey stays', async () => {
  const study = await makeOnline(app, researcher, {}, { consentText: 'I agree to be asked about radios.' });
  const waiting = await newPerson();
  await submitted(study);
  await apply(app, waiting, study);
  const text = 'I agree to be asked about radios and music.';
  await app.call(changeConsent, { as: researcher, params: { id: study.id }, body: { text } });
  expect((await application(study))?.asksConsent).toBeNull();
  expect((await application(study, waiting))?.asksConsent).toMatchObject({ text });
  for (const as of [participant, waiting])
    await app.call(withdrawConsent, { as, params: { id: (await application(study, as))?.id ?? '' } });
  expect([(await application(study))?.status, (await application(study, waiting))?.status]).toEqual([
    'ACCEPTED',
    'WITHDRAWN',
  ]);
});

test('nobody in an online study is choosing a time, and an approved survey counts in its quota', async () => {
  const quotas = [{ places: 12 }];
  const study = await makeOnline(app, researcher, { quotas });
  await approve(study, await submitted(study));
  await submitted(study, await newPerson());
  const params = { id: study.id };
  const listed = await app.call(listApplicants, { as: researcher, params, query: { meeting: 'CHOOSING' } });
  expect(listed.content).toEqual([]);
  const counted = await app.call(countApplicants, { as: researcher, params });
  expect(counted.content.byQuota).toMatchObject([{ accepted: 2, met: 1 }]);
});

test('people with an open or submitted survey hear that the researcher is suspended, also in a closed study', async () => {
  const other = await registerResearcher(app, { verified: true });
  const study = await makeOnline(app, other);
  const open = await newPerson();
  await submitted(study, participant, other);
  await makeStarted(app, open, study);
  await app.call(closeStudy, { as: other, params: { id: study.id } });
  await setSuspended(app, other, true);
  await waitUntilDone(app, 'suspension-notifications');
  for (const as of [participant, open]) {
    const { content } = await app.call(listNotifications, { as, query: { size: 100 } });
    expect(content.map(({ kind }) => kind)).toContain('STUDY_SUSPENDED');
  }
});

test('a project stays while one of its surveys is open or waits for its researcher', async () => {
  const study = await makeOnline(app, researcher);
  const submitting = await newPerson();
  const { id } = await makeStarted(app, participant, study);
  const waiting = await submitted(study, submitting);
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  const remove = () => app.call(deleteProject, { as: researcher, params: { id: study.projectId ?? '' } });
  const refused = { status: 409, code: 'SUBMISSIONS_WAIT' };
  expect((await remove()).json).toMatchObject(refused);
  await approve(study, waiting);
  expect((await remove()).json).toMatchObject(refused);
  await makeSubmissionOlder(app, id, '61 minutes');
  await runSubmissionSchedule(app);
  expect((await remove()).status).toBe(204);
  await sql`update project.projects set deleted_at = deleted_at - interval '1 hour'
    where project_id = ${study.projectId}`.execute(app.engine.owner);
  await runJobsNow(app, 'settlements');
  expect([(await application(study))?.status, (await application(study, submitting))?.status]).toEqual([
    'DECLINED',
    'ACCEPTED',
  ]);
});

test('silence pays a very fast survey without a code if its researcher is suspended', async () => {
  const other = await registerResearcher(app, { verified: true });
  const study = await makeOnline(app, other);
  const { id } = await makeStarted(app, participant, study);
  expect(await obstacles(other)).toContain('SUBMISSIONS_WAIT');
  await app.call(calls.finishSubmission, { as: participant, params: { id }, body: {} });
  const paidBy = async () =>
    (await app.call(calls.listOwnSubmissions, { as: participant })).content[0]?.paidBy;
  await makeSubmissionOlder(app, id, '73 hours');
  await runSubmissionSchedule(app);
  expect([await statusOf(id), await paidBy()]).toEqual(['SUBMITTED', null]);
  await setSuspended(app, other, true);
  expect(await paidBy()).not.toBeNull();
  await runSubmissionSchedule(app);
  expect(await statusOf(id)).toBe('APPROVED');
});

const obstacles = async (as: SignedInUser) => {
  const params = { userId: as.userId };
  return (await app.call(findObstacles, { as: await asIdentity(), params })).content;
};
const erase = async (as: SignedInUser) =>
  app.call(erasePerson, { as: await asIdentity(), params: { userId: as.userId } });

test('a survey that waits for a person for ever does not keep its participant from leaving', async () => {
  const other = await registerResearcher(app, { verified: true });
  const study = await makePaidOnline(app, other);
  const { id } = await makeStarted(app, participant, study);
  await app.call(calls.finishSubmission, { as: participant, params: { id }, body: { note: 'No code' } });
  await makeSubmissionOlder(app, id, '71 hours');
  expect(await obstacles(participant)).toContain('PAYMENT_NOT_FINAL');
  await makeSubmissionOlder(app, id, '3 hours');
  await runSubmissionSchedule(app);
  expect([await statusOf(id), await obstacles(participant)]).toEqual(['SUBMITTED', []]);
  expect(await obstacles(other)).toContain('SUBMISSIONS_WAIT');
  await erase(participant);
  expect(await statusOf(id)).toBe('RETURNED');
  expect(await obstacles(other)).not.toContain('SUBMISSIONS_WAIT');
});

test('an appeal keeps its participant until the decision, and an approved survey stays with the study', async () => {
  const study = await makePaidOnline(app, researcher);
  const id = await submitted(study);
  const approved = await newPerson();
  await approve(study, await submitted(study, approved));
  await erase(approved);
  await decideOnSubmissions(app, { researcher, study }, [id], rejection);
  await makeSubmissionOlder(app, id, '11 minutes');
  expect(await obstacles(participant)).toEqual([]);
  const body = { statement: 'I answered all of it.' };
  await app.call(calls.appealRejection, { as: participant, params: { id }, body });
  expect(await obstacles(participant)).toEqual(['PAYMENT_NOT_FINAL']);
  const { rows } = await sql`
    select from project.applications where study_id = ${study.id} and applicant_id = ${approved.userId} and status = 'ACCEPTED'`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
});

test('a researcher who leaves takes the address and the texts along, but not the reason of a rejection that a person may object to', async () => {
  const other = await registerResearcher(app, { verified: true });
  const study = await makeOnline(app, other);
  const open = await newPerson();
  const { id } = await makeStarted(app, open, study);
  const rejected = await submitted(study, participant, other);
  const old = await submitted(study, await newPerson(), other);
  await decideOnSubmissions(app, { researcher: other, study }, [rejected, old], rejection);
  await makeSubmissionOlder(app, rejected, '11 minutes');
  await makeSubmissionOlder(app, old, '73 hours');
  expect((await erase(other)).status).toBe(204);
  const { rows } = await sql<{ id: string; address: string; note: string | null }>`
    select submission_id as id, study.survey ->> 'address' as address, submission.rejection_note as note
    from project.submissions as submission join project.studies as study using (study_id)
    where submission_id in (${rejected}, ${old})`.execute(app.engine.owner);
  expect(new Set(rows)).toEqual(
    new Set([
      { id: old, address: '', note: null },
      { id: rejected, address: '', note: rejection.note },
    ]),
  );
  const params = { id: rejected };
  const body = { statement: 'I answered all of it.' };
  const appealed = await app.call(calls.appealRejection, { as: participant, params, body });
  expect(appealed.content.rejection).toMatchObject({ note: rejection.note });
  const own = (await app.call(calls.listOwnSubmissions, { as: open })).content;
  expect(own).toMatchObject([{ id, status: 'STARTED', survey: null }]);
});

test('texts of surveys are erased a year after the study closed, but not while an appeal is open', async () => {
  const study = await makeOnline(app, researcher);
  const id = await submitted(study);
  await decideOnSubmissions(app, { researcher, study }, [id], rejection);
  await makeSubmissionOlder(app, id, '11 minutes');
  const body = { statement: 'I answered all of it.' };
  await app.call(calls.appealRejection, { as: participant, params: { id }, body });
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  await sql`update project.studies set closed_at = now() - interval '13 months' where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  const db = app.engine.connect<ProjectTables>('project_app');
  const readTexts = async () => {
    await eraseOldAnswers(db, 100);
    const { rows } = await sql`
      select rejection_note as note, appeal_text as appeal, admin_reason as reason from project.submissions
      where submission_id = ${id}`.execute(app.engine.owner);
    return rows;
  };
  expect(await readTexts()).toEqual([{ note: rejection.note, appeal: body.statement, reason: null }]);
  const admin = await openSurveyCommands(app);
  await admin.decide({ id, decision: 'REJECTED', reason: 'The answers are empty', by: 'kofi' });
  await admin.stop();
  expect(await readTexts()).toEqual([{ note: null, appeal: null, reason: null }]);
});

test('nobody starts after the ethics approval, and the study closes with it', async () => {
  const ethics = { approval: 'APPROVED' as const, committee: 'CHRPE', number: 'AP/31/27' };
  const study = await makeOnline(app, researcher, {}, { ethics: { ...ethics, validUntil: dayAhead(30) } });
  await apply(app, participant, study);
  const runEndings = async () => {
    await sql.raw(startJobSql('project', 'endings')).execute(app.engine.owner);
    await waitUntilDone(app, 'endings');
    const { rows } = await sql<{ state: string; endsAt: Date }>`
      select state, ends_at as "endsAt" from project.studies where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
    return rows[0];
  };
  expect((await runEndings())?.endsAt).toEqual(new Date(dayAhead(21)));
  const body = { ethics: { ...ethics, validUntil: dayAhead(1) } };
  await app.call(changeEthics, { as: researcher, params: { id: study.id }, body });
  expect(await runEndings()).toEqual({ state: 'PUBLISHED', endsAt: new Date(dayAhead(2)) });
  await sql`update project.studies set ends_at = '-infinity', ethics = ethics || jsonb_build_object('validUntil', ${dayAhead(-1)}::text)
    where study_id = ${study.id}`.execute(app.engine.owner);
  expect((await start(app, participant, study.id)).json).toMatchObject({ code: 'STUDY_IS_CLOSED' });
  expect((await runEndings())?.state).toBe('CLOSED');
});

test('a payment for a screen-out that can no longer be changed keeps its own amount', async () => {
  const study = await makePaidOnline(app, researcher);
  await makeStarted(app, participant, study);
  const code = await findCompletionCode(app, researcher, study.id, 'SCREENED_OUT');
  await app.call(calls.enterCompletionCode, { as: participant, body: { code } });
  await runJobsNow(app, 'payables');
  const applicationId = (await application(study))?.id ?? '';
  await sql`update project.payables set pesewas = 0, version = version + 1 where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  const callPayment = async () => {
    throw new Failure('PAYOUT_IS_UNDER_WAY');
  };
  const db = app.engine.connect<ProjectTables>('project_app');
  const sender = { db, log: createLog('silent'), callPayment: callPayment as never };
  await sendPayable(sender, { applicationId });
  const { rows } =
    await sql`select kind, pesewas from project.payables where application_id = ${applicationId}`.execute(
      app.engine.owner,
    );
  expect(rows).toEqual([{ kind: 'SCREEN_OUT', pesewas: 500 }]);
});

test('no quote is for people who are screened out with more than the pay', async () => {
  const study = await makePaidOnline(app, researcher);
  const quote = (screenOutInPesewas: number) =>
    app.call(quoteBudget, {
      as: researcher,
      body: { studyId: study.id, incentiveInPesewas: 5000, places: 20, screenOutInPesewas },
    });
  expect((await quote(5000)).status).toBe(200);
  expect((await quote(5001)).json).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
});

test('an invitation says how long a survey takes, and a phone that dials until when it is open', async () => {
  const study = await makeOnline(app, researcher);
  const as = await asIdentity();
  const { id, survey } = study;
  const invited = await app.call(readInvitedStudy, { as, params: { id }, body: { userId: null } });
  expect(invited.content).toMatchObject({ durationInMinutes: survey?.minutes, isOnline: true });
  const surveyUntil = async () =>
    (await app.call(readNextMeeting, { as, params: { userId: participant.userId } })).content.surveyUntil;
  expect(await surveyUntil()).toBeNull();
  const started = await makeStarted(app, participant, study);
  expect(await surveyUntil()).toBe(started.expiresAt);
  const code = await findCompletionCode(app, researcher, study.id);
  await app.call(calls.enterCompletionCode, { as: participant, body: { code } });
  expect(await surveyUntil()).toBeNull();
});
