import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  browseStudies,
  listPublicStudies,
  readPublicStudy,
  readStudy,
} from '@app/contracts/project/browsing.ts';
import { listEarlierStudies } from '@app/contracts/project/earlier-studies.ts';
import type { ExcludedStudies, RequiredStudies } from '@app/contracts/project/exclusions.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { deleteProject } from '@app/contracts/project/projects.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy, createStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { errorWords } from '@app/words/errors.ts';
import { ownDataWords } from '@app/words/data-export.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide } from '#test/applicants.ts';
import { accept } from '#test/meetings.ts';
import { apply, makeDraft, makeProject, makePublished, planBody, studyBody } from '#test/studies.ts';
import { readResearcherData } from '../data-export/read-researcher-data.ts';
import type { ProjectTables } from '../schema.ts';

const app = useApp();
let researcher: SignedInUser;
let [ama, kofi, esi]: SignedInUser[] = [];
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  [ama, kofi, esi] = await Promise.all(
    ['ama', 'kofi', 'esi'].map(() => registerParticipant(app, { withProfile: true })),
  );
  projectId = (await makeProject(app, researcher)).id;
});

const excluding = (studies: Study[], given: Partial<ExcludedStudies> = {}) => ({
  excludedStudies: { studies: studies.map(({ id }) => id), who: ['APPLIED' as const], weeks: null, ...given },
});
const requiring = (studies: Study[], given: Partial<RequiredStudies> = {}) => ({
  requiredStudies: { studies: studies.map(({ id }) => id), who: ['APPLIED' as const], ...given },
});
const publish = (given: Parameters<typeof studyBody>[1] = {}, plan = {}) =>
  makePublished(app, researcher, { projectId, ...given }, plan);
const read = async (as: SignedInUser, { id }: Study) => {
  const { content } = await app.call(readStudy, { as, params: { id } });
  return 'unmetRequirements' in content ? content.unmetRequirements : undefined;
};
const finds = async (as: SignedInUser, { id }: Study) => {
  const { content } = await app.call(browseStudies, { as, query: { size: 100 } });
  const listed = content.some((study) => study.id === id);
  expect(listed).toBe((await read(as, { id } as Study))?.length === 0);
  return listed;
};
const hasNotificationOf = async (as: SignedInUser, name: string) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.some(({ message }) =>
    message.includes(name),
  );

test('only people who were not in the first wave find, are notified of and can join the second', async () => {
  const first = await publish();
  await apply(app, ama!, first);
  for (const as of [ama!, kofi!]) await app.call(browseStudies, { as });
  const second = await publish({ publicName: 'Wave two', ...excluding([first]) });
  expect([await finds(ama!, second), await finds(kofi!, second)]).toEqual([false, true]);
  expect([await hasNotificationOf(ama!, 'Wave two'), await hasNotificationOf(kofi!, 'Wave two')]).toEqual([
    false,
    true,
  ]);
  // A shared link says the same as for any study that does not match. It names neither a kind nor the other
  // study.
  expect(await read(ama!, second)).toEqual(['OTHER']);
  const seen = await app.call(readStudy, { as: ama!, params: { id: second.id } });
  for (const secret of [first.id, 'excludedStudies', 'isExcluded'])
    expect(JSON.stringify(seen.json)).not.toContain(secret);
  const refused = await apply(app, ama!, second);
  expect(refused).toMatchObject({
    status: 409,
    json: { code: 'STUDY_DOES_NOT_FIT', content: [{ message: errorWords.STUDY_DOES_NOT_FIT }] },
  });
  expect((await apply(app, kofi!, second)).status).toBe(201);
  // Applicants stay in the study, whatever they do later, and see no unmet requirement.
  await apply(app, kofi!, first);
  expect(await read(kofi!, second)).toEqual([]);
  const others = await app.call(readStudy, { as: researcher, params: { id: second.id } });
  expect(others.content).toMatchObject(excluding([first]));
});

test('if the profile does not match either, only that is disclosed', async () => {
  const first = await publish();
  await apply(app, esi!, first);
  const second = await publish({ minimumAge: 99, maximumAge: 100, ...excluding([first]) });
  expect(await read(esi!, second)).toEqual(['AGE']);
});

test('a decision counts at once until it is undone, and for the given number of weeks', async () => {
  const first = await publish();
  const { content: applied } = await apply(app, esi!, first);
  const second = await publish(excluding([first], { who: ['ACCEPTED'], weeks: 4 }));
  expect(await finds(esi!, second)).toBe(true);
  await decide(app, researcher, first.id, [applied.id], { status: 'ACCEPTED' });
  expect(await finds(esi!, second)).toBe(false);
  await decide(app, researcher, first.id, [applied.id], { status: 'PENDING' });
  expect(await finds(esi!, second)).toBe(true);
  await decide(app, researcher, first.id, [applied.id], { status: 'ACCEPTED' });
  const acceptedAgo = (days: number) =>
    sql`update project.application_steps set at = now() - make_interval(days => ${days}::int) where application_id = ${applied.id}`.execute(
      app.engine.owner,
    );
  await acceptedAgo(27);
  expect(await finds(esi!, second)).toBe(false);
  await acceptedAgo(29);
  expect(await finds(esi!, second)).toBe(true);
});

