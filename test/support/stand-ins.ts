/**
 * Replaces the programs of docs/installing.md that change a machine: the same steps in a folder. `node
 * stand-ins.ts NAME …`
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, parseEnv } from 'node:util';
import pg from 'pg';

const { ROOT: root = '', SOURCE: source = '', SERVER_URL: adminUrl = '', CADDY: caddy = '' } = process.env;
const [name = '', ...args] = process.argv.slice(2);

/** Settings of a page's shell and its parents must not reach the programs that it starts. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([key]) => /^(npm_|NODE_|HOME$|PATH$|TMP|LANG)/i.test(key)),
);

function start(id: string, command: readonly string[], cwd: string, env: Record<string, string>): void {
  const log = openSync(join(root, `${id}.log`), 'a');
  // Restart=always and Compose's restart do the same: a node that could not start beside another one starts
  // again.
  const again = ['-c', 'while :; do "$@"; sleep 2; done', 'sh', ...command];
  const child = spawn('sh', again, {
    cwd,
    env: { ...clean, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  writeFileSync(join(root, `${id}.pid`), String(child.pid));
  child.unref();
}

/** Clones this repository. Installed and built files are copied unless EMPTY: they take most of the time. */
function clone(to: string): void {
  const listed = execFileSync('/usr/bin/git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: source,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((one) => one !== '' && existsSync(join(source, one))))
    cpSync(join(source, path), join(to, path));
  if (process.env['EMPTY'] === '1') return;
  for (const folder of ['node_modules', 'apps/web/build']) {
    mkdirSync(join(to, folder), { recursive: true });
    // Other tests write into their cache meanwhile.
    const entries = readdirSync(join(source, folder)).filter((entry) => !entry.startsWith('.vite'));
    execFileSync('cp', [
      '-a',
      '-t',
      join(to, folder),
      ...entries.map((entry) => join(source, folder, entry)),
    ]);
  }
}

/** Returns the environment of a service in compose.yaml. */
function readComposeEnvironment(service: string, file: string): Record<string, string> {
  const [, own = ''] =
    new RegExp(`^  ${service}:\\n((?:    .*\\n)+)`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  const [, lines = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(own) ?? [];
  return Object.fromEntries(
    [...lines.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
}

/**
 * Runs the steps of the Dockerfile: those of the last stage in a separate folder, the others in the context.
 */
function buildImage(context: string): void {
  const lines = readFileSync(join(context, 'deploy/Dockerfile'), 'utf8').split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('FROM '));
  for (const line of lines.slice(0, last).filter((one) => one.startsWith('RUN '))) {
    const command = line.slice('RUN '.length);
    if (command === 'npm ci --ignore-scripts' && process.env['EMPTY'] !== '1') continue;
    execFileSync('sh', ['-c', command], { cwd: context, env: { ...clean, COMMIT: 'abc' }, stdio: 'inherit' });
  }
  for (const line of lines.slice(last)) {
    const [, from = '', to = ''] = /^COPY --from=\w+ (.+) (\S+)$/.exec(line) ?? [];
    for (const path of from.split(' ').filter(Boolean)) {
      const target = to === './' ? path.replace('/nkomo/', '') : to;
      cpSync(path.replace('/nkomo', context), join(root, 'image', target), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
  }
}

/** Returns the number of rows. */
async function database(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows.length;
}

function startUnit(unit: string): void {
  const [, port = ''] = unit.split('@');
  const text = readFileSync(join(root, 'etc/systemd/system/nkomo@.service'), 'utf8').replaceAll('%i', port);
  const readSetting = (key: string) => new RegExp(`^${key}=(.+)$`, 'm').exec(text)?.[1] ?? '';
  const own = Object.fromEntries(
    readSetting('Environment')
      .split(' ')
      .map((one) => one.split('=') as [string, string]),
  );
  const file = parseEnv(readFileSync(join(root, readSetting('EnvironmentFile')), 'utf8')) as Record<
    string,
    string
  >;
  // The port is not free in tests, and no other account may write to the data folder.
  const changed = { METRICS_PORT: '0', DATA_DIR: join(root, own['DATA_DIR'] ?? '') };
  const readUnitCommand = (key: string) =>
    readSetting(key).replace('/usr/bin/node', process.execPath).split(' ');
  const cwd = join(root, readSetting('WorkingDirectory'));
  const env = { ...own, ...file, ...changed };
  const [program = '', ...given] = readUnitCommand('ExecStartPre');
  execFileSync(program, given, { cwd, env: { ...clean, ...env }, stdio: 'inherit' });
  start(unit, readUnitCommand('ExecStart'), cwd, env);
}

function startCaddy(file: string, env: Record<string, string>): void {
  // Only the port of PUBLIC_URL is used, and the machine's list of authorities stays unchanged.
  const text = `{\n\thttp_port ${process.env['HTTP_PORT']}\n\tskip_install_trust\n\tadmin off\n}\n${readFileSync(file, 'utf8')}`;
  writeFileSync(join(root, 'Caddyfile'), text);
  const given = ['run', '--adapter', 'caddyfile', '--config', join(root, 'Caddyfile')];
  start('caddy', [caddy, ...given], root, { ...env, XDG_DATA_HOME: join(root, 'caddy') });
}

const programs: Record<string, () => unknown> = {
  git() {
    if (args[0] === 'clone') return clone(args[2] ?? '');
    // An image runs in this repository, whose build records the commit for other tests too.
    process.stdout.write(
      execFileSync('/usr/bin/git', ['rev-parse', 'HEAD'], { cwd: source || '.', encoding: 'utf8' }),
    );
  },
  'apt-get': () => {},
  adduser: () => {},
  async runuser() {
    const [, , , program, ...given] = args;
    if (program === 'psql') {
      // Everyone on the machine can read the arguments of a program.
      if (given.join().includes('password')) throw new Error('A password is among the arguments of psql');
      return database(readFileSync(0, 'utf8'));
    }
    const [owner = '', database_ = ''] = given;
    return database(`create database ${database_} owner ${owner.replace('--owner=', '')}`);
  },
  systemctl() {
    if (args[0] === 'enable') for (const unit of args.slice(2)) startUnit(unit);
    if (args[0] !== 'restart') return;
    const [, url = '', nodes = ''] =
      /PUBLIC_URL=(\S+) 'NODES=(.+)'/.exec(
        readFileSync(join(root, 'etc/systemd/system/caddy.service.d/nkomo.conf'), 'utf8'),
      ) ?? [];
    startCaddy(join(root, 'etc/caddy/Caddyfile'), { PUBLIC_URL: url, NODES: nodes });
  },
  async docker() {
    const folder = join(root, 'opt/nkomo/deploy');
    if (args[0] === 'build') return buildImage(args.at(-1) === '.' ? process.cwd() : '');
    if (args[0] === 'run') {
      const [, ...command] = args.slice(args.indexOf('nkomo') + 1);
      const given = command.map((one) => one.replace('/out', folder));
      execFileSync(process.execPath, given, { cwd: join(root, 'image'), env: clean, stdio: 'inherit' });
      return;
    }
    return compose(folder);
  },
};

/**
 * `docker compose`: containers are processes of this machine, and the database container is the test's
 * server.
 */
async function compose(folder: string): Promise<void> {
  const settings = parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
  const file = join(folder, 'compose.yaml');
  const { POSTGRES_USER: user, POSTGRES_DB: own } = readComposeEnvironment('database', file);
  const { host, hostname, port: databasePort } = new URL(adminUrl);
  const app = readComposeEnvironment('app', file);
  const port = process.env['APP_PORT'] ?? '';
  const address = new URL(app['DATABASE_URL'] ?? '');
  address.host = host;
  const environment = {
    ...settings,
    ...app,
    DATABASE_URL: address.href,
    METRICS_PORT: '0',
    PORT: port,
    DATA_DIR: join(root, 'data'),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const { positionals, values } = parseArgs({
    args: args.slice(1),
    strict: false,
    allowPositionals: true,
    options: {
      progress: { type: 'string' },
      f: { type: 'string', short: 'f' },
      user: { type: 'string' },
      volume: { type: 'string', short: 'v' },
    },
  });
  const [verb = '', service = ''] = positionals;
  if (verb === 'up') {
    if (existsSync(join(root, 'app.pid'))) return;
    const roleExists = `select from pg_roles where rolname = '${user}'`;
    if ((await database(roleExists)) === 0) {
      await database(`create role ${user} superuser login password '${settings['PGPASSWORD']}'`);
      await database(`create database ${own} owner ${user}`);
    }
    const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(readFileSync(join(folder, 'Dockerfile'), 'utf8')) ?? [];
    const [, ...rest] = JSON.parse(command) as string[];
    start('app', [process.execPath, ...rest], join(root, 'image'), environment);
    if (caddy !== '' && !existsSync(join(root, 'caddy.pid')))
      startCaddy(join(folder, 'Caddyfile'), {
        PUBLIC_URL: settings['PUBLIC_URL'] ?? '',
        NODES: `127.0.0.1:${port}`,
      });
  } else if (verb === 'stop') await stop(service);
  else {
    const command = args.slice(args.indexOf(service) + 1);
    const [outside = '', inside = ''] = String(values['volume'] ?? '').split(':');
    const given = command.slice(1).map((one) => (inside === '' ? one : one.replace(inside, outside)));
    if (outside !== '') mkdirSync(outside, { recursive: true });
    const databaseEnvironment = {
      PGHOST: hostname,
      PGPORT: databasePort,
      PGPASSWORD: settings['PGPASSWORD'] ?? '',
    };
    execFileSync(service === 'app' ? process.execPath : (command[0] ?? ''), given, {
      cwd: join(root, 'image'),
      env: { ...clean, ...(service === 'app' ? environment : databaseEnvironment) },
      stdio: 'inherit',
    });
  }
}

/** Ends the program that was started with this name, and all its processes. */
async function stop(id: string): Promise<void> {
  const file = join(root, `${id}.pid`);
  const group = -Number(readFileSync(file, 'utf8'));
  process.kill(group, 'SIGTERM');
  rmSync(file);
  const isLeft = () =>
    execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' })
      .split('\n')
      .some((line) => new RegExp(`^ *${-group} +[^Z]`).test(line));
  while (isLeft()) await setTimeout(100);
}

mkdirSync(dirname(root), { recursive: true });
await programs[name]?.();
