import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { createProject, deleteProject, listProjects } from '@app/contracts/project/projects.ts';
import { createStudy, deleteStudy } from '@app/contracts/project/study-calls.ts';
import { studyBody } from '../../../services/project/test/studies.ts';
import { missingHeaders } from '../responses/security-headers.ts';
import { PASSWORD, emailSecret } from '../../support/people.ts';
import { useWorld } from '../../support/samples/world.ts';

const world = useWorld({ PROJECTS_PER_PERSON_PER_DAY: 60 });
let key: string;
beforeEach(() => {
  key = crypto.randomUUID();
});

const create = (given: { headers?: Record<string, string>; projectName?: string } = {}) =>
  world.app.call(createProject, {
    as: world.people.researcher,
    headers: given.headers ?? { 'idempotency-key': key },
    body: {
      creatorId: world.people.researcher.userId,
      projectName: given.projectName ?? `Project ${key}`,
      description: 'Asked again',
    },
  });

/** Returns the projects that were created with the key. */
async function created() {
  const { content } = await world.app.call(listProjects, {
    as: world.people.researcher,
    query: { size: 100 },
  });
  return content.filter(({ projectName }) => projectName === `Project ${key}`);
}

/** Simulates a crash this long ago, before the response was stored. */
const loseAnswers = (agoInSeconds: number) =>
  sql`
    update project.idempotency_keys set answer = null, claimed_at = now() - make_interval(secs => ${agoInSeconds})`.execute(
    world.app.engine.owner,
  );

describe('CON-6 a key has 1 to 255 visible characters, and is sent once', () => {
  test.each([
    ['nothing', ''],
    ['a blank', 'a b'],
    ['256 characters', 'x'.repeat(256)],
    ['a character beyond ASCII', 'clé'],
    ['a control character', 'a\tb'],
  ])('%s is not a key', async (_, bad) => {
    const answer = await create({ headers: { 'idempotency-key': bad } });
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'INVALID_INPUT', content: [{ field: 'Idempotency-Key' }] },
    });
    expect(await created()).toEqual([]);
  });

  test.each(['1', `"${'x'.repeat(253)}"`])('%s is a key', async (good) => {
    const first = await create({ headers: { 'idempotency-key': good } });
    const again = await create({ headers: { 'idempotency-key': good } });
    expect([first.status, again.json]).toEqual([201, first.json]);
    expect(await created()).toHaveLength(1);
  });

  test('two keys are refused', async () => {
    const { token, userId } = world.people.researcher;
    const answer = await world.app.process.app.inject({
      method: 'POST',
      url: `${PROJECT_BASE}/projects`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': [key, crypto.randomUUID()] as never },
      payload: { creatorId: userId, projectName: `Project ${key}` },
    });
    expect(answer.json()).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(await created()).toEqual([]);
  });
});

test('CON-6 a refusal is repeated unchanged, with its own headers', async () => {
  const body = { ...studyBody(crypto.randomUUID()) };
  const headers = { 'idempotency-key': key };
  const ask = () => world.app.call(createStudy, { as: world.people.researcher, headers, body });
  const [first, again] = [await ask(), await ask()];
  expect(first).toMatchObject({ status: 404, json: { code: 'PROJECT_NOT_FOUND' } });
  expect(again.json).toEqual(first.json);
  expect(again.headers).toMatchObject({
    'idempotency-replayed': 'true',
    'content-type': 'application/problem+json; charset=utf-8',
  });
  expect(missingHeaders(again.headers)).toEqual([]);
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
});

test('CON-6 a refusal before the key is checked leaves the key unused', async () => {
  expect((await create({ projectName: '' })).status).toBe(400);
  expect((await create()).status).toBe(201);
  expect(await created()).toHaveLength(1);
});

test('CON-6 the If-Match version is part of the call', async () => {
  const first = await create();
  expect(first.status).toBe(201);
  const other = await create({ headers: { 'idempotency-key': key, 'if-match': '"7"' } });
  expect(other).toMatchObject({ status: 422, json: { code: 'KEY_REUSED' } });
});

