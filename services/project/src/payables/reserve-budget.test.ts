import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, fundBudget, raiseBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import type { StudyEdit, StudyPublish } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/study-calls.ts';
import { ethicsWords } from '@app/words/ethics.ts';
import { useApp } from '@app/test/support/app.ts';
import { fundBody, makeFundedBudget, raiseTotal, SOURCE } from '@app/test/support/budgets.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { assertConsistentLedger } from '../../../payment/test/money.ts';
import { book, makeAccepted } from '#test/meetings.ts';
import { dayAhead, makeDraft, makeProject, planBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const busy = { availableDates: [dayAhead(2)], availableTimes: ['09:00 AM'] };
  const { study } = await makeAccepted(app, { researcher, participant }, busy);
  await book(app, participant, study.id, `${dayAhead(2)}T09:00:00.000Z`);
});
afterEach(() => assertConsistentLedger(app));

const publish = (id: string, plan: Partial<StudyPublish> = {}, headers = {}) =>
  app.call(calls.publishStudy, {
    as: researcher,
    params: { id },
    body: planBody({ desiredNumberOfParticipants: 10, ...plan }),
    headers,
  });
const edit = (id: string, body: StudyEdit) =>
  app.call(calls.editStudy, { as: researcher, params: { id }, body });
const budget = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const readStudyState = async (id: string) => {
  const { content } = await app.call(readStudy, { as: researcher, params: { id } });
  return content.audience === 'RESEARCHER' ? content.state : undefined;
};

interface Refused {
  because: string;
  draft?: StudyEdit;
  plan?: Partial<StudyPublish>;
  answer: { field: string; code: string };
}

const REFUSED: Refused[] = [
  {
    because: 'a day is after the ethics approval',
    draft: {
      ethics: { approval: 'APPROVED', committee: 'CHRPE', number: '12/26', validUntil: dayAhead(2) },
    },
    answer: { field: 'availableDates', code: 'approvalEnds' },
  },
  {
    because: 'all times are within other meetings of the researcher',
    plan: { availableDates: [dayAhead(2)], availableTimes: ['09:00 AM'] },
    answer: { field: 'availableTimes', code: 'timesTaken' },
  },
  {
    because: 'all times were removed',
    plan: {
      availableDates: [dayAhead(3)],
      availableTimes: ['09:00 AM'],
      withoutTimes: [`${dayAhead(3)}T09:00:00Z`],
    },
    answer: { field: 'withoutTimes', code: 'times' },
  },
  {
    because: 'a quota is for people whom the study does not admit',
    draft: { gender: ['FEMALE'] },
    plan: { quotas: [{ gender: 'MALE', places: 10 }] },
    answer: { field: 'quotas.0', code: 'quotaOutside' },
  },
  {
    because: 'the consent text is our template',
    draft: { consentText: ethicsWords.template.replace('[Your name]', 'Ama Owusu') },
    answer: { field: 'consentText', code: 'placeholderLeft' },
  },
];

test.each(REFUSED)(
  'S-315 no payment is requested and nothing reserved if $because',
  async ({ draft, plan, answer }) => {
    const refused = { status: 400, json: { code: 'INVALID_INPUT', content: [answer] } };
    const { id: projectId } = await makeProject(app, researcher);
    const unpaid = await makeDraft(app, researcher, { projectId, incentive: 50 });
    if (draft) await edit(unpaid.id, draft);
    expect(await publish(unpaid.id, plan)).toMatchObject(refused);

    const { studyId } = await makeFundedBudget(app, researcher);
    if (draft) await edit(studyId, draft);
    expect(await publish(studyId, plan)).toMatchObject(refused);
    expect(await budget(studyId)).toMatchObject({ promisedInPesewas: 0, availableInPesewas: 51_000 });
    expect(await readStudyState(studyId)).toBe('DRAFT');
    const refund = await app.call(closeBudget, { as: researcher, params: { studyId } });
    expect(refund.content).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 51_000 });
  },
);

test('nothing is reserved for an outdated version, by a publish or by more places', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  const other = { 'if-match': '"99"' };
  expect((await publish(studyId, { desiredNumberOfParticipants: 4 }, other)).status).toBe(412);
  expect((await budget(studyId)).promisedInPesewas).toBe(0);
  expect((await publish(studyId, { desiredNumberOfParticipants: 4 })).status).toBe(200);
  const more = await app.call(calls.addPlaces, {
    as: researcher,
    params: { id: studyId },
    body: { desiredNumberOfParticipants: 6 },
    headers: other,
  });
  expect(more.status).toBe(412);
  expect((await budget(studyId)).promisedInPesewas).toBe(20_400);
});

test('a draft is not published while its money is being refunded, even after its places were reserved', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  // The refund has begun in the project service, while the budget is still open.
  const refundUntil = (time: string) =>
    sql`update project.studies set refunding_until = now() + ${time}::interval where study_id = ${studyId}`.execute(
      app.engine.owner,
    );
  await refundUntil('10 minutes');
  expect((await publish(studyId)).json).toMatchObject({ code: 'BUDGET_IS_CLOSED' });
  expect(await readStudyState(studyId)).toBe('DRAFT');
  await refundUntil('-1 second');
  expect((await publish(studyId)).status).toBe(200);
});

test('no one is asked to pay an outdated price, or for a deleted study', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makeDraft(app, researcher, { projectId, incentive: 40 });
  const funded = await app.call(fundBudget, { as: researcher, body: fundBody(id) });
  expect(funded).toMatchObject({ status: 409, json: { code: 'QUOTE_CHANGED' } });

  const { studyId } = await makeFundedBudget(app, researcher);
  const raise = () =>
    app.call(raiseBudget, {
      as: researcher,
      params: { studyId },
      body: { places: 12, totalInPesewas: raiseTotal(12, 51_000), source: SOURCE },
    });
  await edit(studyId, { incentive: 40 });
  expect((await raise()).json).toMatchObject({ code: 'BUDGET_EXISTS' });
  await edit(studyId, { incentive: 50 });
  await app.call(calls.deleteStudy, { as: researcher, params: { id: studyId } });
  expect((await raise()).json).toMatchObject({ code: 'STUDY_NOT_FOUND' });
  await app.call(calls.restoreStudy, { as: researcher, params: { id: studyId } });
  expect((await raise()).status).toBe(202);
});

test('B8 a published study cannot get a consent text with placeholders of the template', async () => {
  const study = await makePaidStudy(app, researcher);
  const text = ethicsWords.template;
  const changed = await app.call(calls.changeConsent, {
    as: researcher,
    params: { id: study.id },
    body: { text },
  });
  expect(changed).toMatchObject({
    status: 400,
    json: { content: [{ field: 'text', code: 'placeholderLeft', params: { key: '[Your name]' } }] },
  });
});
