import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { saveDraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { deleteStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { CALLERS, RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  projectId = (await makeProject(app, researcher)).id;
});

const publish = () => makePublished(app, researcher, { projectId });
const choices = [
  { q1aaaa: 'o1aaaa', q2aaaa: 'o3aaaa' },
  { q1aaaa: 'o2aaaa', q2aaaa: 'o4aaaa' },
];
const saveConcurrently = (id: string) =>
  Array.from({ length: CALLERS }, (_, index) =>
    app.call(saveDraftAnswers, { as: participant, params: { id }, body: { answers: choices[index % 2] } }),
  );
const readDraftAnswers = async (id: string) => {
  const { content } = await app.call(readStudy, { as: participant, params: { id } });
  return content.audience === 'PARTICIPANT' ? (content.draftAnswers ?? {}) : undefined;
};

test('S-405 of fifty concurrent drafts one is stored, complete', async () => {
  const { id } = await publish();
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const answers = await Promise.all(saveConcurrently(id));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(choices).toContainEqual(await readDraftAnswers(id));
  }
});

test('S-405 saving drafts during an application does not disturb it', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await publish();
    const [applied, ...saves] = await Promise.all([
      apply(app, participant, study),
      ...saveConcurrently(study.id),
    ]);
    expect(applied.status).toBe(201);
    expect(new Set(saves.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await readDraftAnswers(study.id)).toEqual({});
  }
});

test('saving drafts while the study is deleted makes no call fail', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const { id } = await publish();
    const [deleted, ...saves] = await Promise.all([
      app.call(deleteStudy, { as: researcher, params: { id } }),
      ...saveConcurrently(id),
    ]);
    expect(deleted.status).toBe(204);
    expect(saves.every(({ status }) => status === 204 || status === 404)).toBe(true);
  }
});
