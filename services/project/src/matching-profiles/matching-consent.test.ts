import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { changeMatching } from '@app/contracts/identity/profiles.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMatchingProfile } from '@app/contracts/identity/people.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { untilProfileCopied } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const match = (as: SignedInUser, isMatched: boolean) => app.call(changeMatching, { as, body: { isMatched } });
const browse = async (as: SignedInUser) => (await app.call(browseStudies, { as })).content;
const isMatched = async (as: SignedInUser) => (await app.call(readMe, { as })).content.isMatched;
const countProfiles = async ({ userId }: SignedInUser) =>
  (await sql`select 1 from project.matching_profiles where user_id = ${userId}`.execute(app.engine.owner))
    .rows.length;
const events = async ({ userId }: SignedInUser) =>
  (
    await sql<{ event: string }>`
      select event from identity.audit where user_id = ${userId} and event like 'MATCHING%' order by at`.execute(
      app.engine.owner,
    )
  ).rows.map(({ event }) => event);

test('after withdrawing consent to matching a person sees no studies, cannot apply, and keeps earlier applications', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const [applied, open] = [
    await makePublished(app, researcher, { projectId }),
    await makePublished(app, researcher, { projectId }),
  ];
  expect((await apply(app, person, applied)).status).toBe(201);
  expect((await browse(person)).map(({ id }) => id)).toContain(open.id);

  expect((await match(person, false)).content).toMatchObject({ isMatched: false, hasUserInfo: true });
  await untilProfileCopied(app, person);
  expect(await browse(person)).toEqual([]);
  expect(await countProfiles(person)).toBe(0);
  expect(await apply(app, person, open)).toMatchObject({ status: 409, json: { code: 'MATCHING_WITHDRAWN' } });
  const read = await app.call(readStudy, { as: person, params: { id: open.id } });
  expect(read.content).toMatchObject({ recruitmentStatus: 'OPEN', unmetRequirements: [] });
  const mine = await app.call(listOwnApplications, { as: person });
  expect(mine.content).toMatchObject([{ study: { id: applied.id }, status: 'PENDING' }]);

  expect((await match(person, true)).content.isMatched).toBe(true);
  expect((await browse(person)).map(({ id }) => id)).toContain(open.id);
  expect((await apply(app, person, open)).status).toBe(201);
});

test('a repeated change has no effect, and each change is audited', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const answers = await Promise.all([match(person, false), match(person, false), match(person, false)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await isMatched(person)).toBe(false);
  await match(person, true);
  await match(person, true);
  expect(await events(person)).toEqual(['MATCHING_WITHDRAWN', 'MATCHING_ALLOWED']);
});

test('before the set-up there is no consent to withdraw, and the project service learns why no profile exists', async () => {
  const newcomer = await registerParticipant(app);
  expect(await isMatched(newcomer)).toBe(true);
  expect(await match(newcomer, false)).toMatchObject({ status: 404, json: { code: 'PROFILE_NOT_FOUND' } });
  const person = await registerParticipant(app, { withProfile: true });
  await match(person, false);
  const token = await serviceToken({ app }, 'project', 'identity');
  const ask = async ({ userId }: SignedInUser) =>
    (await app.call(readMatchingProfile, { as: { token }, params: { userId } })).json;
  expect(await ask(newcomer)).toMatchObject({ code: 'PROFILE_MISSING' });
  expect(await ask(person)).toMatchObject({ code: 'MATCHING_WITHDRAWN' });
});

test('the cached profile of another node admits no application after consent was withdrawn', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const open = await makePublished(app, researcher, { projectId });
  expect((await browse(person)).map(({ id }) => id)).toContain(open.id);
  await untilProfileCopied(app, person);
  // Only the other node was notified of the change. This one caches the profile for some seconds.
  await sql`delete from project.matching_profiles where user_id = ${person.userId}`.execute(app.engine.owner);
  expect(await apply(app, person, open)).toMatchObject({ status: 409, json: { code: 'MATCHING_WITHDRAWN' } });
});
