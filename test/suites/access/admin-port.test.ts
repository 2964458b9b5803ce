import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { isOnAdminPort } from '@app/contracts/endpoint.ts';
import { logIn, readMe } from '@app/contracts/identity/sessions.ts';
import { CASES, tokenFor } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';
import { useWorld } from '../../support/samples/world.ts';

const world = useWorld();
const adminCalls = CASES.filter(({ endpoint }) => isOnAdminPort(endpoint));

test.each(adminCalls.map((subject) => [`${subject.service} ${subject.id}`, subject] as const))(
  'the public port has no %s',
  async (_, subject) => {
    const { base, endpoint } = subject;
    const token = await tokenFor(world, subject);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await world.app.process.app.inject({
        method,
        url: `${base}${endpoint.path.replaceAll(/:\w+/g, crypto.randomUUID())}`,
        headers: {
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(method === 'GET' ? {} : { payload: '{}' }),
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NO_SUCH_CALL']);
    }
  },
);

test('the admin port has none of the other calls and pages', async () => {
  const { adminApp, app } = world.app.process;
  const { token } = world.people.participant;
  const paths = [
    `${IDENTITY_BASE}${readMe.path}`,
    `${IDENTITY_BASE}${logIn.path}`,
    `${IDENTITY_BASE}/openapi.json`,
    '/livez',
    '/',
  ];
  for (const url of paths) {
    const method = url.endsWith(logIn.path) ? 'POST' : 'GET';
    const sent = { method, url, headers: { authorization: `Bearer ${token}` } } as const;
    expect([url, (await adminApp?.inject(sent))?.statusCode]).toEqual([url, 404]);
    if (url !== '/') expect((await app.inject(sent)).statusCode).not.toBe(404);
  }
});

const signedInCalls = adminCalls.filter(({ endpoint }) => endpoint.access === 'ADMIN');

test.each(signedInCalls.map((subject) => [`${subject.service} ${subject.id}`, subject] as const))(
  'every act and every look is audited with the admin: %s',
  async (_, subject) => {
    const { endpoint, recipe, service } = subject;
    const { adminId } = world.admins[endpoint.adminRoles?.[0] ?? 'ADMIN'];
    const count = async () =>
      (
        await sql`
          select from ${sql.table(`${service}.audit`)} where admin_id = ${adminId}`.execute(
          world.app.engine.owner,
        )
      ).rows.length;
    const sample = await recipe.make(world, world.people[recipe.by]);
    const token = await tokenFor(world, subject);
    const before = await count();
    expect((await send(world.app, subject, sample, token)).statusCode).toBeLessThan(300);
    expect(await count()).toBe(before + 1);
  },
);
