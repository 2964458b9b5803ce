import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/contracts/demo-people.ts';
import { freePort } from '../machine/ports.ts';
import { createDatabase, startPostgres } from '../machine/postgres.ts';
import { startProcess, stopProcess } from '../product.ts';

/** Kills per database; CONTRIBUTING.md names the full form. */
const KILLS = Number(process.env['KILLS'] ?? 10);
const WRITERS = 8;

interface Journal {
  acknowledged: Set<string>;
  sent: Set<string>;
}

const call = async (url: string, path: string, token: string, body?: object) =>
  fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}${IDENTITY_BASE}/auth/login/email-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_PEOPLE.ama.email, password: DEMO_PASSWORD }),
  });
  return ((await answer.json()) as { content: { token: string } }).content.token;
}

/** Creates projects until the process is gone; a name is noted before it is sent and again once it is acknowledged. */
async function write(url: string, token: string, journal: Journal): Promise<void> {
  for (;;) {
    const projectName = `kept ${crypto.randomUUID()}`;
    journal.sent.add(projectName);
    try {
      const answer = await call(url, `${PROJECT_BASE}/projects`, token, {
        creatorId: DEMO_PEOPLE.ama.userId,
        projectName,
      });
      await answer.text();
      if (answer.status === 201) journal.acknowledged.add(projectName);
    } catch {
      return;
    }
  }
}

async function storedNames(url: string, token: string): Promise<string[]> {
  const names: string[] = [];
  for (let page = 0, totalPages = 1; page < totalPages; page += 1) {
    const answer = await call(url, `${PROJECT_BASE}/projects?size=100&page=${page}`, token);
    const json = (await answer.json()) as { content: { projectName: string }[]; totalPages: number };
    names.push(...json.content.map(({ projectName }) => projectName));
    totalPages = json.totalPages;
  }
  return names.filter((name) => name.startsWith('kept '));
}

async function killOften(settings: Record<string, string>): Promise<Journal & { found: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'kill-'));
  const journal: Journal = { acknowledged: new Set(), sent: new Set() };
  const start = async () => {
    const port = await freePort();
    const environment = {
      DATA_DIR: folder,
      SERVICES: 'identity,project',
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'silent',
      ...settings,
    };
    const child = await startProcess({ ...environment, PORT: String(port) }, port);
    return { child, url: `http://127.0.0.1:${port}` };
  };
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, url } = await start();
      const token = await logIn(url);
      const writers = Array.from({ length: WRITERS }, () => write(url, token, journal));
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 450));
      child.kill('SIGKILL');
      await Promise.all(writers);
    }
    const { child, url } = await start();
    const found = await storedNames(url, await logIn(url));
    await stopProcess(child);
    return { ...journal, found };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What was lost, what is there twice, and what nobody sent; an unacknowledged write is there whole or not at all. */
function audit({ acknowledged, sent, found }: Journal & { found: string[] }, database: string) {
  const lost = [...acknowledged].filter((name) => !found.includes(name));
  process.stdout.write(
    `${database}: ${KILLS} kills, ${acknowledged.size} acknowledged writes, ${lost.length} lost\n`,
  );
  return {
    hasWritten: acknowledged.size > KILLS,
    lost,
    isTwice: new Set(found).size !== found.length,
    unknown: found.filter((name) => !sent.has(name)),
  };
}
const whole = { hasWritten: true, lost: [], isTwice: false, unknown: [] };

const TIMEOUT_MS = 60_000 + KILLS * 15_000;

test(
  'FLT-1 a killed process loses no acknowledged write: embedded database',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(audit(await killOften({}), 'PGlite')).toEqual(whole);
  },
);

test('FLT-1 a killed process loses no acknowledged write: PostgreSQL', { timeout: TIMEOUT_MS }, async () => {
  const server = await startPostgres();
  const database = await createDatabase(server.url);
  try {
    expect(audit(await killOften({ DATABASE_URL: database.url }), 'PostgreSQL')).toEqual(whole);
  } finally {
    await server.stop();
  }
});
