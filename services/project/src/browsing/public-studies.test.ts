import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listPublicStudies, readPublicStudy } from '@app/contracts/project/browsing.ts';
import { closeStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { makeDraft, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let owner: SignedInUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, owner)).id;
});

const read = (id: string) => app.call(readPublicStudy, { params: { id } });
const isInList = async (id: string) =>
  (await app.call(listPublicStudies)).content.some((study) => study.id === id);

test('anyone with its link reads an open study, listed or not', async () => {
  for (const isListed of [true, false]) {
    const study = await makePublished(app, owner, { projectId }, { isListed });
    const { status, content } = await read(study.id);
    expect(status).toBe(200);
    expect(content).toMatchObject({
      publicName: study.publicName,
      companyName: 'Market Square Research',
      incentive: 0,
      isListed,
      details: { description: study.description, gender: study.gender },
    });
    expect(JSON.stringify(content)).not.toMatch(/screeners|eligibility|projectId/);
    expect(await isInList(study.id)).toBe(isListed);
  }
});

test('a stranger sees five fields of an invite-only study and nothing else', async () => {
  const study = await makePublished(app, owner, { projectId, isInviteOnly: true }, { isListed: true });
  expect((await read(study.id)).content).toEqual({
    id: study.id,
    publicName: study.publicName,
    companyName: 'Market Square Research',
    durationInMinutes: study.durationInMinutes,
    incentive: 0,
    meetingWay: study.meetingWay,
    isListed: false,
    details: null,
  });
  expect(await isInList(study.id)).toBe(false);
});

test('draft, paused and closed studies look like unknown ones', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const paused = await makePublished(app, owner, { projectId }, { isListed: true });
  await app.call(pauseStudy, { as: owner, params: { id: paused.id } });
  const closed = await makePublished(app, owner, { projectId }, { isListed: true });
  await app.call(closeStudy, { as: owner, params: { id: closed.id } });
  for (const id of [draft.id, paused.id, closed.id, randomUUID()]) {
    expect((await read(id)).json).toMatchObject({ code: 'STUDY_NOT_FOUND' });
    expect(await isInList(id)).toBe(false);
  }
});
