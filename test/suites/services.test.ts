import { Validator } from '@seriousme/openapi-schema-validator';
import { SignJWT, decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { type EndpointShape, isOnAdminPort } from '@app/contracts/endpoint.ts';
import { readSigningKeys as keysOfIdentity } from '@app/contracts/identity/people.ts';
import { readSigningKeys as keysOfProject } from '@app/contracts/project/people.ts';
import { syncProfile } from '@app/contracts/project/matching-profiles.ts';
import { oneForAll } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { openProcess } from '@app/kit/process.ts';
import type { Service, ServiceContext } from '@app/kit/service.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { useApp } from '../support/app.ts';
import { registerResearcher } from '../support/people.ts';
import { serviceToken } from '../support/samples/world.ts';
import { importPrivateKey } from '../support/secrets.ts';

const app = useApp();

describe.each(CONTRACTS.map((contract) => [contract.name, contract] as const))(
  'the %s service',
  (_, contract) => {
    test('D-33 publishes every call in a valid OpenAPI 3.1 document, and a documentation page', async () => {
      const answer = await app.process.app.inject(`${contract.base}/openapi.json`);
      const document = answer.json<{
        openapi: string;
        paths: Record<string, Record<string, { operationId: string }>>;
      }>();
      expect(await new Validator().validate(document)).toMatchObject({ valid: true });
      expect(document.openapi).toBe('3.1.0');
      const documented = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      const published = Object.entries<EndpointShape>(contract.endpoints).filter(
        ([, endpoint]) => !isOnAdminPort(endpoint),
      );
      expect(documented.toSorted()).toEqual(published.map(([id]) => id).toSorted());

      const page = await app.process.app.inject(`${contract.base}/docs`);
      expect(page.headers['content-type']).toContain('text/html');
      for (const [, { path }] of published) expect(page.payload).toContain(path);
    });
  },
);

test('the project service cannot act as the identity service, nor anyone as an unknown service', async () => {
  const { userId } = await registerResearcher(app);
  const [own] = (await app.call(keysOfProject)).json['keys'] as [{ kid: string }];
  const [others] = (await app.call(keysOfIdentity)).json['keys'] as [{ kid: string }];
  const key = await importPrivateKey('project', app.settings);
  const notifyAs = async (issuer: string, kid?: string) => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', typ: 'service+jwt', ...(kid !== undefined && { kid }) })
      .setIssuer(issuer)
      .setAudience('project')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(key);
    return (await app.call(syncProfile, { as: { token }, params: { userId } })).status;
  };
  for (const issuer of ['identity', 'project', 'web', 'constructor', '']) {
    for (const kid of [own.kid, others.kid, undefined]) {
      expect([issuer, await notifyAs(issuer, kid)]).toEqual([issuer, 401]);
    }
  }
  const token = await serviceToken({ app }, 'identity', 'project');
  expect((await app.call(syncProfile, { as: { token }, params: { userId } })).status).toBe(204);
});

test('a service whose peers run elsewhere starts only if their addresses are set', async () => {
  let jobs: ServiceContext['jobs'] | undefined;
  const project = SERVICES.find(({ contract }) => contract.name === 'project')!;
  const service: Service = {
    ...project,
    queues: [],
    start(context) {
      ({ jobs } = context);
      return project.start(context);
    },
  };
  const starting = openProcess({
    services: [service],
    databases: oneForAll(app.engine),
    environment: app.settings,
    log: createLog('silent'),
    sendMail: async () => undefined,
    origins: {},
  });
  await expect(starting).rejects.toThrow('The URL of the identity service is not set');
  await jobs?.stop();
});

describe('a call for services is accepted only from the services that its contract names', () => {
  const calls = CONTRACTS.flatMap(({ name, endpoints }) =>
    Object.entries<EndpointShape>(endpoints).flatMap(([id, endpoint]) =>
      endpoint.access === 'SERVICE' ? [[`${name} ${id}`, name, endpoint] as const] : [],
    ),
  );

  test.each(calls)('%s', async (_, callee, endpoint) => {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]));
    for (const { name: caller } of CONTRACTS) {
      const as = { token: await serviceToken({ app }, caller, callee) };
      const { json } = await app.call(endpoint, { as, params });
      const outcome = ['NOT_SIGNED_IN', 'NOT_ALLOWED'].find((code) => code === json['code']) ?? 'admitted';
      const other = endpoint.callers?.includes(caller) ? 'admitted' : 'NOT_ALLOWED';
      expect([caller, outcome]).toEqual([caller, caller === callee ? 'NOT_SIGNED_IN' : other]);
    }
  });
});

test('the lifetime of a credential is short', async () => {
  const { exp = 0, iat = 0 } = decodeJwt(await serviceToken({ app }, 'identity', 'project'));
  expect(exp - iat).toBe(60);
});
