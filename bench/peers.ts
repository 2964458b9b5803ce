import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { install } from '../scripts/install.mjs';
import { stopProcess } from '../test/support/product.ts';
import { bodyOf, headersOf, pairsOf } from './apply.ts';
import { BOOKERS, EMPTY, HOT, WIDE, bookers, bookingOf, seedMeetings } from './booking.ts';
import { signCallers, someone } from './callers.ts';
import type { Ground } from './test-bed.ts';
import { CONNECTIONS, load } from './load.ts';
import { ROUNDS, SECONDS, formatCells, print, runAlternately } from './measure.ts';
import { anyProject, researchers, seedProjects } from './project-studies.ts';
import { MOST_STUDIES, OPEN_TO_ALL, activePeople, personId } from './seed.ts';

const dir = join(import.meta.dirname, '..', 'tools', 'peers');
const JWT_SECRET = 'of the benchmark alone';
const SIDES = ['express', 'fastify', 'product'] as const;

type Request = ReturnType<Parameters<typeof load>[2]>;
interface Call {
  name: string;
  /** Creates the requests of one side; `headers` belong to a person there. */
  begin(
    side: number,
    headers: (person: string) => Record<string, string>,
  ): Promise<() => Request> | (() => Request);
}

/**
 * Compares two conventional services with the product, on the same server with the same data: six calls in
 * alternating rounds.
 */
export async function measurePeers(ground: Ground): Promise<void> {
  await install(dir, 'Express, Prisma, Fastify and Drizzle');
  // Generating needs no engine: this file in its place prevents a download by Prisma.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  const generate = ['node_modules/prisma/build/index.js', 'generate', '--schema', 'schema.prisma'];
  execFileSync(process.execPath, generate, { cwd: dir, env, stdio: 'ignore' });
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench, [...new Set([...activePeople, ...bookers])], researchers);
  await bench.inProcess(async (_, engine) => {
    await seedProjects(engine);
    await seedMeetings(engine);
  });
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  client.on('error', () => {});
  await client.connect();
  await client.query(await readFile(join(dir, 'fill.sql'), 'utf8'));
  const children: ChildProcess[] = [];
  const startPeer = async (file: string) => {
    const child = spawn(process.execPath, [file], {
      cwd: dir,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_URL: bench.databaseUrl, JWT_SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    return `http://127.0.0.1:${Number(chunk.toString())}`;
  };
  const urls = {
    express: await startPeer('express-prisma.mjs'),
    fastify: await startPeer('fastify-drizzle.mjs'),
    product: await bench.startProduct(),
  };
  const beginBooking =
    (study: string): Call['begin'] =>
    async (_, headers) => {
      await client.query(
        `${EMPTY}; truncate peers.bookings; update peers.slots set taken = 0 where taken > 0`,
      );
      let person = 0;
      return () => {
        person += 1;
        if (person > BOOKERS) throw new Error('Everybody has booked');
        return bookingOf(study, person, headers(personId(person)));
      };
    };
  const share = Math.floor(OPEN_TO_ALL / SIDES.length);
  const applyPairs = SIDES.map((_, side) => pairsOf(1 + side * share, share));
  const calls: Call[] = [
    {
      name: 'browse',
      begin: (_, headers) => () => ({ method: 'GET', path: '/studies', headers: headers(someone()) }),
    },
    {
      name: 'apply',
      begin: (side, headers) => () => {
        const { person, study } = applyPairs[side]?.() ?? { person: '', study: '' };
        return {
          method: 'POST',
          path: `/studies/${study}/applications`,
          headers: headersOf(headers(person)),
          body: bodyOf(person),
        };
      },
    },
    {
      name: 'applicants',
      begin: (_, headers) => () => {
        const { researcherId, studyId } = anyProject();
        return { method: 'GET', path: `/studies/${studyId}/applications`, headers: headers(researcherId) };
      },
    },
    {
      name: 'studies of a project',
      begin: (_, headers) => () => {
        const { researcherId, projectId } = anyProject();
        return { method: 'GET', path: `/projects/${projectId}/studies`, headers: headers(researcherId) };
      },
    },
    { name: 'book', begin: beginBooking(WIDE) },
    { name: 'book, all the same time', begin: beginBooking(HOT) },
  ];
  const headersByPerson = new Map<string, Record<string, string>>();
  const peerHeaders = (person: string) => {
    const known = headersByPerson.get(person) ?? { authorization: `Bearer ${tokenOf(person)}` };
    headersByPerson.set(person, known);
    return known;
  };
  const runs = calls.map(({ name, begin }) => {
    const run = (side: (typeof SIDES)[number]) => async () => {
      const isOurs = side === 'product';
      const headers = isOurs ? callers.anybody : peerHeaders;
      const next = await begin(SIDES.indexOf(side), headers);
      return load(urls[side], SECONDS, () => {
        const request = next();
        return isOurs ? { ...request, path: `${PROJECT_BASE}${request.path ?? ''}` } : request;
      });
    };
    return { name, express: run('express'), fastify: run('fastify'), product: run('product') };
  });
  const middles = await runAlternately(runs, SIDES);
  print(
    `\nSix calls, ${MOST_STUDIES.toLocaleString('en')} studies: median of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections\n`,
  );
  print(
    '| | the product | p50 | p99 | Express and Prisma | p50 | p99 | ours to it | Fastify and Drizzle | p50 | p99 | ours to it |',
  );
  print(`|${' --- |'.repeat(12)}`);
  for (const { name, ...sides } of runs) {
    const [own, express, fastify] = [sides.product, sides.express, sides.fastify].map((run) =>
      middles.get(run),
    );
    if (!own || !express || !fastify) continue;
    const ratioTo = (other: typeof own) => (own.requestsPerSecond / other.requestsPerSecond).toFixed(2);
    const peers = [express, fastify].map((other) => `${formatCells(other)} | ${ratioTo(other)}`);
    print(`| ${name} | ${formatCells(own)} | ${peers.join(' | ')} |`);
    const failed = own.errors + express.errors + fastify.errors;
    if (failed > 0) print(`${failed} requests FAILED: ${own.errors} of ours`);
  }
  await client.end();
  await Promise.all(children.map(stopProcess));
  await bench.stopProcesses();
}

function tokenOf(sub: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3 * 3600;
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, exp })}`;
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`;
}
