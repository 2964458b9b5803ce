import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { readHostConfig } from '../../../apps/host/src/config.ts';
import { openDatabases, openHost } from '../../../apps/host/src/host.ts';
import { SERVICES } from '../../../apps/host/src/services.ts';
import { readIdentityConfig } from '../../../services/identity/src/config.ts';
import { BACKENDS, startProcess } from '../../support/product.ts';
import { newKey, testSecrets } from '../../support/secrets.ts';
import type { GivenSettings } from '../../support/wide-limits.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refused-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const backends = { SERVICES: BACKENDS, PUBLIC_URL: 'http://localhost:3000', DEMO_DATA: 'none' };

test('D-11 production names everything that is missing, and shows no values', async () => {
  const start = startProcess({
    ...backends,
    APP_MODE: 'production',
    MAIL_FROM: 'secret@value.test',
    GOOGLE_ISSUER: 'http://accounts.example',
    MTN_BASE_URL: 'http://127.0.0.1:3000/dev/mtn',
  });
  const message = await start.then(
    () => 'it started',
    (error: Error) => error.message,
  );
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'ADMIN_EMAIL',
    'SMTP_URL',
    'IDENTITY_SIGNING_KEYS',
    'IDENTITY_DATA_KEYS',
    'PAYMENT_SIGNING_KEYS',
    'PAYMENT_DATA_KEYS',
    'PROJECT_SIGNING_KEYS',
    'PROJECT_DATA_KEYS',
    'TRUSTED_PROXIES',
    'GOOGLE_ISSUER: must begin with https://',
    'MTN_BASE_URL: must begin with https://',
  ]) {
    expect(message).toContain(name);
  }
  expect(message).not.toContain('secret@value.test');
});

const KEY = await newKey();

const longHostName = (length: number) => `https://${'a'.repeat(length - 43)}.${'b'.repeat(34)}.example`;
const AFRICAS_TALKING = { SMS_GATEWAY: 'africastalking', SMS_USER: 'x', SMS_KEY: 'x', SMS_SENDER: 'Nkomo' };

