import { type ChildProcess, execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { GOOGLE_PEOPLE } from '@app/demo/google-people.ts';
import type { Providers } from '@app/simulators/phones/routes.ts';
import { BACKENDS, startProcess, stopProcess } from '../../support/product.ts';
import { startRelay } from '../../support/relay.ts';
import { testSecrets } from '../../support/secrets.ts';
import type { GivenSettings } from '../../support/wide-limits.ts';
import { openDatabaseAndFolder } from './open-place.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const backends = {
  SERVICES: BACKENDS,
  PUBLIC_URL: 'http://localhost:3000',
  DEMO_DATA: 'none',
  LOG_LEVEL: 'info',
};

async function stopCleanly(child: ChildProcess): Promise<void> {
  await stopProcess(child);
  expect(child.exitCode).toBe(0);
}

test('a service in another process is called once, and is UNAVAILABLE when it is down', async () => {
  let asked = 0;
  const upstream = createServer((_request, response) => {
    asked += 1;
    response.writeHead(503, { 'retry-after': '2' }).end('{}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port: upstreamPort } = upstream.address() as AddressInfo;
  const unreachable = await startRelay();
  const { child, url } = await startProcess({
    SERVICES: 'web',
    IDENTITY_URL: `http://127.0.0.1:${upstreamPort}`,
    PAYMENT_URL: `http://127.0.0.1:${unreachable.port}`,
    PROJECT_URL: `http://127.0.0.1:${unreachable.port}`,
  });
  const get = (path: string) => fetch(`${url}${path}`);
  expect((await get(`${IDENTITY_BASE}/users/me`)).status).toBe(503);
  expect(asked).toBe(1);
  const absent = await get(`${PROJECT_BASE}/projects`);
  expect([absent.status, ((await absent.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
  await stopProcess(child);
  unreachable.close();
  upstream.close();
});

test('D-31 events pass through the process of the web pages at once, without waiting for their end', async () => {
  const left = Promise.withResolvers<boolean>();
  const upstream = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    response.once('close', () => left.resolve(true));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const { child, url } = await startProcess({
    SERVICES: 'web',
    IDENTITY_URL: origin,
    PAYMENT_URL: origin,
    PROJECT_URL: origin,
  });
  const response = await fetch(`${url}${PROJECT_BASE}/notifications/events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: 'data: 1\n\n' });
  await stopCleanly(child);
  expect(await reader?.read()).toMatchObject({ done: true });
  expect(await left.promise).toBe(true);
  upstream.close();
});

describe('the demo', () => {
  let demo: Awaited<ReturnType<typeof startProcess>>;
  let origin: string;
  let settings: GivenSettings;
  beforeAll(async () => {
    const relay = await startRelay();
    origin = `http://localhost:${relay.port}`;
    settings = {
      ...backends,
      DATA_DIR: join(folder, 'demo'),
      PUBLIC_URL: origin,
      // Its stand-in for Google may respond slowly on a busy machine.
      GOOGLE_TIMEOUT_SECONDS: 60,
    };
    demo = await startProcess(settings);
    relay.leadTo(demo.port);
    return async () => {
      relay.close();
      await stopCleanly(demo.child);
    };
  });

  test('D-12 its own provider replaces Google if the settings name none', async () => {
    const started = await fetch(`${origin}${IDENTITY_BASE}/auth/login/oauth2/authorization/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ collaborator: 'PARTICIPANT' }),
    });
    const { content } = (await started.json()) as { content: { url: string } };
    expect(content.url).toMatch(new RegExp(`^${origin}/dev/google/authorize\\?`));
    const page = await fetch(content.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(GOOGLE_PEOPLE.adwoa.email);
  });

  test('D-12 its simulated providers run beside the services, and cut connections on request', async () => {
    const read = await fetch(`${origin}/dev/phones.json`);
    const { phones, providers } = (await read.json()) as {
      phones: { number: string }[];
      providers: Providers;
    };
    expect(phones.length).toBeGreaterThan(5);
    const { baseUrl, secretKey } = providers.paystack;
    expect(baseUrl).toBe(`${origin}/dev/paystack`);
    const post = (url: string, body: object) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secretKey}` },
        body: JSON.stringify(body),
      });
    const charge = {
      email: 'somebody@demo.test',
      amount: 5_000,
      reference: 'cut-before-it-was-answered',
      mobile_money: { phone: phones[0]?.number, provider: 'mtn' },
    };
    const forced = await post(`${origin}/dev/__sim/faults`, {
      of: charge.reference,
      faults: ['drop-response'],
    });
    expect(forced.status).toBe(204);
    await expect(post(`${baseUrl}/charge`, charge)).rejects.toThrow('fetch failed');
    const again = await post(`${baseUrl}/charge`, charge);
    expect([again.status, await again.json()]).toMatchObject([400, { code: 'duplicate_reference' }]);
  });

  test('a second process on the same embedded folder is refused with an explanation, and the first continues', async () => {
    await expect(startProcess(settings)).rejects.toThrow(`is in use by process ${demo.child.pid}`);
    expect((await fetch(`${demo.url}/readyz`)).status).toBe(200);
  });
});

/** Simulates an installation by `npm ci --omit=dev`. */
const WITHOUT_DEMO = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(specifier, context, next) {
    if (!/^(@app\\/(demo|simulators)|oauth2-mock-server)(\\/|$)/.test(specifier)) return next(specifier, context);
    throw Object.assign(new Error(specifier), { code: 'ERR_MODULE_NOT_FOUND' });
  } })`)}`;

test('D-12 a demo that is not installed is refused with an explanation', async () => {
  const start = startProcess({ ...backends, DATA_DIR: join(folder, 'bare'), NODE_OPTIONS: WITHOUT_DEMO });
  await expect(start).rejects.toThrow('APP_MODE: the demo is not installed here');
});

describe('production', () => {
  test('D-12 has none of the demo’s paths, and stops cleanly', async () => {
    const { database } = await openDatabaseAndFolder();
    const production = {
      ...(await testSecrets()),
      APP_MODE: 'production',
      SERVICES: BACKENDS,
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://research.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Research <no-reply@research.example>',
      TRUSTED_PROXIES: 'none',
      LOG_LEVEL: 'silent',
      STOP_WAIT_SECONDS: '3',
      NODE_OPTIONS: WITHOUT_DEMO,
    };
    const { child, url } = await startProcess(production);
    const paths = ['', '/mail', '/mail.json', '/sign-in.js', '/styles.css'].map((path) => `/dev${path}`);
    const googlePaths = ['', '/.well-known/openid-configuration', '/authorize', '/jwks'].map(
      (path) => `/dev/google${path}`,
    );
    const providerPaths = ['/phones', '/phones.json', '/mtn/collection/token/', '/paystack/balance'].map(
      (path) => `/dev${path}`,
    );
    for (const path of [...paths, ...googlePaths, ...providerPaths]) {
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    // A supervisor and a parent may both signal it: the second signal changes nothing.
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    await stopCleanly(child);
  });

  test('an open page finds the files of the previous build, and a node those of the next; for 14 days', async () => {
    const dataDir = join(folder, 'kept');
    const assets = join(dataDir, 'assets');
    await mkdir(assets, { recursive: true });
    const put = (name: string) => writeFile(join(assets, name), 'void 0;');
    await put('study-BEFORE.js');
    await put('study-BEFORE.js.br');
    await put('study-ANCIENT.js');
    const days = (many: number) => new Date(Date.now() - many * 24 * 60 * 60 * 1000);
    await utimes(join(assets, 'study-BEFORE.js'), days(13), days(13));
    await utimes(join(assets, 'study-ANCIENT.js'), days(15), days(15));
    const apart = { IDENTITY_URL: 'http://x', PAYMENT_URL: 'http://x', PROJECT_URL: 'http://x' };
    const web = { ...apart, APP_MODE: 'production', SERVICES: 'web', TRUSTED_PROXIES: 'none' };
    const { child, url } = await startProcess({ ...web, DATA_DIR: dataDir });
    const get = (name: string) => fetch(`${url}/assets/${name}`, { headers: { 'accept-encoding': 'br' } });
    const before = await get('study-BEFORE.js');
    expect([
      before.status,
      before.headers.get('cache-control'),
      before.headers.get('content-encoding'),
    ]).toEqual([200, 'public, max-age=31536000, immutable', 'br']);
    expect((await get('study-ANCIENT.js')).status).toBe(404);
    await put('study-AFTER.js');
    expect((await get('study-AFTER.js')).status).toBe(200);
    expect((await get('..%2f..%2fsecrets')).status).toBe(404);
    const [own = ''] = /(?<=\/assets\/)[\w.-]+\.js/.exec(await (await fetch(url)).text()) ?? [];
    expect((await get(own)).status).toBe(200);
    expect(await readdir(assets)).toEqual(expect.arrayContaining([own, `${own}.br`, 'study-BEFORE.js']));
    expect(await readdir(assets)).not.toContain('study-ANCIENT.js');
    // The folder of the build may be replaced under a running node: it serves its own copies.
    await writeFile(join(assets, own), 'void "kept";');
    expect(await (await fetch(`${url}/assets/${own}`, { headers: { 'accept-encoding': '' } })).text()).toBe(
      'void "kept";',
    );
    await put('.half-own.js');
    expect((await get('.half-own.js')).status).toBe(404);
    await stopProcess(child);
    // If nothing can be written, it serves its own files only.
    const bare = await startProcess({ ...web, DATA_DIR: '/dev/null/none' });
    expect((await fetch(`${bare.url}/assets/${own}`)).status).toBe(200);
    await stopProcess(bare.child);
  });

  test('`npm run new-settings` writes all settings that a start needs, for its owner alone, and never over keys', async () => {
    const { database } = await openDatabaseAndFolder();
    const file = join(folder, 'settings');
    const address = new URL(database.url);
    // This database user has the privileges of docs/installing.md, and no more.
    address.username = `owner_${address.pathname.slice(-6)}`;
    address.password = '';
    const make = (smtp: string, ...more: string[]) => {
      const made = promisify(execFile)(
        process.execPath,
        [
          'scripts/new-settings.ts',
          file,
          '--host',
          'research.example',
          '--admin-email',
          'me@research.example',
          ...more,
        ],
        { env: { PATH: process.env['PATH'] } },
      );
      made.child.stdin?.end(smtp);
      return made;
    };
    for (const [smtp, message] of [
      ['', 'and the mail server'],
      ['mail.example\n', 'SMTP_URL: must be an address such as smtps:'],
      // Programs that read such files disagree about this value.
      ['smtps://user:a\\b@127.0.0.1:1', 'SMTP_URL: must be'],
    ] as const)
      await expect(make(smtp)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(message) as string,
      });
    const smtp = 'smtps://user:$ec%27ret@127.0.0.1:1';
    await make(`${smtp}\n`, '--database-url', address.href);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    await expect(make(smtp)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already') as string,
    });
    expect(await readFile(file, 'utf8')).toBe(text);

    const settings = parseEnv(text) as Record<string, string>;
    expect(settings['SMTP_URL']).toBe(smtp);
    const { stdout } = await promisify(execFile)('sh', ['-c', `set -a; . ${file}; env`], { env: {} });
    for (const [name, value] of Object.entries(settings)) expect(stdout).toContain(`${name}=${value}\n`);

    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const owner = pg.escapeIdentifier(address.username);
    await admin.query(
      `create role ${owner} login createrole password ${pg.escapeLiteral(settings['PGPASSWORD'] ?? '')}`,
    );
    await admin.query(`alter database ${pg.escapeIdentifier(address.pathname.slice(1))} owner to ${owner}`);
    const { child, url } = await startProcess({
      ...settings,
      PORT: '0',
      NODE_OPTIONS: WITHOUT_DEMO,
    });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    await stopProcess(child);
    await admin.end();
  });
});
