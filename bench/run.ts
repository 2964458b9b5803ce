import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { openProcess } from '@app/kit/process.ts';
import { createTokenSigner } from '../services/identity/src/tokens.ts';
import { identityService } from '../services/identity/src/service.ts';
import { projectService } from '../services/project/src/service.ts';
import { freePort } from '../test/machine/ports.ts';
import { createDatabase, startPostgres } from '../test/machine/postgres.ts';
import { startProcess, stopProcess } from '../test/product.ts';
import { testSecrets } from '../test/secrets.ts';
import type { Load } from './load.ts';
import { load } from './load.ts';
import { ANSWER, OPEN_TO_ALL, QUESTION, personId, seed, studyId } from './seed.ts';
import type { Statement } from './statements.ts';
import { recordStatements } from './statements.ts';

/** `npm run bench`: browse and apply over real PostgreSQL, beside two limits measured in the same run. */
const STUDIES = Number(process.env['BENCH_STUDIES'] ?? 100_000);
const PARTICIPANTS = Number(process.env['BENCH_PARTICIPANTS'] ?? 100_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** People who take part in the load; the whole table stays behind them. */
const ACTIVE = Math.min(PARTICIPANTS, 4000);
const POOL_SIZE = 10;
const say = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const server = await startPostgres();
const database = await createDatabase(server.url);
const secrets = await testSecrets();
const children: ChildProcess[] = [];

const applicationBody = (person: string) =>
  JSON.stringify({ applicantId: person, responses: [{ id: '1', question: QUESTION, answer: ANSWER }] });

try {
  say(`PostgreSQL ${server.kind}, ${STUDIES} studies, ${PARTICIPANTS} participants, ${cpus().length} cores`);
  const signer = await createTokenSigner(secrets['TOKEN_SIGNING_KEY'] ?? '', 60);
  const tokens = await Promise.all(
    Array.from({ length: ACTIVE }, (_, index) =>
      signer.sign({ userId: personId(index + 1), role: 'PARTICIPANT', sessionId: personId(index + 1) }),
    ),
  );
  const samples = await prepare(tokens);

  const plan = join(folder, 'plan.json');
  await writeFile(plan, JSON.stringify({ databaseUrl: database.url, poolSize: POOL_SIZE, samples }));
  const limitPort = await startLimits(plan);
  const port = await freePort();
  const settings = { ...secrets, SERVICES: 'identity,project', DATABASE_URL: database.url, DATA_DIR: folder };
  children.push(
    await startProcess({ ...settings, DEMO_DATA: 'none', LOG_LEVEL: 'error', PORT: String(port) }, port),
  );
  await measure(`http://127.0.0.1:${port}`, `http://127.0.0.1:${limitPort}`, tokens);
} finally {
  await Promise.all(children.map(stopProcess));
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

type Samples = Record<string, { answer: string; statements: Statement[]; personId: string; studyId: string }>;

/** Migrates, fills, and takes one sample of each call: its answer, and the statements behind it. */
async function prepare(tokens: readonly string[]): Promise<Samples> {
  const engine = openPostgres({ url: database.url, poolSize: POOL_SIZE, log: createLog('error') });
  const running = await openProcess({
    services: [identityService, projectService],
    engine,
    databaseUrl: database.url,
    environment: secrets,
    log: createLog('error'),
    sendLetter: async () => {},
    origins: {},
  });
  await running.app.ready();
  await seed(engine, STUDIES, PARTICIPANTS);

  const headers = (index: number) => ({ authorization: `Bearer ${tokens[index]}` });
  const browse = (index: number) =>
    running.app.inject({ url: `${PROJECT_BASE}/studies`, headers: headers(index) });
  const apply = (index: number) =>
    running.app.inject({
      method: 'POST',
      url: `${PROJECT_BASE}/studies/${studyId(1)}/applications`,
      headers: { ...headers(index), 'content-type': 'application/json' },
      payload: applicationBody(personId(index + 1)),
    });
  // First a person to warm up what is remembered; the sample is then what a request costs that is not the first.
  await browse(0);
  await browse(1);
  const samples: Samples = {};
  for (const [name, call] of Object.entries({ browse, apply })) {
    let answer = '';
    const statements = await recordStatements(async () => {
      const response = await call(1);
      if (response.statusCode >= 300) throw new Error(`The sample of ${name} answered ${response.payload}`);
      answer = response.payload;
    });
    samples[name] = { answer, statements, personId: personId(2), studyId: studyId(1) };
    say(`${name}: answer of ${answer.length} bytes, ${statements.length} statements`);
  }
  await running.stop();
  return samples;
}

async function startLimits(plan: string): Promise<number> {
  const child = spawn(process.execPath, ['bench/limit-server.ts', plan], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return Number(chunk.toString());
}

/** Interleaved rounds, so that a noisy moment of the machine meets all of them alike; the median round is printed. */
async function measure(product: string, limits: string, tokens: readonly string[]): Promise<void> {
  const someone = () => Math.floor(Math.random() * ACTIVE);
  // Every application is a new pair of person and study: the product's from the front, the limit's from the back.
  let pair = 0;
  const nextPair = () => {
    pair += 1;
    return { person: (pair % ACTIVE) + 1, study: (Math.floor(pair / ACTIVE) % (OPEN_TO_ALL / 2)) + 2 };
  };
  const calls: Record<string, Record<string, () => Promise<Load>>> = {
    browse: {
      'node:http, constant answer': () =>
        load(limits, SECONDS, () => ({ method: 'GET', path: '/constant/browse' })),
      'node:http, same SQL': () =>
        load(limits, SECONDS, () => ({
          method: 'GET',
          path: `/sql/browse/${personId(someone() + 1)}/${studyId(1)}`,
        })),
      'the product': () =>
        load(product, SECONDS, () => ({
          method: 'GET',
          path: `${PROJECT_BASE}/studies`,
          headers: { authorization: `Bearer ${tokens[someone()]}` },
        })),
    },
    apply: {
      'node:http, constant answer': () =>
        load(limits, SECONDS, () => ({ method: 'POST', path: '/constant/apply' })),
      'node:http, same SQL': () =>
        load(limits, SECONDS, () => {
          const { person, study } = nextPair();
          return {
            method: 'POST',
            path: `/sql/apply/${personId(person)}/${studyId(study + OPEN_TO_ALL / 2 - 2)}`,
          };
        }),
      'the product': () =>
        load(product, SECONDS, () => {
          const { person, study } = nextPair();
          return {
            method: 'POST',
            path: `${PROJECT_BASE}/studies/${studyId(study)}/applications`,
            headers: { authorization: `Bearer ${tokens[person - 1]}`, 'content-type': 'application/json' },
            body: applicationBody(personId(person)),
          };
        }),
    },
  };
  for (const [name, variants] of Object.entries(calls)) {
    const results = new Map<string, Load[]>();
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [variant, run] of Object.entries(variants)) {
        const result = await run();
        // The first round warms up.
        if (round > 0) results.set(variant, [...(results.get(variant) ?? []), result]);
      }
    }
    print(name, results);
  }
}

function print(name: string, results: ReadonlyMap<string, Load[]>): void {
  const median = (loads: readonly Load[], pick: (of: Load) => number) =>
    loads.map(pick).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
  const rate = (variant: string) => median(results.get(variant) ?? [], (of) => of.requestsPerSecond);
  say(`\n${name}: median of ${ROUNDS} rounds of ${SECONDS} s, 16 connections`);
  for (const [variant, loads] of results) {
    const failed = loads.reduce((sum, of) => sum + of.errors, 0);
    say(
      `  ${variant.padEnd(28)} ${rate(variant).toFixed(0).padStart(7)} req/s   p50 ${median(loads, (of) => of.p50InMs)} ms   ` +
        `p99 ${median(loads, (of) => of.p99InMs)} ms${failed > 0 ? `   ${failed} FAILED` : ''}`,
    );
  }
  const ratio = (limit: string) => (rate('the product') / rate(limit)).toFixed(2);
  say(
    `  ratio to the constant answer ${ratio('node:http, constant answer')}, to the same SQL ${ratio('node:http, same SQL')}`,
  );
}
