import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { freePort } from '../machine/ports.ts';
import { createDatabase, startPostgres } from '../machine/postgres.ts';
import { BACKENDS, startProcess, stopProcess } from '../product.ts';
import { testSecrets } from '../secrets.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), 'metrics-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const EMAIL = 'esi.metrics@example.com';

test('calls, connections, jobs and the event loop are counted on a port of their own, and nobody is named', async () => {
  const database = await createDatabase(server.url);
  const port = await freePort();
  const { child, url } = await startProcess({
    ...(await testSecrets()),
    SERVICES: BACKENDS,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO_DATA: 'none',
    METRICS_PORT: String(port),
  });
  const outside = openPostgres({ url: database.url, poolSize: 1, log: createLog('silent') });
  // As in an outage: the oldest was tried in vain, and its next try is yet to come; another is to be sent later.
  await sql`
    insert into identity_jobs.job (name, data, state, created_on, started_on, start_after)
    values ('letters', '{}', 'retry', now() - interval '1 hour', now(), now() + interval '1 hour'),
      ('letters', '{}', 'created', now() - interval '2 hours', null, now() + interval '1 hour')`.execute(
    outside.owner,
  );
  await outside.close();
  await fetch(`${url}${IDENTITY_BASE}/users/resend-verification-email/${EMAIL}`, { method: 'POST' });
  await fetch(`${url}${IDENTITY_BASE}/users/me`);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get('content-type')).toContain('application/openmetrics-text');
  const text = await answer.text();
  expect(text).toMatch(/^http_request_duration_seconds_count\{.*users\/me".*status="401".*\} 1$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  const age = /^job_queue_age_seconds\{service="identity",queue="letters"\} ([\d.]+)$/m.exec(text)?.[1];
  expect(Number(age)).toBeGreaterThanOrEqual(3600);
  expect(Number(age)).toBeLessThan(7200);
  expect(text).toMatch(/^job_queue_jobs\{service="\w+",queue="[\w-]+",state="\w+"\} \d+$/m);
  expect(text).toMatch(/^database_connections\{role="identity_app",state="waiting"\} 0$/m);
  expect(text.trimEnd().endsWith('# EOF')).toBe(true);
  expect(text).not.toContain(EMAIL);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  await stopProcess(child);
  await database.drop();
});
