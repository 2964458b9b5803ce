import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listUndecidedApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { deleteProject } from '@app/contracts/project/projects.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, decide } from '#test/applicants.ts';
import { apply, makeDraft, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let people: SignedInUser[];
beforeAll(async () => {
  [researcher, ...people] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
});

const undecidedFor = async (as: SignedInUser, query = {}) => {
  const { content, json } = await app.call(listUndecidedApplicants, { as, query });
  return { rows: content.map(({ id }) => id), content, total: json['totalElements'] };
};
const applyForId = async (who: SignedInUser, study: Study, choices: number[] = []) =>
  (await apply(app, who, study, choices)).content.id;

test('pending applicants of all studies are listed, newest first, until they are decided on', async () => {
  const [esi, kofi] = people as [SignedInUser, SignedInUser];
  const [one, two] = await Promise.all([makeProject(app, researcher), makeProject(app, researcher, 'Two')]);
  const market = await makePublished(app, researcher, { projectId: one.id, name: 'Market' });
  const bus = await makePublished(app, researcher, { projectId: two.id, name: 'Bus' });
  await makeDraft(app, researcher, { projectId: two.id });
  expect(await undecidedFor(researcher)).toMatchObject({ rows: [], total: 0 });
  const first = await applyForId(esi, market);
  const second = await applyForId(esi, bus, [1]);
  const third = await applyForId(kofi, market);
  const all = await undecidedFor(researcher);
  expect(all).toMatchObject({ rows: [third, second, first], total: 3 });
  expect(all.content[1]).toEqual({
    id: second,
    applicantId: esi.userId,
    firstName: esi.firstName,
    lastName: esi.lastName,
    isQualified: false,
    appliedAt: all.content[1]?.appliedAt,
    study: { id: bus.id, name: 'Bus' },
  });
  const paged = await Promise.all([0, 1, 2, 3].map((page) => undecidedFor(researcher, { page, size: 1 })));
  expect(paged).toMatchObject([[third], [second], [first], []].map((rows) => ({ rows, total: 3 })));

  // S-117 hides them from other researchers.
  const other = await registerResearcher(app, { verified: true });
  expect(await undecidedFor(other)).toMatchObject({ rows: [], total: 0 });

  await decide(app, researcher, market.id, [third], { status: 'ACCEPTED' });
  await app.call(withdrawApplication, { as: esi, params: { id: second } });
  expect(await undecidedFor(researcher)).toMatchObject({ rows: [first], total: 1 });
  // A closed study still has pending applicants; a deleted project has none.
  await app.call(closeStudy, { as: researcher, params: { id: market.id } });
  expect(await undecidedFor(researcher)).toMatchObject({ rows: [first], total: 1 });
  await app.call(deleteProject, { as: researcher, params: { id: one.id } });
  expect(await undecidedFor(researcher)).toMatchObject({ rows: [], total: 0 });

  const { content } = await app.call(listNotifications, { as: researcher, query: { size: '100' } });
  const ofMarket = content.filter(({ params }) => params.applicationId === first);
  expect(ofMarket).toMatchObject([
    { path: `/dashboard/study-applicants/${market.id}?applicant=${first}`, kind: 'NEW_APPLICANT' },
  ]);
  expect(content.find(({ kind }) => kind === 'APPLICANT_WITHDREW')).toMatchObject({
    path: `/dashboard/study-applicants/${bus.id}?applicant=${second}`,
  });
});

test('among many applicants in several studies each page has the newest of all', async () => {
  const owner = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, owner);
  const studies = await Promise.all([1, 2, 3].map(() => makePublished(app, owner, { projectId })));
  for (const { id } of studies) await addApplicants(app, id, 30);
  const pages = await Promise.all([0, 1, 2].map((page) => undecidedFor(owner, { page, size: 40 })));
  expect(pages.map(({ total, rows }) => [total, rows.length])).toEqual([
    [90, 40],
    [90, 40],
    [90, 10],
  ]);
  const rows = pages.flatMap(({ content }) => content);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(90);
  const times = rows.map(({ appliedAt }) => appliedAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(rows[0]).toMatchObject({ firstName: '', lastName: '' });
});
