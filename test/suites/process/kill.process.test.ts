import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { createDatabase, startPostgres } from '../../support/machine/postgres.ts';
import { BACKENDS, startProcess, stopProcess } from '../../support/product.ts';
import { KILLS } from '../../support/sizes.ts';
import { wideLimits } from '../../support/wide-limits.ts';
import { logInForToken } from './token-at.ts';

const WRITERS = 8;
const PATIENCE_MS = 240_000;

/** A client knows only the keys that it has sent. */
interface Journal {
  acknowledged: Set<string>;
  unanswered: Set<string>;
  /** The number of acknowledged writes that were sent again. */
  repeated: number;
  /** Responses that the call must never give. */
  wrong: string[];
}

const projectNameForKey = (key: string) => `kept ${key}`;

/** Creates a project with a key; returns false if the process is gone. */
async function create(url: string, token: string, key: string, journal: Journal): Promise<boolean> {
  const isRepeat = journal.unanswered.has(key);
  journal.unanswered.add(key);
  try {
    const answer = await fetch(`${url}${PROJECT_BASE}/projects`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ creatorId: DEMO_PEOPLE.ama.userId, projectName: projectNameForKey(key) }),
    });
    const text = await answer.text();
    const isInFlight = isRepeat && answer.status === 409 && text.includes('IN_FLIGHT');
    if (isInFlight || answer.status === 503) return true;
    if (answer.status !== 201) journal.wrong.push(text);
    journal.unanswered.delete(key);
    journal.acknowledged.add(key);
    if (isRepeat) journal.repeated += 1;
    return true;
  } catch {
    return false;
  }
}

/** Creates projects until the process is gone. */
async function write(url: string, token: string, journal: Journal): Promise<void> {
  while (await create(url, token, crypto.randomUUID(), journal));
}

/** Repeats all calls without a response; the process may end again meanwhile. */
async function repeat(url: string, token: string, journal: Journal): Promise<void> {
  const keys = [...journal.unanswered].values();
  const repeatSome = async () => {
    for (const key of keys) if (!(await create(url, token, key, journal))) return;
  };
  await Promise.all(Array.from({ length: WRITERS }, repeatSome));
}

/** After half a minute a repeat takes over the claim of a killed process. */
async function repeatAll(url: string, token: string, journal: Journal): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; journal.unanswered.size > 0 && Date.now() < end;) {
    await repeat(url, token, journal);
    await pause(1000);
  }
}

async function storedNames(url: string, token: string): Promise<string[]> {
  const names: string[] = [];
  for (let page = 0, totalPages = 1; page < totalPages; page += 1) {
    const answer = await fetch(`${url}${PROJECT_BASE}/projects?size=100&page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const json = (await answer.json()) as { content: { projectName: string }[]; totalPages: number };
    names.push(...json.content.map(({ projectName }) => projectName));
    totalPages = json.totalPages;
  }
  return names.filter((name) => name.startsWith('kept '));
}

async function killOften(settings: Record<string, string>): Promise<Journal & { found: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'kill-'));
  const journal: Journal = { acknowledged: new Set(), unanswered: new Set(), repeated: 0, wrong: [] };
  const start = () => {
    const environment = {
      DATA_DIR: folder,
      SERVICES: BACKENDS,
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'silent',
      ...wideLimits,
      ...settings,
    };
    return startProcess(environment);
  };
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, url } = await start();
      const token = await logInForToken(url, DEMO_PEOPLE.ama.email);
      const again = repeat(url, token, journal);
      const writers = Array.from({ length: WRITERS }, () => write(url, token, journal));
      const soFar = journal.acknowledged.size;
      while (journal.acknowledged.size < soFar + WRITERS) await pause(5);
      // The kill happens at any moment of the writers' work.
      await pause((kill * 37) % 300);
      child.kill('SIGKILL');
      await Promise.all([again, ...writers]);
    }
    const { child, url } = await start();
    const token = await logInForToken(url, DEMO_PEOPLE.ama.email);
    await repeatAll(url, token, journal);
    const found = await storedNames(url, token);
    await stopProcess(child);
    return { ...journal, found };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns lost, duplicate and unknown projects, and those that a repeat could not resolve. */
function audit(journal: Journal & { found: string[] }, database: string) {
  const { acknowledged, unanswered, repeated, wrong, found } = journal;
  const names = new Set([...acknowledged].map(projectNameForKey));
  const lost = [...names].filter((name) => !found.includes(name));
  process.stdout.write(
    `${database}: ${KILLS} kills, ${acknowledged.size} acknowledged writes, ${repeated} of them by a repeat, ${lost.length} lost\n`,
  );
  return {
    hasWritten: acknowledged.size > KILLS,
    // A kill during a write is chance, and certain only with many.
    hasRepeated: repeated > 0 || KILLS < 20,
    lost,
    isTwice: new Set(found).size !== found.length,
    unknown: found.filter((name) => !names.has(name)),
    unanswered: [...unanswered],
    wrong,
  };
}
const whole = {
  hasWritten: true,
  hasRepeated: true,
  lost: [],
  isTwice: false,
  unknown: [],
  unanswered: [],
  wrong: [],
};

const databases = ['embedded database', 'PostgreSQL'];

test.concurrent.each(databases)(
  'FLT-1 a killed process loses no acknowledged write, and a repeat completes the others: %s',
  async (database) => {
    const server = database === 'PostgreSQL' ? await startPostgres() : undefined;
    try {
      const settings = server ? { DATABASE_URL: (await createDatabase(server.url)).url } : {};
      expect(audit(await killOften(settings), database)).toEqual(whole);
    } finally {
      await server?.stop();
    }
  },
);
