// @module-tag both-engines
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerVerified } from '../../../../test/people.ts';
import { newKey } from '../../../../test/secrets.ts';
import { readIdentityConfig } from '../config.ts';
import { SERVICE_ROLE } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { makeLink } from './make-link.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a letter that is tried again under a new signing key keeps the link that it had', async () => {
  const { userId } = await registerVerified(app, 'RESEARCHER');
  const db = app.engine.connect<IdentityTables>(SERVICE_ROLE);
  const [old, newest] = [await newKey(), await newKey()];
  const tryUnder = (keys: object[], letterId: string) => {
    const config = readIdentityConfig({ ...app.settings, IDENTITY_SIGNING_KEYS: JSON.stringify(keys) });
    return makeLink({ db, config }, { letterId, userId, purpose: 'RESET_PASSWORD' });
  };
  const [begun, later] = [crypto.randomUUID(), crypto.randomUUID()];
  const secret = await tryUnder([old, newest], begun);
  expect(await tryUnder([newest, old], begun)).toBe(secret);

  const other = await tryUnder([newest, old], later);
  expect(await tryUnder([newest], later)).toBe(other);
  expect(await tryUnder([old], later)).not.toBe(other);
});