test.each([
  [{ SERVICES: 'identity' }, /DATABASE_URL/],
  [{ SERVICES: 'web' }, /IDENTITY_URL[\s\S]*PAYMENT_URL[\s\S]*PROJECT_URL/],
  [{ SERVICES: 'something' }, /SERVICES/],
  [{ SMS_KEY: 'secret' }, /SMS_GATEWAY: must say who sends texts/],
  [{ SMS_GATEWAY: 'arkesel' }, /SMS_KEY: must be set[\s\S]*SMS_SENDER: must be 3 to 11/],
  [{ SMS_GATEWAY: 'arkesel', SMS_USER: 'x' }, /SMS_USER: must not be set/],
  [
    { SMS_GATEWAY: 'hubtel', SMS_KEY: 'secret', SMS_SENDER: '0244000000' },
    /SMS_USER: must be set[\s\S]*SMS_SENDER/,
  ],
  [
    { SMS_GATEWAY: 'arkesel', SMS_KEY: 'x', SMS_SENDER: 'Nkomo', PUBLIC_URL: longHostName(83) },
    /PUBLIC_URL: must have a host shorter by 9 characters/,
  ],
  // The gateway appends to the text.
  [
    { ...AFRICAS_TALKING, PUBLIC_URL: longHostName(53) },
    /PUBLIC_URL: must have a host shorter by 9 characters/,
  ],
  [{ USSD_GATEWAY: 'arkesel' }, /USSD_GATEWAY, USSD_CODE: must be set both or neither/],
  [
    { SMS_GATEWAY: 'none', USSD_GATEWAY: 'arkesel', USSD_CODE: '*920*55#' },
    /SMS_GATEWAY: must be set for USSD_GATEWAY/,
  ],
  [
    { ...AFRICAS_TALKING, USSD_GATEWAY: 'hubtel', USSD_CODE: '*920*55' },
    /USSD_CODE: must be what people dial, such as \*920\*55#/,
  ],
  [{ PORT: '80x' }, /PORT: must be a whole number from 0 to 65535/],
  [{ METRICS_PORT: '3000' }, /METRICS_PORT: must be another than PORT/],
  [{ ADMIN_PORT: '3900' }, /ADMIN_URL: must be set for ADMIN_PORT/],
  [{ ADMIN_PORT: '3000', ADMIN_URL: 'http://localhost:3000' }, /ADMIN_PORT: must be another than PORT/],
  [{ ADMIN_URL: 'http://127.0.0.1:3900' }, /ADMIN_URL: must have a host name and no path/],
  [{ DATABASE_URL: 'localhost:5432' }, /DATABASE_URL: must be an address such as postgres:/],
  [{ SMTP_URL: 'mail.test' }, /SMTP_URL: must be an address such as smtps:/],
  [{ PUBLIC_URL: 'research.test' }, /PUBLIC_URL: must be a whole address, with https:/],
  [{ APP_MODE: 'live' }, /APP_MODE: must be one of demo, production/],
  [{ ADMIN_EMAIL: 'nobody' }, /ADMIN_EMAIL: must be one email address/],
  [{ MAIL_FROM: 'nobody' }, /MAIL_FROM: must be such as .env.example shows/],
  [{ DATABASE_POOLSIZE: '5' }, /DATABASE_POOLSIZE: is no setting; DATABASE_POOL_SIZE is/],
  [{ IDENTITY_SIGNING_KEY: '[]' }, /IDENTITY_SIGNING_KEY: is no setting; IDENTITY_SIGNING_KEYS is/],
  [
    { DATABASE_URL: 'postgres://me@127.0.0.1/x?statement_timeout=0' },
    /DATABASE_URL: must not set statement_timeout/,
  ],
  [
    { DATABASE_URL: 'postgres://me@127.0.0.1/x?options=-csearch_path=y' },
    /DATABASE_URL: must not set options/,
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://me@127.0.0.1/x', DATABASE_URL: 'postgres://me@127.0.0.1:6432/x' },
    /DATABASE_URL: must name no user where DATABASE_DIRECT_URL is set/,
  ],
  [{ DATABASE_DIRECT_URL: 'postgres://me@127.0.0.1/x' }, /DATABASE_URL: must be set, to the pooler/],
  [
    { IDENTITY_DATABASE_URL: 'postgres://me@127.0.0.1/x' },
    /DATABASE_URL: must be set, or PAYMENT_DATABASE_URL and PROJECT_DATABASE_URL, where other/,
  ],
  [
    { PAYMENT_DATABASE_DIRECT_URL: 'postgres://me@127.0.0.1/x' },
    /PAYMENT_DATABASE_URL: must be set, to the pooler before the server of PAYMENT_DATABASE_DIRECT_URL/,
  ],
  [
    { PROJECT_DATABASE_READERS: 'postgres://me@127.0.0.1/x', DATABASE_URL: 'postgres://me@127.0.0.1/x' },
    /PROJECT_DATABASE_READERS: must not be set without PROJECT_DATABASE_URL/,
  ],
  [
    { DATABASE_READERS: 'postgres://me@127.0.0.1/x,other', DATABASE_URL: 'postgres://me@127.0.0.1/x' },
    /DATABASE_READERS[^:]*: must be an address such as postgres:/,
  ],
  [
    {
      DATABASE_READERS: 'postgres://me@127.0.0.1/y?options=-crole=me',
      DATABASE_URL: 'postgres://me@127.0.0.1/x',
    },
    /DATABASE_READERS: must not set options/,
  ],
  [{ SERVICES: BACKENDS }, /PUBLIC_URL/],
  [{ PROJECT_SIGNING_KEYS: '{"keys":[]}' }, /PROJECT_SIGNING_KEYS: must be a JSON list/],
  [{ PROJECT_SIGNING_KEYS: JSON.stringify([KEY, KEY]) }, /PROJECT_SIGNING_KEYS: must be a JSON list/],
  [
    { PROJECT_SIGNING_KEYS: JSON.stringify([{ ...KEY, x: 'AAAA' }]) },
    /PROJECT_SIGNING_KEYS: must be a JSON list .* whole JSON Web Key/,
  ],
  // The public half of one key is combined with the secret half of another, so no one would accept its
  // signatures.
  [
    { PROJECT_SIGNING_KEYS: JSON.stringify([{ ...KEY, x: Reflect.get(await newKey(), 'x') as string }]) },
    /PROJECT_SIGNING_KEYS: must be a JSON list .* whole JSON Web Key/,
  ],
  [
    { IDENTITY_SIGNING_KEYS: JSON.stringify([KEY]), PROJECT_SIGNING_KEYS: JSON.stringify([KEY]) },
    /PROJECT_SIGNING_KEYS: must not hold a key of the identity service/,
  ],
  [{ TRUSTED_PROXIES: '10.0.0.1, the other one' }, /TRUSTED_PROXIES/],
  [
    {
      MTN_BASE_URL: 'https://provider.test',
      MTN_CALLBACK_URL: 'https://research.test',
      MTN_USER_ID: 'secret',
    },
    /MTN_COLLECTION_KEY[\s\S]*MTN_USER_SECRET[\s\S]*CALLBACK_KEY: must be set, since MTN_CALLBACK_URL is/,
  ],
  [{ MTN_USER_ID: 'secret' }, /MTN_BASE_URL: must be set, since MTN_USER_ID is/],
  [{ PAYSTACK_SECRET_KEY: 'secret' }, /PAYSTACK_BASE_URL: must be set/],
])('contradictory settings are refused: %j', async (settings, message) => {
  const open = async () =>
    openHost(readHostConfig({ DATA_DIR: join(folder, 'none'), ...settings }), createLog('silent'));
  await expect(open()).rejects.toThrow(message);
});

