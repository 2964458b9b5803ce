import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_SECONDS, DAY_SECONDS } from '@app/contracts/durations.ts';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { endOwnSession } from '@app/contracts/identity/account-settings.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { createProject, readProject } from '@app/contracts/project/projects.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { createStudy, deleteStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { type Answer, useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { makeProject, makePublished, planBody, responsesTo, studyBody } from '#test/studies.ts';

const MOST = 4;
const app = useApp({
  PROJECTS_PER_PERSON_PER_DAY: MOST,
  STUDIES_PER_PERSON_PER_DAY: MOST + 1,
  STUDIES_PUBLISHED_PER_PERSON_PER_DAY: MOST + 1,
  APPLICATIONS_PER_PERSON_PER_DAY: MOST,
  NOT_FOUND_PER_PERSON_PER_HOUR: MOST,
});
let researcher: SignedInUser;
let otherResearcher: SignedInUser;
let participant: SignedInUser;
let otherParticipant: SignedInUser;
beforeAll(async () => {
  [researcher, otherResearcher, participant, otherParticipant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
});

function expectToWait({ status, json, headers }: Answer, longestInSeconds: number): void {
  expect({ status, code: json['code'] }).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' });
  const wait = Number(headers['retry-after']);
  expect(wait).toBeGreaterThan(longestInSeconds / 2);
  expect(wait).toBeLessThanOrEqual(longestInSeconds);
}
const applyTo = (as: SignedInUser, study: Study) =>
  app.call(applyToStudy, {
    as,
    params: { id: study.id },
    body: { applicantId: as.userId, responses: responsesTo(study) },
  });
const countTableRows = async (table: string) => {
  const counted = sql<{ many: number }>`select count(*)::int as many from ${sql.table(table)}`;
  return (await counted.execute(app.engine.owner)).rows[0]?.many;
};

test('ABU-5 projects, studies, publishes and applications are limited per person and day', async () => {
  const author = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, author);
  const studies: Study[] = [];
  while (studies.length <= MOST) studies.push(await makePublished(app, author, { projectId }));
  const again = { as: author, params: { id: studies[0]?.id ?? '' }, body: planBody() };
  expectToWait(await app.call(publishStudy, again), DAY_SECONDS);
  const ownProjects = new Map(
    await Promise.all(
      [researcher, otherResearcher].map(async (as) => [as, (await makeProject(app, as)).id] as const),
    ),
  );

  const loops: [
    string,
    number,
    [SignedInUser, SignedInUser],
    (as: SignedInUser, round: number) => Promise<Answer>,
  ][] = [
    [
      'project.projects',
      // One project was created for the studies.
      MOST - 1,
      [researcher, otherResearcher],
      (as) => app.call(createProject, { as, body: { creatorId: as.userId, projectName: 'Market payments' } }),
    ],
    [
      'project.studies',
      MOST + 1,
      [researcher, otherResearcher],
      (as) => app.call(createStudy, { as, body: studyBody(ownProjects.get(as) ?? '') }),
    ],
    [
      'project.applications',
      MOST,
      [participant, otherParticipant],
      (as, round) => applyTo(as, studies[round] as Study),
    ],
  ];
  for (const [table, most, [person, another], create] of loops) {
    for (let round = 0; round < most; round += 1) expect((await create(person, round)).status).toBe(201);
    const before = await countTableRows(table);
    for (let round = 0; round < 3; round += 1) expectToWait(await create(person, most), DAY_SECONDS);
    expect(await countTableRows(table)).toBe(before);
    expect((await create(another, most)).status).toBe(201);
  }
  await sql`update project.limits set ends_at = now()`.execute(app.engine.owner);
  expect((await applyTo(participant, studies[MOST] as Study)).status).toBe(201);
});

test('a project that the database refused, or that was invalid, does not count for the day', async () => {
  const person = await registerResearcher(app, { verified: true });
  const body = { creatorId: person.userId, projectName: 'Market payments' };
  const create = (as = person) => app.call(createProject, { as, body });
  const { owner } = app.engine;
  await sql`create function project.refuse() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$`.execute(owner);
  await sql`create trigger no_room before insert on project.projects execute function project.refuse()`.execute(
    owner,
  );
  for (let round = 0; round <= MOST; round += 1) expect((await create()).status).toBe(503);
  await sql`drop trigger no_room on project.projects`.execute(owner);
  const study = await makePublished(app, person, { projectId: (await create()).content.id });
  for (let round = 1; round < MOST; round += 1) expect((await create()).status).toBe(201);
  expectToWait(await create(), DAY_SECONDS);

  const newcomer = await registerParticipant(app, { withProfile: true });
  for (let round = 0; round <= MOST; round += 1)
    expect((await applyTo(newcomer, { ...study, screeners: [] })).status).toBe(400);
  expect((await applyTo(newcomer, study)).status).toBe(201);
});

const unknown = () => ({ id: randomUUID(), sessionId: randomUUID() });
const scans: [string, EndpointShape, () => SignedInUser, () => Record<string, string>][] = [
  ['unknown ids', readProject, () => researcher, unknown],
  ['malformed ids', readStudy, () => participant, () => ({ id: 'no-id' })],
  ['the target of a write', deleteStudy, () => otherResearcher, unknown],
  ['the identity service', endOwnSession, () => otherParticipant, unknown],
];
test.each(scans)('ABU-5 a person who looks up too many unknown objects must wait: %s', async (...scan) => {
  const [, endpoint, person, params] = scan;
  const ask = () => app.call(endpoint, { as: person(), params: params() });
  for (let round = 0; round < MOST; round += 1) expect((await ask()).status).toBe(404);
  for (let round = 0; round < 3; round += 1) expectToWait(await ask(), HOUR_SECONDS);
});

test('ABU-5 a person who looked up too many unknown ids still finds existing ones', async () => {
  const person = await registerResearcher(app, { verified: true });
  const { id } = await makeProject(app, person);
  for (let round = 0; round < MOST + 1; round += 1)
    await app.call(readProject, { as: person, params: unknown() });
  expectToWait(await app.call(readProject, { as: person, params: unknown() }), HOUR_SECONDS);
  for (let round = 0; round < MOST + 1; round += 1) {
    expect((await app.call(readProject, { as: person, params: { id } })).status).toBe(200);
  }
});
