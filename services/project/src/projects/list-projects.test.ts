import { expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { listProjects, PROJECT_SEARCH_MAX_LENGTH } from '@app/contracts/project/projects.ts';
import { closeStudy, deleteStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeDraft, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();

const readProjects = (as: SignedInUser, query: Record<string, string> = {}) =>
  app.call(listProjects, { as, query: { creatorId: as.userId, ...query } });

test('S-302 a row of the project list counts studies, open studies and waiting applicants', async () => {
  const [owner, ...participants] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  const [esi, kofi, adwoa] = participants;
  const readProjectCounts = async (id: string) => {
    const { content } = await readProjects(owner);
    const row = content.find((project) => project.id === id);
    return row && [row.studyCount, row.openStudyCount, row.waitingCount];
  };
  const { id: projectId } = await makeProject(app, owner);
  const { id: elsewhere } = await makeProject(app, owner, 'Another');
  expect(await readProjectCounts(projectId)).toEqual([0, 0, 0]);

  await makeDraft(app, owner, { projectId });
  const open = await makePublished(app, owner, { projectId });
  const small = await makePublished(app, owner, { projectId }, { desiredNumberOfParticipants: 1 });
  const deletedStudy = await makePublished(app, owner, { projectId });
  expect(await readProjectCounts(projectId)).toEqual([4, 3, 0]);
  await app.call(deleteStudy, { as: owner, params: { id: deletedStudy.id } });
  expect(await readProjectCounts(projectId)).toEqual([3, 2, 0]);

  for (const [who, study] of [
    [esi, open],
    [kofi, open],
    [adwoa, open],
    [esi, small],
    [kofi, small],
  ] as const) {
    expect((await apply(app, who, study)).status).toBe(201);
  }
  expect(await readProjectCounts(projectId)).toEqual([3, 2, 5]);

  const { content: application } = await apply(app, adwoa, small);
  const decided = await app.call(decideApplicants, {
    as: owner,
    params: { id: small.id },
    body: { applicationIds: [application.id], status: 'ACCEPTED' },
  });
  expect(decided.status).toBe(200);
  // The study is full and takes no applications, but its waiting applicants count.
  expect(await readProjectCounts(projectId)).toEqual([3, 1, 5]);
  await app.call(pauseStudy, { as: owner, params: { id: open.id } });
  expect(await readProjectCounts(projectId)).toEqual([3, 0, 5]);
  await app.call(closeStudy, { as: owner, params: { id: open.id } });
  expect(await readProjectCounts(projectId)).toEqual([3, 0, 5]);
  expect(await readProjectCounts(elsewhere)).toEqual([0, 0, 0]);
});

test('S-302 projects are found by words of their name, ignoring case, accents and wildcards, in pages', async () => {
  const [owner, other] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
  ]);
  const names = ['Mobile money in Kumasi', 'Kumasi: food, 2027', 'Sɛkɛ ne kɔkɔɔ', 'Éducation'];
  for (const name of [...names, 'MoMo/Cash', 'Round_5', '#Pilot: Tamale'])
    await makeProject(app, owner, name);
  await makeProject(app, other, 'Kumasi of another');
  const namesFor = async (name: string) =>
    (await readProjects(owner, { name })).content.map(({ projectName }) => projectName);

  expect(await namesFor('kumasi')).toEqual(['Kumasi: food, 2027', 'Mobile money in Kumasi']);
  expect(await namesFor('KUM mob')).toEqual(['Mobile money in Kumasi']);
  expect(await namesFor('koko')).toEqual(['Sɛkɛ ne kɔkɔɔ']);
  expect(await namesFor('educ')).toEqual(['Éducation']);
  expect(await namesFor('2027')).toEqual(['Kumasi: food, 2027']);
  expect(await namesFor('cash')).toEqual(['MoMo/Cash']);
  expect(await namesFor('5')).toEqual(['Round_5']);
  expect(await namesFor('pilot tam')).toEqual(['#Pilot: Tamale']);
  for (const unmatched of ['masi', 'another', "' or true --", 'c_sh', 'r%nd'])
    expect(await namesFor(unmatched)).toEqual([]);
  for (const emptySearch of ['', '   ', '-', '%']) expect(await namesFor(emptySearch)).toHaveLength(7);

  const second = await readProjects(owner, { name: 'kumasi', size: '1', page: '1' });
  expect(second.json).toMatchObject({ totalElements: 2, totalPages: 2, number: 1, numberOfElements: 1 });
  expect(second.content[0]?.projectName).toBe('Mobile money in Kumasi');
  const beyond = await readProjects(owner, { name: 'kumasi', page: '3' });
  expect(beyond.json).toMatchObject({ content: [], totalElements: 2, totalPages: 1 });
  const long = await readProjects(owner, { name: 'x'.repeat(PROJECT_SEARCH_MAX_LENGTH + 1) });
  expect(long).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
});