test('a name similar to a setting is ignored if the setting itself is given, or the name is short', () => {
  const environment = {
    DATABASE_URI: 'x',
    DATABASE_URL: 'postgres://me@127.0.0.1/x',
    POST: '1',
    SERVICE: 'x',
    APP_HOME: '/',
    HOME: '/',
    PATH: '/bin',
  };
  expect(() => readHostConfig(environment)).not.toThrow();
});

test('settings of an earlier version have no effect, and the log names them', async () => {
  const old = { SESSION_DAYS: '1', TEXT_HOURS: '21-07', DECLINES_IN_A_ROW: 'x', MTN_CURRENCY: 'EUR' };
  const read = readIdentityConfig({ ...(await testSecrets()), ...old });
  expect(read).toMatchObject({ SESSION_DAYS: 30, TEXT_HOURS: { from: 7, until: 21 } });
  const warnings: string[] = [];
  const log = createLog('warn', { write: (line) => void warnings.push(line) });
  const config = readHostConfig({ ...backends, DATA_DIR: join(folder, 'old'), SMS_KEY: 'x', ...old });
  await expect(openHost(config, log)).rejects.toThrow(/SMS_GATEWAY/);
  expect((JSON.parse(warnings[0] ?? '{}') as { names: string[] }).names.toSorted()).toEqual(
    Object.keys(old).toSorted(),
  );
});

