import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { type TestAdmin, makeAdmin } from '@app/test/support/admins.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { makeDraft, makeProject, planBody } from '#test/studies.ts';

const app = useApp();
let unverified: SignedInUser;
let participant: SignedInUser;
let admin: TestAdmin;

beforeAll(async () => {
  [unverified, participant, admin] = await Promise.all([
    registerResearcher(app),
    registerParticipant(app),
    makeAdmin(app, ['SUPPORT', 'ADMIN', 'FINANCE']),
  ]);
});

const calls = Object.entries<EndpointShape>(projectContract.endpoints).filter(
  ([, { access }]) => access !== 'ANYONE',
);
const lists = calls.filter(([, { query, access }]) => query && access !== 'VERIFIED_RESEARCHER');
const someId = '0de00000-0000-7000-8000-00000000ffff';
const params = { id: someId, userId: someId, applicationId: someId };
test('S-117 S-601 every call that is not public needs a bearer token', async () => {
  for (const [name, endpoint] of calls) {
    const { status, json } = await app.call(endpoint, { params });
    expect([name, status, json['code']]).toEqual([name, 401, 'NOT_SIGNED_IN']);
  }
});

test.each(lists)(
  'S-602 %s refuses a query key that the contract does not name, and sizes out of bounds',
  async (_, endpoint) => {
    const person = endpoint.access === 'PARTICIPANT' ? participant : unverified;
    const as = endpoint.access === 'ADMIN' ? { token: await admin.token() } : person;
    const refused = [
      { sort: 'name' },
      { page: -1 },
      { page: '1e3' },
      { page: 10_001 },
      { size: 0 },
      { size: 101 },
    ];
    for (const query of refused) {
      const answer = await app.call(endpoint, { params, as, query });
      expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    }
  },
);

test('D-21 an id in capitals is the same id, also in an answer, a key and a link', async () => {
  const owner = await registerResearcher(app, { verified: true });
  const draft = await makeDraft(app, owner, { projectId: (await makeProject(app, owner)).id });
  const inCapitals = { id: draft.id.toUpperCase() };
  const body = planBody();
  const published = await app.call(publishStudy, { as: owner, params: inCapitals, body });
  expect(published).toMatchObject({ status: 200, content: { id: draft.id } });
  const { rows } = await sql`
    select about from project.audit where event = 'STUDY_PUBLISHED' and user_id = ${owner.userId}`.execute(
    app.engine.owner,
  );
  expect(rows.map((row) => Object.values(row as object)[0])).toEqual([draft.id]);
  const query = { creatorId: owner.userId.toUpperCase() };
  expect((await app.call(listProjects, { as: owner, query })).content).toHaveLength(1);
});
