import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { findAnswerFlaw } from './find-flaw.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { missingHeaders } from './security-headers.ts';
import { type World, useWorld } from '../../support/samples/world.ts';

const world = useWorld();
beforeAll(async () => {
  // The database fails for a project with this name.
  await sql`
    create function public.fail_on_purpose() returns trigger language plpgsql as $$
    begin
      raise exception 'relation "secret" does not exist' using errcode = new.project_name;
    end
    $$`.execute(world.app.engine.owner);
  await sql`
    create trigger fail_on_purpose before insert on project.projects for each row
    when (new.project_name ~ '^[0-9A-Z]{5}$') execute function public.fail_on_purpose()`.execute(
    world.app.engine.owner,
  );
});

const account = `${IDENTITY_BASE}/users/me`;
const projects = `${PROJECT_BASE}/projects`;
const json = { 'content-type': 'application/json' };
const as = (name: keyof World['people']) => ({ authorization: `Bearer ${world.people[name].token}` });
const post = (url: string, headers: Record<string, string>, payload: string | object): InjectOptions => ({
  method: 'POST',
  url,
  headers: { ...json, ...headers },
  payload,
});
const naming = (projectName: string) =>
  post(projects, as('researcher'), { creatorId: world.people.researcher.userId, projectName });

const answers: [number, string, () => InjectOptions][] = [
  [200, 'a response', () => ({ url: account, headers: as('participant') })],
  [200, 'the headers of a response', () => ({ method: 'HEAD', url: account, headers: as('participant') })],
  [200, 'health', () => ({ url: '/livez' })],
  [200, 'readiness', () => ({ url: '/readyz' })],
  [200, 'the description', () => ({ url: `${PROJECT_BASE}/openapi.json` })],
  [200, 'the page of the description', () => ({ url: `${PROJECT_BASE}/docs` })],
  [201, 'a new resource', () => naming('Market payments')],
  [
    204,
    'nothing to say',
    () => post(`${IDENTITY_BASE}/auth/logout`, { 'sec-fetch-site': 'same-origin' }, ''),
  ],
  [400, 'bad input', () => naming('')],
  [400, 'a truncated body', () => post(projects, as('researcher'), '{"a')],
  [400, 'an address that cannot be read', () => ({ url: `${projects}/%zz` })],
  [401, 'no credential', () => ({ url: account })],
  [403, 'another role', () => ({ url: projects, headers: as('participant') })],
  [404, 'an unknown address', () => ({ url: `${PROJECT_BASE}/nothing` })],
  [404, 'an address outside the services', () => ({ url: '/nothing' })],
  [404, 'an unknown resource', () => ({ url: `${projects}/no-id`, headers: as('researcher') })],
  [405, 'another method', () => ({ method: 'PUT', url: projects })],
  [413, 'a body that is too large', () => post(projects, as('researcher'), ' '.repeat(100_000))],
  [
    415,
    'no JSON',
    () => ({ ...naming('x'), headers: { ...as('researcher'), 'content-type': 'text/plain' } }),
  ],
  [500, 'a database with a missing table', () => naming('42P01')],
  [500, 'an internal error of the database', () => naming('XX000')],
  [503, 'a database that stops', () => naming('57P01')],
  [503, 'a database that is full', () => naming('53300')],
];

test.each(answers)(
  'OUT-1 OUT-4 IN-4 %i %s: complete, with its headers, and without internal details',
  async (status, _, ask) => {
    const answer = await world.app.process.app.inject(ask());
    expect(answer.statusCode).toBe(status);
    expect(missingHeaders(answer.headers)).toEqual([]);
    const { url } = ask();
    const endpoint = url === projects ? createProject : undefined;
    const isOfItsOwnCall = typeof url === 'string' && url.endsWith('no-id');
    const isCallOfItsOwn = status === 401 || status === 403 || isOfItsOwnCall;
    expect(isCallOfItsOwn ? undefined : findAnswerFlaw(answer, endpoint)).toBeUndefined();
    if (status >= 500) expect(answer.payload).not.toMatch(/secret|42P01|XX000|57P01|53300|project_name/);
    if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    if (status === 405) expect(answer.headers.allow).toBe('GET, POST');
  },
);