test('a setting that prevents a start is named, with the remedy and without a stack trace', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const port = String((taken.address() as AddressInfo).port);
  const saidWith = (settings: GivenSettings) =>
    startProcess({ ...backends, DATA_DIR: join(folder, 'said'), ...settings }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
  const web = { SERVICES: 'web', IDENTITY_URL: 'http://x', PAYMENT_URL: 'http://x', PROJECT_URL: 'http://x' };
  const messages = await Promise.all([
    saidWith({ ...web, HOST: '127.0.0.1', PORT: port }),
    saidWith({ ...web, METRICS_PORT: port }),
    saidWith({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x', DATABASE_WAIT_SECONDS: 0 }),
  ]);
  expect(messages[0]).toContain(
    `PORT: port ${port} is taken by another program. Stop that one, or choose another`,
  );
  expect(messages[1]).toContain(`METRICS_PORT: port ${port} is taken by another program`);
  expect(messages[2]).toMatch(
    /DATABASE_URL: no server can be used there: start it[^]*because: .*ECONNREFUSED/,
  );
  for (const text of messages) expect(text).not.toMatch(/secret|^ {4}at /m);
});

test('a data folder from before 0.1.0 is refused with one sentence', async () => {
  const dataDir = join(folder, 'before');
  const engine = await openPglite({ folder: dataDir });
  await sql`create schema identity`.execute(engine.owner);
  await sql`create table identity.migrations (name text primary key, timestamp text)`.execute(engine.owner);
  await sql`insert into identity.migrations values ('0001_people', now())`.execute(engine.owner);
  await engine.close();
  const startFailure = await startProcess({ ...backends, DATA_DIR: dataDir }).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(startFailure).toMatch(
    /^The database was made by a version before 0\.1\.0 .* data folder \(DATA_DIR\).*\.$/m,
  );
  expect(startFailure).not.toMatch(/because:|^ {4}at /m);
});

test('a settings file is checked without a start, and written with a sender that has no port', async () => {
  const run = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/new-settings.ts', ...args], {
      input,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };
  const file = join(folder, 'settings');
  const given = [file, '--host', 'research.example:4352', '--admin-email', 'you@research.example'];
  expect(run(given, 'smtp://127.0.0.1:2525\n').status).toBe(0);
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^PUBLIC_URL='https:\/\/research\.example:4352'$/m);
  expect(text).toMatch(/^MAIL_FROM='.* <no-reply@research\.example>'$/m);
  expect(run(['--check', file])).toMatchObject({ status: 0 });
  await writeFile(
    file,
    text.replace(/^ADMIN_EMAIL=.*$/m, "ADMIN_EMAIL='boss'").replace(/^PUSH_KEYS=.*$/m, ''),
  );
  const { status, output } = run(['--check', file]);
  expect(status).toBe(1);
  expect(output).toContain('ADMIN_EMAIL: must be one email address, or several divided by commas');
  expect(output).not.toMatch(/^ {4}at /m);
  expect(run([`${file}-2`, '--host', 'https://x', '--admin-email', 'a@b.test'], 'smtp://x\n').status).toBe(1);
  expect(readFileSync('deploy/nkomo@.service', 'utf8')).toMatch(/^ExecStartPre=.*new-settings\.ts --check$/m);
});

test('an embedded database that cannot be opened is reported with its folder and the setting', async () => {
  const dataDir = join(folder, 'no-folder');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'pglite'), '');
  await expect(openPglite({ folder: dataDir })).rejects.toThrow(
    `The embedded database of ${dataDir} (DATA_DIR) cannot be opened`,
  );
});

test('a command for all services names the servers that its settings lack', async () => {
  const config = readHostConfig({
    SERVICES: 'identity',
    PUBLIC_URL: 'http://localhost:3000',
    IDENTITY_DATABASE_URL: 'postgres://127.0.0.1:1/identity',
    PAYMENT_URL: 'http://localhost:3001',
    PROJECT_URL: 'http://localhost:3002',
    DATA_DIR: join(folder, 'commands'),
  });
  await expect(openDatabases(config, SERVICES, createLog('silent'))).rejects.toThrow(
    /DATABASE_URL: must be set, or (PROJECT_DATABASE_URL and PAYMENT|PAYMENT_DATABASE_URL and PROJECT)_DATABASE_URL/,
  );
});
