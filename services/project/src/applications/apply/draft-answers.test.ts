import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { exportApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { saveDraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy, deleteStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeDraft, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let other: SignedInUser;
let projectId: string;
beforeAll(async () => {
  [researcher, participant, other] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
});

const publish = () => makePublished(app, researcher, { projectId });
const saveDraft = (as: SignedInUser, { id }: Pick<Study, 'id'>, answers: unknown) =>
  app.call(saveDraftAnswers, { as, params: { id }, body: { answers } });
const readDraftAnswers = async (as: SignedInUser, { id }: Pick<Study, 'id'>) => {
  const { content } = await app.call(readStudy, { as, params: { id } });
  return content.audience === 'PARTICIPANT' ? (content.draftAnswers ?? {}) : undefined;
};
const storedFor = async ({ id }: Pick<Study, 'id'>) => {
  const rows = sql<{ answers: unknown }>`
    select answers from project.draft_answers where study_id = ${id} order by kept_at`;
  return (await rows.execute(app.engine.owner)).rows.map(({ answers }) => answers);
};

test('S-405 only their author reads draft answers, with the study; drafts from several devices are merged', async () => {
  const study = await publish();
  expect(await readDraftAnswers(participant, study)).toEqual({});
  expect(await saveDraft(participant, study, { q1aaaa: 'o1aaaa' })).toMatchObject({ status: 204 });
  expect(await readDraftAnswers(participant, study)).toEqual({ q1aaaa: 'o1aaaa' });
  expect(await readDraftAnswers(other, study)).toEqual({});
  await saveDraft(other, study, { q1aaaa: 'o2aaaa', q2aaaa: 'o3aaaa' });
  await saveDraft(participant, study, { q2aaaa: 'o4aaaa' });
  expect(await readDraftAnswers(participant, study)).toEqual({ q1aaaa: 'o1aaaa', q2aaaa: 'o4aaaa' });
  await saveDraft(participant, study, { q1aaaa: 'o2aaaa' });
  expect(await readDraftAnswers(participant, study)).toEqual({ q1aaaa: 'o2aaaa', q2aaaa: 'o4aaaa' });
  expect(await readDraftAnswers(other, study)).toEqual({ q1aaaa: 'o2aaaa', q2aaaa: 'o3aaaa' });
  await saveDraft(participant, study, {});
  expect(await readDraftAnswers(participant, study)).toEqual({ q1aaaa: 'o2aaaa', q2aaaa: 'o4aaaa' });
});

test('S-405 S-407 a researcher never sees answers that were not sent', async () => {
  const study = await publish();
  await saveDraft(participant, study, { q1aaaa: 'o1aaaa' });
  const own = { as: researcher, params: { id: study.id } };
  const responses = [
    await app.call(readStudy, own),
    await app.call(listApplicants, own),
    await app.call(exportApplicants, own),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(JSON.stringify(responses)).not.toMatch(/draft/i);
  expect(JSON.stringify(responses)).not.toContain(participant.userId);
});

test.each([
  ['a question of no study', { zzzzzz: 'o1aaaa' }],
  ['a choice of no question', { q1aaaa: 'zzzzzz' }],
  ['a choice of another question', { q1aaaa: 'o3aaaa' }],
  ['one wrong among right ones', { q2aaaa: 'o3aaaa', q1aaaa: 'o4aaaa' }],
])('%s is refused, and the earlier draft stays', async (_, answers) => {
  const study = await publish();
  await saveDraft(participant, study, { q1aaaa: 'o2aaaa' });
  expect(await saveDraft(participant, study, answers)).toMatchObject({
    status: 400,
    json: { code: 'INVALID_INPUT', content: [{ field: 'answers' }] },
  });
  expect(await storedFor(study)).toEqual([{ q1aaaa: 'o2aaaa' }]);
});

test('malformed ids, other people’s answers and too many answers are refused', async () => {
  const study = await publish();
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`q${10_000 + n}`, 'o1aaaa']));
  for (const answers of [undefined, null, [], 'x', { 'no-id': 'o1aaaa' }, { q1aaaa: 7 }, many]) {
    expect(await saveDraft(participant, study, answers)).toMatchObject({ status: 400 });
  }
  const body = { answers: {}, participantId: other.userId };
  const params = { id: study.id };
  expect(await app.call(saveDraftAnswers, { as: participant, params, body })).toMatchObject({ status: 400 });
  expect(await storedFor(study)).toEqual([]);
});

test('no draft answers are stored for a draft, closed or deleted study', async () => {
  const [draft, closed, deleted] = [
    await makeDraft(app, researcher, { projectId }),
    await publish(),
    await publish(),
  ];
  await app.call(closeStudy, { as: researcher, params: { id: closed.id } });
  await app.call(deleteStudy, { as: researcher, params: { id: deleted.id } });
  for (const study of [draft, closed, deleted, { id: crypto.randomUUID() }]) {
    expect(await saveDraft(participant, study, { q1aaaa: 'o1aaaa' })).toMatchObject({
      status: 404,
      json: { code: 'STUDY_NOT_FOUND' },
    });
    expect(await storedFor(study)).toEqual([]);
  }
});

test('BR7 answers saved while a study is paused are still there when it resumes', async () => {
  const study = await publish();
  const own = { as: researcher, params: { id: study.id } };
  await app.call(pauseStudy, own);
  expect(await saveDraft(participant, study, { q1aaaa: 'o1aaaa' })).toMatchObject({ status: 204 });
  await app.call(resumeStudy, own);
  expect(await readDraftAnswers(participant, study)).toEqual({ q1aaaa: 'o1aaaa' });
});

test('S-405 an applicant has no draft answers, and a late call stores none', async () => {
  const study = await publish();
  await saveDraft(participant, study, { q1aaaa: 'o1aaaa' });
  expect((await apply(app, participant, study)).status).toBe(201);
  expect(await readDraftAnswers(participant, study)).toEqual({});
  expect(await saveDraft(participant, study, { q1aaaa: 'o2aaaa' })).toMatchObject({ status: 204 });
  expect(await readDraftAnswers(participant, study)).toEqual({});
  expect(await storedFor(study)).toEqual([{ q1aaaa: 'o1aaaa' }]);
});