test('where applicants choose a time at once, excluded people do not wait', async () => {
  const first = await publish();
  await accept(app, { researcher, participant: ama!, study: first });
  const second = await publish(excluding([first], { who: ['ACCEPTED'] }), { choosing: 'AT_ONCE' });
  expect((await apply(app, ama!, second)).json).toMatchObject({ code: 'STUDY_DOES_NOT_FIT' });
  const { rows } = await sql`select from project.applications where study_id = ${second.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});

test('a draft’s exclusions can be stored, changed and removed; after publishing they are fixed', async () => {
  const [one, two] = [await makeDraft(app, researcher, { projectId }), await publish()];
  const draft = await makeDraft(app, researcher, { projectId, ...excluding([one, two]) });
  const inOrder = [one.id, two.id].toSorted();
  expect(draft.excludedStudies).toEqual({ studies: inOrder, who: ['APPLIED'], weeks: null });
  const edit = (body: object) => app.call(editStudy, { as: researcher, params: { id: draft.id }, body });
  expect((await edit({ name: 'Another' })).content.excludedStudies?.studies).toEqual(inOrder);
  const changed = excluding([two], { who: ['MET', 'MISSED'], weeks: 12 });
  expect((await edit(changed)).content).toMatchObject(changed);
  expect((await edit({ excludedStudies: null })).content.excludedStudies).toBeNull();
  const open = await publish(changed);
  expect(
    (await app.call(editStudy, { as: researcher, params: { id: open.id }, body: { excludedStudies: null } }))
      .json,
  ).toMatchObject({ code: 'STUDY_IS_PUBLISHED' });
});

test('only own studies can be excluded, and an incomplete or invalid list is refused', async () => {
  const other = await registerResearcher(app, { verified: true });
  const foreign = await makeDraft(app, other, { projectId: (await makeProject(app, other)).id });
  const own = await makeDraft(app, researcher, { projectId });
  const edit = (excludedStudies: unknown) =>
    app.call(editStudy, { as: researcher, params: { id: own.id }, body: { excludedStudies } });
  const unknown = { ...own, id: crypto.randomUUID() };
  for (const studies of [[foreign], [unknown], [own], [own, foreign]]) {
    expect((await edit(excluding(studies).excludedStudies)).json).toMatchObject({
      code: 'INVALID_INPUT',
      content: [{ field: 'excludedStudies' }],
    });
    const body = studyBody(projectId, excluding([foreign]));
    expect((await app.call(createStudy, { as: researcher, body })).json).toMatchObject({
      code: 'INVALID_INPUT',
    });
  }
  const { excludedStudies } = excluding([await publish()]);
  for (const broken of [
    { ...excludedStudies, studies: [] },
    { ...excludedStudies, studies: [...excludedStudies.studies, ...excludedStudies.studies] },
    { ...excludedStudies, who: [] },
    { ...excludedStudies, who: ['SEEN'] },
    { ...excludedStudies, weeks: 0 },
    { ...excludedStudies, weeks: 1.5 },
    { ...excludedStudies, list: true },
  ])
    expect((await edit(broken)).json).toMatchObject({ code: 'INVALID_INPUT' });
  const { rows } = await sql`select from project.excluded_studies where study_id = ${own.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});

test('a researcher can choose from all own studies, also of other projects, and no one else’s', async () => {
  const me = await registerResearcher(app, { verified: true });
  const [one, two] = [await makeProject(app, me), await makeProject(app, me, 'Elsewhere')];
  const first = await makeDraft(app, me, { projectId: one.id });
  const second = await makePublished(app, me, { projectId: two.id });
  const list = async () => (await app.call(listEarlierStudies, { as: me })).content;
  expect(await list()).toMatchObject([
    { id: second.id, projectId: two.id, projectName: 'Elsewhere', state: 'PUBLISHED' },
    { id: first.id, projectId: one.id, name: first.name, publicName: first.publicName, state: 'DRAFT' },
  ]);
  await apply(app, kofi!, second);
  await app.call(closeStudy, { as: me, params: { id: second.id } });
  await app.call(deleteProject, { as: me, params: { id: two.id } });
  expect((await list()).map(({ id }) => id)).toEqual([first.id]);
  // The participants of the deleted study are still known, so a copy can exclude them too.
  const copy = await makeDraft(app, me, { projectId: one.id, ...excluding([second]) });
  expect(copy.excludedStudies?.studies).toEqual([second.id]);
});

test('only participants of the earlier study find, are notified of and can join a restricted study', async () => {
  const first = await publish();
  await apply(app, ama!, first);
  for (const as of [ama!, kofi!]) await app.call(browseStudies, { as });
  const second = await publish({ publicName: 'Once more with you', ...requiring([first]) });
  expect([await finds(ama!, second), await finds(kofi!, second)]).toEqual([true, false]);
  expect([
    await hasNotificationOf(ama!, 'Once more with you'),
    await hasNotificationOf(kofi!, 'Once more with you'),
  ]).toEqual([true, false]);
  expect(await read(kofi!, second)).toEqual(['OTHER']);
  expect((await apply(app, kofi!, second)).json).toMatchObject({ code: 'STUDY_DOES_NOT_FIT' });
  // Without an account people see little of the study, and no list shows it.
  const listed = await publish({ publicName: 'For those alone', ...requiring([first]) }, { isListed: true });
  expect((await app.call(listPublicStudies)).content.map(({ id }) => id)).not.toContain(listed.id);
  expect((await app.call(readPublicStudy, { params: { id: listed.id } })).content).toMatchObject({
    isListed: false,
    details: null,
  });
  const newcomer = await registerParticipant(app);
  const open = await app.call(browseStudies, { as: newcomer, query: { size: 100 } });
  expect(open.content.map(({ id }) => id)).not.toContain(second.id);
  expect((await apply(app, ama!, second)).status).toBe(201);
});

test('naming an earlier study twice admits only those who applied and were not accepted', async () => {
  const first = await publish();
  await apply(app, kofi!, first);
  const accepted = await accept(app, { researcher, participant: ama!, study: first });
  const second = await publish({ ...requiring([first]), ...excluding([first], { who: ['ACCEPTED'] }) });
  expect(accepted).toBeDefined();
  expect(await Promise.all([ama!, kofi!, esi!].map((as) => finds(as, second)))).toEqual([false, true, false]);
});

test('a draft keeps its restriction to earlier participants, and is for everyone once it is removed', async () => {
  const first = await publish();
  const draft = await makeDraft(app, researcher, { projectId, ...requiring([first], { who: ['MET'] }) });
  expect(draft).toMatchObject(requiring([first], { who: ['MET'] }));
  const edit = (body: object) => app.call(editStudy, { as: researcher, params: { id: draft.id }, body });
  expect((await edit({ name: 'Another' })).content).toMatchObject(requiring([first], { who: ['MET'] }));
  expect((await edit(requiring([draft]))).json).toMatchObject({
    code: 'INVALID_INPUT',
    content: [{ field: 'requiredStudies' }],
  });
  expect(
    (await edit({ requiredStudies: { ...requiring([first]).requiredStudies, who: ['MISSED'] } })).status,
  ).toBe(400);
  expect((await edit({ requiredStudies: null })).content.requiredStudies).toBeNull();
  await app.call(publishStudy, { as: researcher, params: { id: draft.id }, body: planBody() });
  expect(await finds(esi!, draft)).toBe(true);
});

test('a researcher’s data export names the studies that are excluded and required', async () => {
  const me = await registerResearcher(app, { verified: true });
  const own = { projectId: (await makeProject(app, me)).id };
  const first = await makeDraft(app, me, { ...own, name: 'First round' });
  const rules = { ...excluding([first], { weeks: 6 }), ...requiring([first], { who: ['ACCEPTED', 'MET'] }) };
  await makeDraft(app, me, { ...own, name: 'Second round', ...rules });
  const parts = await readResearcherData(app.engine.connect<ProjectTables>('project_app'), me.userId);
  const findPartRows = ({ title }: { title: string }) => parts.find((part) => part.title === title)?.rows;
  const { excludedStudies, requiredStudies } = ownDataWords;
  const { APPLIED } = excludedStudies.values.who;
  const { ACCEPTED, MET } = requiredStudies.values.who;
  expect(findPartRows(excludedStudies)).toEqual([['Second round', 'First round', APPLIED, '6']]);
  expect(findPartRows(requiredStudies)).toEqual([['Second round', 'First round', `${ACCEPTED}, ${MET}`]]);
});

test('a study restricted to people of an erased study stays closed until its researcher changes the restriction', async () => {
  const first = await makeDraft(app, researcher, { projectId });
  const draft = await makeDraft(app, researcher, { projectId, ...requiring([first]) });
  await sql`delete from project.studies where study_id = ${first.id}`.execute(app.engine.owner);
  const edit = (body: object) => app.call(editStudy, { as: researcher, params: { id: draft.id }, body });
  const { content: version } = await app.call(readStudy, { as: researcher, params: { id: draft.id } });
  const closed = { studies: [], who: ['APPLIED'] };
  expect(version).toMatchObject({ requiredStudies: closed });
  const renamed = await edit({ name: 'Another name' });
  expect([renamed.status, renamed.content.requiredStudies]).toEqual([200, closed]);
  expect((await edit({ requiredStudies: closed })).status).toBe(400);
  const { rows } =
    await sql`select is_restricted as is from project.studies where study_id = ${draft.id}`.execute(
      app.engine.owner,
    );
  expect(rows).toEqual([{ is: true }]);
  expect((await edit({ requiredStudies: null })).content.requiredStudies).toBeNull();
});
