import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { exportApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import { exportFunnel, readFunnel } from '@app/contracts/project/funnel.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { useApp } from '@app/test/support/app.ts';
import { putInState } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { funnelWords } from '@app/words/funnel.ts';
import { submissionWords } from '@app/words/submissions.ts';
import { assertConsistentLedger } from '../../../payment/test/money.ts';
import { readCsv } from '#test/read-csv.ts';
import { runJobsNow } from '#test/jobs.ts';
import {
  decideOnSubmissions,
  findCompletionCode,
  makePaidOnline,
  makeStarted,
  makeSubmissionOlder,
  runSubmissionSchedule,
  start,
} from '#test/submissions.ts';
import { apply } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
afterEach(() => assertConsistentLedger(app));

const newPerson = () => registerParticipant(app, { withProfile: true });
const enter = (code: string, as: SignedInUser) => app.call(calls.enterCompletionCode, { as, body: { code } });
const decideOn = (study: Study, id: string, decision: string) =>
  app.call(calls.decideSubmissions, {
    as: researcher,
    params: { id: study.id },
    body: { submissionIds: [id], decision },
  });
const payouts = async (as: SignedInUser) =>
  (await app.call(listPayouts, { as })).content.map(({ kind, amountInPesewas }) => [kind, amountInPesewas]);
const readPlaces = async ({ id }: Study) => {
  const { content } = await app.call(readStudy, { as: researcher, params: { id } });
  return [content.audience === 'RESEARCHER' && content.acceptedCount, content.placesLeft];
};
/** Makes the decision final, so that its payable is sent. */
const makeFinal = async (id: string) => {
  await makeSubmissionOlder(app, id, '10 minutes');
  await sql`update project.payables as payable set due_at = now() from project.submissions as submission
    where submission.application_id = payable.application_id and submission.submission_id = ${id}`.execute(
    app.engine.owner,
  );
  await runJobsNow(app, 'payables');
};

test('an approval pays the incentive once it is final, and an undo pays nothing', async () => {
  const study = await makePaidOnline(app, researcher);
  const code = await findCompletionCode(app, researcher, study.id);
  const participant = await newPerson();
  const { id } = await makeStarted(app, participant, study);
  await enter(code, participant);
  await decideOn(study, id, 'APPROVE');
  await decideOn(study, id, 'UNDO');
  await runJobsNow(app, 'payables');
  expect(await payouts(participant)).toEqual([]);
  await decideOn(study, id, 'APPROVE');
  expect(await payouts(participant)).toEqual([]);
  const params = { id: study.id };
  const listed = await app.call(listApplicants, {
    as: researcher,
    params,
    query: { submission: 'APPROVED' },
  });
  expect(listed.content[0]?.payment).toEqual({ state: 'CREATED', amountInPesewas: 5000 });
  await makeFinal(id);
  await expect.poll(() => payouts(participant)).toEqual([['INCENTIVE', 5000]]);
});

test.each(['COMPLETED', 'SCREENED_OUT'] as const)(
  'of two late codes that one call approves, only one gets the last place beside a person who is %s',
  async (meaning) => {
    const study = await makePaidOnline(app, researcher, { desiredNumberOfParticipants: 2 });
    const code = await findCompletionCode(app, researcher, study.id);
    const [late, alsoLate, other, leaving] = await Promise.all([1, 2, 3, 4].map(newPerson));
    const ids: string[] = [];
    for (const person of [late!, alsoLate!]) {
      const { id } = await makeStarted(app, person, study);
      ids.push(id);
      await makeSubmissionOlder(app, id, '61 minutes');
    }
    await runSubmissionSchedule(app);
    for (const person of [other!, leaving!]) await makeStarted(app, person, study);
    for (const person of [late!, alsoLate!])
      expect((await enter(code, person)).content.submission).toMatchObject({ outcome: 'LATE' });
    await enter(await findCompletionCode(app, researcher, study.id, meaning), other!);
    await enter(await findCompletionCode(app, researcher, study.id, 'NOT_ELIGIBLE'), leaving!);
    const decided = await decideOnSubmissions(app, { researcher, study }, ids, { decision: 'APPROVE' });
    expect(decided.content.results.map(({ status, because }) => [status, because])).toEqual([
      ['APPROVED', null],
      ['SUBMITTED', 'NO_PLACE_LEFT'],
    ]);
    expect(await readPlaces(study)).toEqual([meaning === 'COMPLETED' ? 2 : 1, 0]);
  },
);

test('a rejected person who withdraws keeps the paid place while the rejection may be undone', async () => {
  const study = await makePaidOnline(app, researcher, { desiredNumberOfParticipants: 1 });
  const [rejected, next] = [await newPerson(), await newPerson()];
  const { id } = await makeStarted(app, rejected, study);
  await enter(await findCompletionCode(app, researcher, study.id), rejected);
  await app.call(calls.decideSubmissions, {
    as: researcher,
    params: { id: study.id },
    body: {
      submissionIds: [id],
      decision: 'REJECT',
      reason: 'EMPTY_ANSWERS',
      note: 'Every answer of this survey is empty.',
    },
  });
  const [application] = (await app.call(listOwnApplications, { as: rejected, query: {} })).content;
  await app.call(withdrawApplication, { as: rejected, params: { id: application?.id ?? '' } });
  await apply(app, next, study);
  expect((await start(app, next, study.id)).json).toMatchObject({ status: 409 });
  await decideOn(study, id, 'UNDO');
  expect((await decideOn(study, id, 'APPROVE')).content.results[0]).toMatchObject({ status: 'APPROVED' });
});

test('silence pays at once', async () => {
  const study = await makePaidOnline(app, researcher);
  const participant = await newPerson();
  const { id } = await makeStarted(app, participant, study);
  await enter(await findCompletionCode(app, researcher, study.id), participant);
  await makeSubmissionOlder(app, id, '73 hours');
  await runSubmissionSchedule(app);
  await expect.poll(() => payouts(participant)).toEqual([['INCENTIVE', 5000]]);
});

test('a screen-out pays at once, releases the place and uses a part of one', async () => {
  const study = await makePaidOnline(app, researcher);
  const code = await findCompletionCode(app, researcher, study.id, 'SCREENED_OUT');
  const screenOut = async () => {
    const participant = await newPerson();
    await makeStarted(app, participant, study);
    const { content } = await enter(code, participant);
    expect(content).toMatchObject({ meaning: 'SCREENED_OUT', submission: { status: 'SCREENED_OUT' } });
    return participant;
  };
  const first = await screenOut();
  await expect.poll(() => payouts(first)).toEqual([['SCREEN_OUT', 500]]);
  const [application] = (await app.call(listOwnApplications, { as: first, query: {} })).content;
  expect([application?.status, application?.history.at(-1)?.reason]).toEqual(['DECLINED', 'SCREENED_OUT']);
  // Eight people at GH₵ 6.00 with the fee cost 4,800 pesewas: one place of 5,100.
  for (let people = 1; people < 8; people += 1) await screenOut();
  expect(await readPlaces(study)).toEqual([0, 9]);
  await screenOut();
  expect(await readPlaces(study)).toEqual([0, 8]);
  await expect
    .poll(async () => {
      const { content } = await app.call(readBudget, { as: researcher, params: { studyId: study.id } });
      return [content.payableInPesewas + content.paidInPesewas, content.availableInPesewas];
    })
    .toEqual([4500, 0]);
});

test('a person who withdraws after submitting keeps the place until the decision, and its pay', async () => {
  const study = await makePaidOnline(app, researcher);
  const participant = await newPerson();
  const { id } = await makeStarted(app, participant, study);
  await enter(await findCompletionCode(app, researcher, study.id), participant);
  const [application] = (await app.call(listOwnApplications, { as: participant, query: {} })).content;
  await app.call(withdrawApplication, { as: participant, params: { id: application?.id ?? '' } });
  expect((await decideOn(study, id, 'APPROVE')).content.results[0]).toMatchObject({ status: 'APPROVED' });
  expect(await readPlaces(study)).toEqual([0, 9]);
  await makeFinal(id);
  await expect.poll(() => payouts(participant)).toEqual([['INCENTIVE', 5000]]);
});

test('the file of applicants and the recruitment funnel know the survey', async () => {
  const study = await makePaidOnline(app, researcher);
  const code = await findCompletionCode(app, researcher, study.id);
  const [screenedOut, approved] = [await newPerson(), await newPerson()];
  await makeStarted(app, screenedOut, study);
  await enter(await findCompletionCode(app, researcher, study.id, 'SCREENED_OUT'), screenedOut);
  const { id } = await makeStarted(app, approved, study);
  await enter(code, approved);
  await decideOn(study, id, 'APPROVE');
  await makeStarted(app, await newPerson(), study);
  const params = { id: study.id };
  const { text } = await app.call(exportApplicants, { as: researcher, params });
  const [header = [], ...lines] = readCsv(text);
  const { status, outcome } = applicantWords.file.surveyColumns;
  const cells = lines.map((line) => [line[header.indexOf(status)], line[header.indexOf(outcome)]]);
  // The newest applicant is first.
  expect(cells).toEqual([
    [submissionWords.status.STARTED, ''],
    [submissionWords.status.APPROVED, submissionWords.outcome.CODE],
    [submissionWords.status.SCREENED_OUT, ''],
  ]);
  const funnel = await app.call(readFunnel, { as: researcher, params });
  // Seen, began, applied, fits, accepted, opened the survey, approved, paid.
  expect(funnel.content.all.slice(0, 7)).toEqual([3, 3, 3, 3, 3, 3, 1]);
  expect(funnel.content.ended).toEqual({ SCREENED_OUT: 1, REJECTED: 0 });
  const readPaid = async () => (await app.call(readFunnel, { as: researcher, params })).content.all[7];
  const putPaidInState = async (as: SignedInUser) => {
    await expect.poll(() => payouts(as)).toHaveLength(1);
    for (const payout of (await app.call(listPayouts, { as })).content)
      await putInState(app, payout.id, 'SUCCEEDED');
  };
  // The pay of a screen-out counts no one as paid, so no more people are paid than approved.
  await putPaidInState(screenedOut);
  expect(await readPaid()).toBe(0);
  await makeFinal(id);
  await putPaidInState(approved);
  expect(await readPaid()).toBe(1);
  const figures = readCsv((await app.call(exportFunnel, { as: researcher, params })).text);
  expect(figures[1]?.slice(-2)).toEqual(['1', '0']);
  expect(figures[0]?.slice(-5)).toEqual([
    funnelWords.onlineStages.HAS_TIME,
    funnelWords.onlineStages.CAME,
    funnelWords.onlineStages.PAID,
    funnelWords.ended.SCREENED_OUT,
    funnelWords.ended.REJECTED,
  ]);
});
