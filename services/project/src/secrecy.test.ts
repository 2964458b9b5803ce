import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { remarkApplicant } from '@app/contracts/project/applicants.ts';
import {
  applyToStudy,
  listOwnApplications,
  withdrawApplication,
} from '@app/contracts/project/applications.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy, deleteStudy, editStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { type Answer, useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide, notifyOfDecisions } from '#test/applicants.ts';
import { apply, makeDraft, makeProject, makePublished, responsesTo } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let otherResearcher: SignedInUser;
let participant: SignedInUser;
let other: SignedInUser;
let projectId: string;
beforeAll(async () => {
  [researcher, otherResearcher, participant, other] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
});

const applicationsTo = async (studyId: string) => {
  const counted = sql<{ many: number }>`
    select count(*)::int as many from project.applications where study_id = ${studyId}`;
  return (await counted.execute(app.engine.owner)).rows[0]?.many;
};
const publish = () => makePublished(app, researcher, { projectId });
/** Applies and returns the application's id. */
async function applyForId(person: SignedInUser, study: Study): Promise<string> {
  const { status, content } = await apply(app, person, study);
  expect(status).toBe(201);
  return content.id;
}
async function fill(study: Study): Promise<void> {
  await sql`update project.studies set desired_number_of_participants = 1 where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  const id = await applyForId(other, study);
  const decided = await decide(app, researcher, study.id, [id], { status: 'ACCEPTED' });
  expect(decided.json).toMatchObject({ content: { decided: [id] } });
}

const ownCall = (id: string) => ({ as: researcher, params: { id } });
const hidden: [string, () => Promise<Study>, string][] = [
  ['a draft', () => makeDraft(app, researcher, { projectId }), 'STUDY_NOT_FOUND'],
  ['paused', () => publishAndTransition((id) => app.call(pauseStudy, ownCall(id))), 'STUDY_IS_PAUSED'],
  ['closed', () => publishAndTransition((id) => app.call(closeStudy, ownCall(id))), 'STUDY_IS_CLOSED'],
  ['deleted', () => publishAndTransition((id) => app.call(deleteStudy, ownCall(id))), 'STUDY_NOT_FOUND'],
  ['full', () => publish().then(async (study) => fill(study).then(() => study)), 'STUDY_IS_FULL'],
];
async function publishAndTransition(transition: (id: string) => Promise<Answer>): Promise<Study> {
  const study = await publish();
  expect((await transition(study.id)).status).toBeLessThan(300);
  return study;
}

test.each(hidden)(
  'AZ-7 a study that is %s is neither listed nor readable, and takes no applications',
  async (_, make, code) => {
    const study = await make();
    const before = await applicationsTo(study.id);
    const listed = await app.call(browseStudies, { as: participant, query: { size: 100 } });
    expect(listed.content.map(({ id }) => id)).not.toContain(study.id);
    const params = { id: study.id };
    const read = await app.call(readStudy, { as: participant, params });
    const unknown = await app.call(readStudy, { as: participant, params: { id: crypto.randomUUID() } });
    expect({ ...read.json, requestId: '' }).toEqual({ ...unknown.json, requestId: '' });
    expect(read.json).toMatchObject({ code: 'STUDY_NOT_FOUND' });
    const body = { applicantId: participant.userId, responses: responsesTo(study) };
    expect((await app.call(applyToStudy, { as: participant, params, body })).json).toMatchObject({ code });
    expect(await applicationsTo(study.id)).toBe(before);
  },
);

function listAllKeys(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(listAllKeys);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

test('D-29 AZ-8 S-407 participants never see eligibility, remarks, pending notifications or other people', async () => {
  const study = await publish();
  const params = { id: study.id };
  const answers: Answer[] = [];
  const assertHidden = async () => {
    answers.push(
      await app.call(browseStudies, { as: participant, query: { size: 100 } }),
      await app.call(readStudy, { as: participant, params }),
      await app.call(listOwnApplications, { as: participant, query: { size: 100 } }),
      await app.call(listNotifications, { as: participant, query: { size: 100 } }),
    );
  };
  await assertHidden();
  const others = [await applyForId(other, study)];
  // Disqualified by the first answer.
  const body = { applicantId: participant.userId, responses: responsesTo(study, [1, 1]) };
  const applied = await app.call(applyToStudy, { as: participant, params, body });
  answers.push(applied, await app.call(applyToStudy, { as: participant, params, body }));
  const { id } = applied.content;
  await app.call(remarkApplicant, {
    as: researcher,
    params: { ...params, applicationId: id },
    body: { remarks: 'secret remark', isFavourite: true },
  });
  await decide(app, researcher, study.id, [...others, id], {
    status: 'DECLINED',
    reason: 'OTHER',
    note: 'Sorry',
  });
  await assertHidden();
  await notifyOfDecisions(app);
  await assertHidden();
  const second = await publish();
  const again = await applyForId(participant, second);
  answers.push(await app.call(withdrawApplication, { as: participant, params: { id: again } }));
  await assertHidden();

  expect(answers.every(({ status }) => status < 300 || status === 409)).toBe(true);
  expect(JSON.stringify(answers.map(({ json }) => json))).toContain('Sorry');
  const keys = [...new Set(answers.flatMap(({ json }) => listAllKeys(json)))];
  const secret =
    /eligib|qualif|remark|favou?rite|accepted|creator|by_?user|email|phone|payment|decision|told|last_?name/i;
  expect(keys.filter((key) => secret.test(key))).toEqual([]);
  const all = JSON.stringify(answers.map(({ json }) => json));
  const strangers = [researcher, otherResearcher, other].flatMap((person) => [person.userId, person.email]);
  for (const text of [...strangers, ...others, projectId, 'secret remark', 'QUALIFY'])
    expect(all).not.toContain(text);
});

const FAMILY = '👨‍👩‍👧‍👦';
test('IN-2 fifty family emoji count as fifty characters and are stored unchanged; one more is refused', async () => {
  const [fits, tooLong] = [FAMILY.repeat(50), FAMILY.repeat(51)];
  const project = (projectName: string) =>
    app.call(createProject, { as: researcher, body: { creatorId: researcher.userId, projectName } });
  expect((await project(fits)).content).toMatchObject({ projectName: fits });
  expect(await project(tooLong)).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  const draft = await makeDraft(app, researcher, { projectId, name: fits, publicName: fits });
  const params = { id: draft.id };
  expect((await app.call(readStudy, { as: researcher, params })).content).toMatchObject({
    name: fits,
    publicName: fits,
  });
  for (const field of ['name', 'publicName']) {
    const body = { [field]: tooLong };
    const edited = await app.call(editStudy, { as: researcher, params, body });
    expect(edited).toMatchObject({ status: 400, json: { content: [{ field }] } });
  }
  await expect(makeDraft(app, researcher, { projectId, name: tooLong })).rejects.toThrow('INVALID_INPUT');
  const rtl = 'مرحبا \u200fبالعالم e\u0301';
  expect(await makeDraft(app, researcher, { projectId, name: rtl })).toMatchObject({ name: rtl });
});