describe('CON-6 while the first request is running', () => {
  test('a repeat has to wait', async () => {
    await create();
    // The repeat may arrive at any later time.
    await loseAnswers(-30);
    expect(await create()).toMatchObject({
      status: 409,
      json: { code: 'IN_FLIGHT' },
      headers: { 'retry-after': '1' },
    });
  });

  test('FLT-1 after half a minute a repeat takes over and finds the completed result', async () => {
    const first = await create();
    await loseAnswers(31);
    const again = await create();
    expect(again).toMatchObject({ status: 201, json: first.json });
    expect(again.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['etag']).toBe(first.headers['etag']);
    expect(await created()).toHaveLength(1);
    expect((await create()).headers['idempotency-replayed']).toBe('true');
  });

  test('FLT-1 an incomplete call is completed with the same id', async () => {
    const first = await create();
    await sql`delete from project.projects where project_id = ${first.content.id}`.execute(
      world.app.engine.owner,
    );
    await loseAnswers(31);
    const again = await create();
    expect(again).toMatchObject({ status: 201, content: { id: first.content.id } });
    expect(await created()).toHaveLength(1);
  });

  test('FLT-1 a result that was deleted since stays deleted', async () => {
    const as = world.people.researcher;
    const headers = { 'idempotency-key': key };
    const { content: project } = await create();
    const body = studyBody(project.id);
    const { content: study } = await world.app.call(createStudy, { as, headers, body });
    await world.app.call(deleteStudy, { as, params: { id: study.id } });
    await loseAnswers(31);
    expect(await world.app.call(createStudy, { as, headers, body })).toMatchObject({
      status: 404,
      json: { code: 'STUDY_NOT_FOUND' },
    });
    await world.app.call(deleteProject, { as, params: { id: project.id } });
    await loseAnswers(31);
    expect(await create()).toMatchObject({ status: 404, json: { code: 'PROJECT_NOT_FOUND' } });
  });

  test('FLT-1 a registration is found, and its password is kept', async () => {
    const { owner } = world.app.engine;
    const email = `again-${key}@example.test`;
    const body = { email, password: PASSWORD, firstName: 'Esi', lastName: 'Mensah', role: 'PARTICIPANT' };
    const ask = () =>
      world.app.call(registerPerson, {
        headers: { 'idempotency-key': key },
        body: { ...body, agreedToTerms: true },
      });
    const first = await ask();
    await sql`update identity.idempotency_keys set answer = null, claimed_at = '-infinity'`.execute(owner);
    expect(await ask()).toMatchObject({ status: 201, json: first.json });
    const { rows } = await sql<{
      id: string;
    }>`select user_id as id from identity.people where email = ${email}`.execute(owner);
    const token = await emailSecret(world.app, rows[0]?.id ?? '', 'VERIFY_EMAIL');
    expect((await world.app.call(verifyEmail, { body: { token, password: PASSWORD } })).status).toBe(200);
    expect((await world.app.call(logIn, { body: { email, password: PASSWORD } })).status).toBe(200);
  });
});

describe('CON-6 a response without a decision lets the same call succeed a moment later', () => {
  test('a server error', async () => {
    const { owner } = world.app.engine;
    await sql`alter table project.projects add constraint broken check (project_name not like ${sql.lit(`%${key}`)})`.execute(
      owner,
    );
    expect((await create()).status).toBe(500);
    await sql`alter table project.projects drop constraint broken`.execute(owner);
    expect((await create()).status).toBe(201);
    expect(await created()).toHaveLength(1);
  });

  test('a wrong password: each attempt counts', async () => {
    const { email } = world.people.spare;
    const given = { headers: { 'idempotency-key': key }, body: { email, password: 'not this one' } };
    for (const tries of [1, 2]) {
      expect(await world.app.call(logIn, given)).toMatchObject({ status: 401 });
      const found = await sql<{ tries: number }>`select tries from identity.password_tries`.execute(
        world.app.engine.owner,
      );
      expect(found.rows).toEqual([{ tries }]);
    }
  });

  test('ABU-5 a rate limit: a repeat does not count, and a refusal stores no key', async () => {
    const { owner } = world.app.engine;
    const countKeys = async () =>
      (await sql`select from project.idempotency_keys`.execute(owner)).rows.length;
    const limit = sql`update project.limits set count = 60 where count < 60`;
    expect((await create()).status).toBe(201);
    await limit.execute(owner);
    expect((await create()).headers['idempotency-replayed']).toBe('true');
    const refused = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const before = await countKeys();
    expect((await create(refused)).status).toBe(429);
    expect(await countKeys()).toBe(before);
    await sql`delete from project.limits`.execute(owner);
    expect((await create(refused)).status).toBe(201);
  });
});

test('CON-6 the stored key and its response cannot be read at rest', async () => {
  const { email } = world.people.researcher;
  const headers = { 'idempotency-key': key };
  const answer = await world.app.call(logIn, { headers, body: { email, password: PASSWORD } });
  expect(answer.status).toBe(200);
  const { rows } = await sql<Record<string, unknown>>`
    select encode(key_hash, 'escape') || encode(request_hash, 'escape') || encode(answer, 'escape') as row
    from identity.idempotency_keys order by claimed_at desc limit 1`.execute(world.app.engine.owner);
  const row = String(rows[0]?.['row']);
  expect(row.length).toBeGreaterThan(200);
  for (const secret of [key, answer.content.token, email, 'set-cookie', 'content']) {
    expect(row).not.toContain(secret);
  }
});
