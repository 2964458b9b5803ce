import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { readStanding } from '@app/contracts/identity/people.ts';
import { tellPerson } from '@app/contracts/project/notifications.ts';
import type { TestApp } from './app.ts';
import { startTestApp } from './app.ts';
import { registerResearcher } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe.each(CONTRACTS.map((contract) => [contract.name, contract] as const))(
  'the %s service',
  (_, contract) => {
    test('D-33 publishes every call in a valid OpenAPI 3.1 document, and a page beside it', async () => {
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
      expect(documented.toSorted()).toEqual(Object.keys(contract.endpoints).toSorted());

      const page = await app.process.app.inject(`${contract.base}/docs`);
      expect(page.headers['content-type']).toContain('text/html');
      for (const { path } of Object.values(contract.endpoints)) expect(page.payload).toContain(path);
    });
  },
);

test('a person’s token opens no call between the services', async () => {
  const user = await registerResearcher(app);
  for (const as of [undefined, user]) {
    expect((await app.call(readStanding, { params: { userId: user.userId }, as })).status).toBe(401);
    const told = await app.call(tellPerson, {
      params: { userId: user.userId },
      as,
      body: { key: 'x', event: 'COMPANY_ACCEPTED' },
    });
    expect(told.status).toBe(401);
  }
});

test('/livez and /readyz answer, and readiness needs the database', async () => {
  expect((await app.process.app.inject('/livez')).statusCode).toBe(200);
  expect((await app.process.app.inject('/readyz')).statusCode).toBe(200);
});
