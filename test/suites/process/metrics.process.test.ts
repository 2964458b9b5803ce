import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { adminCommandWords } from '@app/words/admin-commands.ts';
import { moneyCommandWords } from '@app/words/money-commands.ts';
import { freePort } from '../../support/machine/ports.ts';
import { BACKENDS, startProcess, stopProcess } from '../../support/product.ts';
import { testSecrets } from '../../support/secrets.ts';
import { TIMEOUT_FACTOR } from '../../support/sizes.ts';
import { openDatabaseAndFolder } from './open-place.ts';

const alarms = () => readFileSync('docs/alarms.md', 'utf8');
const dashboard = () => readFileSync('deploy/grafana-dashboard.json', 'utf8');
/** Prometheus itself creates `up`, and more series of one histogram. */
const namesIn = (document: string) => {
  const names = document.match(/\b(http|job|database|payment|project|nkomo|nodejs)_[a-z0-9_]+/g) ?? [];
  expect(names.length).toBeGreaterThan(15);
  return [...new Set(names.map((name) => name.replace(/_(bucket|count)$/, '')))];
};

const EMAIL = 'esi.metrics@example.com';

test('calls, connections, jobs and the event loop are measured on a separate port, without personal data', async () => {
  const { database, folder } = await openDatabaseAndFolder();
  const [port, adminPort] = [await freePort(), await freePort()];
  const logFile = join(folder, 'log');
  const logDescriptor = openSync(logFile, 'w');
  const { child, url } = await startProcess(
    {
      ...(await testSecrets()),
      SERVICES: BACKENDS,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      DEMO_DATA: 'none',
      METRICS_PORT: String(port),
      HOST: '0.0.0.0',
      ADMIN_PORT: String(adminPort),
      ADMIN_URL: `http://localhost:${adminPort}`,
      LOG_LEVEL: 'info',
    },
    logDescriptor,
  );
  closeSync(logDescriptor);
  // Without ADMIN_HOST, only this address of the machine serves the admin area.
  expect((await fetch(`http://127.0.0.1:${adminPort}/`)).status).toBe(404);
  await expect(fetch(`http://127.0.0.2:${adminPort}/`)).rejects.toThrow('fetch failed');
  const outside = openPostgres({
    url: database.url,
    poolSize: 1,
    log: createLog('silent'),
    patience: TIMEOUT_FACTOR,
  });
  // Simulates an outage: the oldest was tried without success, and its next try is due later; another is
  // scheduled.
  await sql`
    insert into identity_jobs.job (name, data, state, created_on, started_on, start_after)
    values ('emails', '{}', 'retry', now() - interval '1 hour', now(), now() + interval '1 hour'),
      ('emails', '{}', 'created', now() - interval '2 hours', null, now() + interval '1 hour'),
      ('emails-dead-letter', '{}', 'created', now() - interval '9 days', null, now() - interval '9 days')`.execute(
    outside.owner,
  );
  await sql`insert into payment.pauses (provider, reason) values ('mtn', 'OUR_FLOAT_LOW')`.execute(
    outside.owner,
  );
  await sql`insert into payment.differences (kind, subject, ours, theirs) values ('FLOAT', 'mtn', '1', '2')`.execute(
    outside.owner,
  );
  await sql`insert into payment.floats (provider, pesewas, needed) values ('mtn', 9007199254740991, 5)`.execute(
    outside.owner,
  );
  for (const ago of ['2 hours', '1 minute'])
    await sql`insert into project.payables (application_id, study_id, participant_id, pesewas, due_at)
      values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 5000, now() - ${ago}::interval)`.execute(
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
  const age = /^job_queue_age_seconds\{service="identity",queue="emails"\} ([\d.]+)$/m.exec(text)?.[1];
  expect(Number(age)).toBeGreaterThanOrEqual(3600);
  expect(Number(age)).toBeLessThan(7200);
  expect(text).toMatch(/^job_queue_jobs\{service="\w+",queue="[\w-]+",state="\w+"\} \d+$/m);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'job_queue_jobs{service="identity",queue="emails",state="dead_letter"} 1',
      'payment_paused{provider="mtn",reason="OUR_FLOAT_LOW"} 1',
      'payment_differences{kind="FLOAT"} 1',
      'payment_float_pesewas{provider="mtn"} 9007199254740991',
      'payment_float_needed_pesewas{provider="mtn"} 5',
      'project_unsent_payables 1',
      'project_unsent_payables_pesewas 5000',
      'database_answers 1',
    ]),
  );
  // The version is the same everywhere.
  const { status, ...build } = (await (await fetch(`${url}/readyz`)).json()) as Record<string, string>;
  expect(status).toBe('ok');
  expect(build).toEqual({
    version: expect.stringMatching(/^[\d.]+$/) as string,
    commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/) as string,
    schema: expect.stringMatching(/^identity \d{4}, payment \d{4}, project \d{4}$/) as string,
  });
  const labels = Object.entries(build).map(([name, value]) => `${name}="${value}"`);
  expect(text.split('\n')).toContain(`nkomo_build_info{${labels.join()}} 1`);
  const listening = readFileSync(logFile, 'utf8')
    .split('\n')
    .find((line) => line.includes('"msg":"listening"'));
  expect(JSON.parse(listening ?? '')).toMatchObject(build);
  for (const document of [alarms(), dashboard()])
    expect(namesIn(document).filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  expect(text).toMatch(/^database_connections\{role="identity_app",state="waiting"\} 0$/m);
  expect(text.trimEnd().endsWith('# EOF')).toBe(true);
  expect(text).not.toContain(EMAIL);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);

  await database.drop();
  const lost = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(lost).toMatch(/^database_answers 0$/m);
  expect(await lost()).not.toMatch(/^(job_queue|payment|project)_\w+[ {]/m);
  await stopProcess(child);
});

test('the commands of the alarms exist', () => {
  const usage = `${adminCommandWords.usage} ${moneyCommandWords.usage}`;
  const commands = [...alarms().matchAll(/npm run (admin|money) -- ([a-z-]+)/g)];
  expect(commands.length).toBeGreaterThan(5);
  for (const [, script, command = ''] of commands) {
    expect(usage).toContain(`npm run ${script} -- `);
    expect(usage).toMatch(new RegExp(`\\b${command}\\b`));
  }
});
