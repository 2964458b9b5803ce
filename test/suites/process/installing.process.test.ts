import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { freePort } from '../../support/machine/ports.ts';
import { startPostgres } from '../../support/machine/postgres.ts';
import { findProgram } from '../../support/machine/programs.ts';
import { cronCommands, inFolder, writeFakeCommands } from '../../support/doc-commands.ts';
import { IS_FULL } from '../../support/sizes.ts';

const source = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync('docs/installing.md', 'utf8');
/** Returns the commands of an installation method on the page. */
const documentedCommands = (way: string) =>
  new RegExp(`## ${way}\\n[^]*?\`\`\`sh\\n([^]+?)\`\`\``).exec(page)?.[1] ?? '';

/** Returns the status of a public address, with any certificate. */
const requestStatus = (url: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((done) => {
    const asked = request(url, { rejectUnauthorized: false, headers }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    });
    asked.on('error', () => done(undefined)).end();
  });

const programs = [findProgram('caddy') ?? []].flat();
/** The other method is simulated more than it is run. */
const ways = IS_FULL ? ['With containers', 'Without containers'] : ['Without containers'];

test.each(programs.flatMap((caddy) => ways.map((way) => [way, caddy] as const)))(
  '%s: the commands of docs/installing.md, from nothing to production with TLS (%s)',
  async (way, caddy) => {
    const root = mkdtempSync(join(tmpdir(), 'installing-'));
    const server = await startPostgres();
    const end = async () => {
      for (const file of readdirSync(root).filter((one) => one.endsWith('.pid')))
        try {
          // This also ends its child processes.
          process.kill(-Number(readFileSync(join(root, file), 'utf8')), 'SIGTERM');
        } catch {}
      await server.stop();
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    };
    onTestFinished(end);
    const bin = writeFakeCommands(root);
    for (const folder of ['etc/systemd/system', 'etc/caddy', 'etc/cron.d'])
      mkdirSync(join(root, folder), { recursive: true });
    const [port, http, one, two] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const commands = inFolder(documentedCommands(way), root)
      .replaceAll(
        '--host research.example',
        `--host localhost:${port} --database-url postgres://nkomo@${new URL(server.url).host}/nkomo`,
      )
      .replaceAll(/3001|3002/g, (documented) => String(documented === '3001' ? one : two));
    expect(commands.split('\n').length).toBeGreaterThan(5);
    const env = {
      // A server does not have the settings of the person who runs the tests.
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => /^(npm_|NODE_|HOME$|TMP|LANG)/i.test(name)),
      ),
      PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`,
      npm_config_prefer_offline: 'true',
      ROOT: root,
      SOURCE: source,
      SERVER_URL: server.url,
      CADDY: caddy,
      HTTP_PORT: String(http),
      APP_PORT: String(one),
      EMPTY: IS_FULL ? '1' : '0',
    };
    const run = promisify(execFile);
    await run('sh', ['-euc', commands], { cwd: root, maxBuffer: 64 * 1024 * 1024, env });
    const url = `https://localhost:${port}`;
    await expect.poll(() => requestStatus(`${url}/`)).toBe(200);
    expect(await requestStatus(`${url}${IDENTITY_BASE}/openapi.json`)).toBe(200);
    expect(await requestStatus(`${url}/readyz`)).toBe(404);
    const nodes = way === 'Without containers' ? [one, two] : [one];
    for (const node of nodes)
      await expect.poll(async () => (await fetch(`http://127.0.0.1:${node}/readyz`)).status).toBe(200);
    if (server.kind !== 'system') return;
    for (const command of cronCommands(readFileSync(join(root, 'etc/cron.d/nkomo'), 'utf8')))
      await run('sh', ['-c', inFolder(command, root)], { cwd: root, env });
    expect(readdirSync(join(root, 'var/backups/nkomo'))).toEqual([
      `${new Date().toISOString().slice(0, 10)}.dump`,
    ]);
  },
);

test.each([findProgram('haproxy') ?? []].flat())(
  'deploy/haproxy.cfg terminates TLS, checks the readiness of nodes, and forwards the client’s address (%s)',
  async (haproxy) => {
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
    const pem = join(folder, 'pem');
    const made = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ');
    const { stdout } = await promisify(execFile)('openssl', [...made, '-keyout', '-'], { cwd: folder });
    writeFileSync(pem, stdout);
    const [http, https] = await Promise.all([freePort(), freePort()]);
    const asked: unknown[] = [];
    let checks = 0;
    // The first one is restarting.
    const ready = [503, 200];
    const nodes = ready.map((_, at) =>
      createServer((incoming, answer) => {
        const isCheck = incoming.url === '/readyz';
        if (isCheck && at === 0) checks += 1;
        const { headers } = incoming;
        const forwarded = ['for', 'host', 'proto'].map((one) => headers[`x-forwarded-${one}`]);
        if (!isCheck) asked.push([at, ...forwarded]);
        answer.writeHead(isCheck ? (ready[at] ?? 0) : 200).end();
      }),
    );
    for (const node of nodes) await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    const [one, two] = nodes.map((node) => String((node.address() as AddressInfo).port));
    const text = readFileSync('deploy/haproxy.cfg', 'utf8')
      .replaceAll('/etc/haproxy/nkomo.pem', pem)
      .replace('bind :80\n', `bind 127.0.0.1:${http}\n`)
      .replace('bind :443', `bind 127.0.0.1:${https}`)
      .replaceAll(/3001|3002/g, (documented) => (documented === '3001' ? one : two) ?? '');
    writeFileSync(join(folder, 'cfg'), text);
    const child = spawn(haproxy, ['-f', join(folder, 'cfg')], { stdio: 'ignore' });
    onTestFinished(() => {
      child.kill('SIGKILL');
      for (const node of nodes) node.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const url = `https://127.0.0.1:${https}`;
    // A node counts as healthy until its first check; the second check knows the result of the first.
    await expect.poll(() => checks).toBeGreaterThan(1);
    asked.length = 0;
    const claims = {
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
    };
    for (let time = 0; time < 6; time += 1) expect(await requestStatus(url, claims)).toBe(200);
    expect(new Set(asked.map(String))).toEqual(new Set(['1,127.0.0.1,,https']));
    for (const path of ['/readyz', '/%72eadyz', '/livez', '/liv%65z'])
      expect([path, await requestStatus(`${url}${path}`)]).toEqual([path, 404]);
    const moved = await fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, expect.stringMatching(/^https:/)]);
    ready.fill(503);
    const asksAgain = checks + 2;
    await expect.poll(() => checks).toBeGreaterThan(asksAgain);
    // Neither has its database.
    expect(await requestStatus(url)).toBe(200);
  },
);
