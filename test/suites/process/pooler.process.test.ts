import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { SERVICES } from '../../../apps/host/src/services.ts';
import { findPgbouncer, logInsFor, startPgbouncer } from '../../support/machine/pgbouncer.ts';
import { startPooler } from '../../support/pooler.ts';
import { BACKENDS, startProcess, stopProcess } from '../../support/product.ts';
import { openDatabaseAndFolder } from './open-place.ts';

test('O5 the product does not start behind a pooler that removes the services’ roles', async () => {
  const { database, folder } = await openDatabaseAndFolder();
  const pooler = await startPooler(database.url, ['options']);
  onTestFinished(() => pooler.close());
  const start = startProcess({
    DATA_DIR: folder,
    SERVICES: BACKENDS,
    PUBLIC_URL: 'http://localhost:3000',
    DEMO_DATA: 'none',
    DATABASE_URL: pooler.url,
  });
  await expect(start).rejects.toThrow(
    /ended with 1:[^]*DATABASE_URL: connections act as \w+ and not as identity_app/,
  );
});

test.each([findPgbouncer() ?? []].flat())(
  'behind PgBouncer it starts with the settings of docs/pooler.md, and is not ready during an outage: %s',
  async (program) => {
    const { database, folder } = await openDatabaseAndFolder();
    const settings = {
      DATA_DIR: folder,
      SERVICES: BACKENDS,
      PUBLIC_URL: 'http://localhost:3000',
      DEMO_DATA: 'none',
    };
    // The first migration creates the roles.
    await stopProcess((await startProcess({ ...settings, DATABASE_URL: database.url })).child);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const password = 'only for this test'.replaceAll(' ', '-');
    await client.query(logInsFor(password));
    const users = SERVICES.map(({ role }) => role);
    const pooler = await startPgbouncer(program, database.url, { users, password });
    const { child, url } = await startProcess({
      ...settings,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      DATABASE_STATEMENTS: 'unnamed',
    });
    onTestFinished(async () => {
      await stopProcess(child);
      for (const user of users)
        await client.query(`alter role ${user} nologin; alter role ${user} reset all`);
      await client.end();
    });
    const isReady = async () => (await fetch(`${url}/readyz`)).status;
    expect(await isReady()).toBe(200);
    pooler.stop();
    await expect.poll(isReady).toBe(503);
  },
);
