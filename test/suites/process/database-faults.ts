import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { ABENA, madeUpParticipants } from '@app/demo/participants.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { planBody, responsesTo, studyBody } from '../../../services/project/test/studies.ts';
import { type PostgresServer, createDatabase, startPostgres } from '../../support/machine/postgres.ts';
import { BACKENDS, startProcess, stopProcess } from '../../support/product.ts';
import { DATABASE_FAULTS, IS_FULL } from '../../support/sizes.ts';
import { wideLimits } from '../../support/wide-limits.ts';
import { logInForToken } from './token-at.ts';

/** The number of faults of each kind; CONTRIBUTING.md describes the full form. */
const WRITERS = 6;
/** The full form on a quiet machine limits the recovery time; the short form only requires recovery. */
const LONGEST_REFUSAL_MS = IS_FULL ? 3000 : 60_000;
const BACK_MS = IS_FULL ? 2000 : 60_000;
/** Measured from the first refusal, or an outage, until the same call with its key succeeds. */
const LONGEST_REPEATS_MS = IS_FULL ? 8000 : 60_000;
/** A running job counts as dead after a while, and runs again. */
const JOBS_MS = 240_000;

let folder: string;
let server: PostgresServer;
let database: { url: string };
let child: ChildProcess;
let url: string;

async function start(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'faults-'));
  server = await startPostgres();
  database = await createDatabase(server.url);
  ({ child, url } = await startProcess({
    DATA_DIR: folder,
    SERVICES: BACKENDS,
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    ACCESS_TOKEN_MINUTES: 60,
    DECISION_NOTICE_SECONDS: 1,
    ...wideLimits,
  }));
}

async function stop(): Promise<void> {
  await stopProcess(child);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** The responses that the callers got. */
interface Journal {
  /** The ids of acknowledged writes, by kind. */
  acknowledged: { projects: string[]; published: string[]; applied: string[]; accepted: string[] };
  acknowledgedAt: number[];
  /** The duration of each refusal. */
  refusalsMs: number[];
  /** The time from a refusal until repeats with the same key succeeded. */
  repeatsMs: number[];
  wrong: string[];
}

const send = (token: string, path: string, key: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });

/** Repeats with the same key until it succeeds, and returns the content; undefined if that takes too long. */
async function post(journal: Journal, token: string, path: string, body: object): Promise<unknown> {
  const key = crypto.randomUUID();
  let refusedAt: number | undefined;
  while (refusedAt === undefined || Date.now() < refusedAt + LONGEST_REPEATS_MS) {
    const content = await tryOnce(journal, { isRepeat: refusedAt !== undefined }, () =>
      send(token, path, key, body),
    );
    if (content !== undefined) {
      if (refusedAt !== undefined) journal.repeatsMs.push(Date.now() - refusedAt);
      return content;
    }
    refusedAt ??= Date.now();
    await pause(20);
  }
  journal.wrong.push(`nothing but refusals: ${path}`);
  return undefined;
}

/**
 * Returns the content of a success, or undefined for a refusal with Retry-After. Any other response is a
 * fault.
 */
async function tryOnce(
  journal: Journal,
  { isRepeat }: { isRepeat: boolean },
  ask: () => Promise<Response>,
): Promise<unknown> {
  const began = Date.now();
  try {
    const answer = await ask();
    const text = await answer.text();
    if (answer.ok) {
      journal.acknowledgedAt.push(Date.now());
      return (JSON.parse(text) as { content: unknown }).content;
    }
    const mayComeBack = answer.status === 503 || (isRepeat && text.includes('IN_FLIGHT'));
    if (!mayComeBack || !(Number(answer.headers.get('retry-after')) > 0)) journal.wrong.push(text);
    else journal.refusalsMs.push(Date.now() - began);
  } catch (error) {
    journal.wrong.push(String(error));
  }
  return undefined;
}

interface Caller {
  researcher: string;
  participant: { userId: string; token: string };
}

/** Goes once from a new project to an accepted applicant, as far as possible. */
async function work({ researcher, participant }: Caller, journal: Journal): Promise<void> {
  const { acknowledged } = journal;
  const ask = async <Content>(token: string, path: string, body: object) =>
    (await post(journal, token, `${PROJECT_BASE}${path}`, body)) as Content | undefined;
  const named = { creatorId: DEMO_PEOPLE.ama.userId, projectName: 'Kept' };
  const project = await ask<{ id: string }>(researcher, '/projects', named);
  if (!project) return;
  acknowledged.projects.push(project.id);
  const draft = await ask<Study>(researcher, '/studies', studyBody(project.id));
  const study = draft && (await ask<Study>(researcher, `/studies/${draft.id}/publish`, planBody()));
  if (!study) return;
  acknowledged.published.push(study.id);
  const answers = { applicantId: participant.userId, responses: responsesTo(study) };
  const path = `/studies/${study.id}/applications`;
  const application = await ask<{ id: string }>(participant.token, path, answers);
  if (!application) return;
  acknowledged.applied.push(application.id);
  const decision = { applicationIds: [application.id], status: 'ACCEPTED' };
  if (await ask(researcher, `${path}/decisions`, decision)) acknowledged.accepted.push(application.id);
}

async function findCallers(): Promise<Caller[]> {
  const fitting = madeUpParticipants().filter(({ devices }) => devices.includes('MOBILE_PHONE'));
  const researcher = await logInForToken(url, DEMO_PEOPLE.ama.email);
  return Promise.all(
    [ABENA, ...fitting].slice(0, WRITERS).map(async ({ userId, email }) => ({
      researcher,
      participant: { userId, token: await logInForToken(url, email) },
    })),
  );
}

/**
 * Breaks the database repeatedly under load; returns the responses, and how soon writes continued after each
 * fault.
 */
async function breakOften(fault: () => Promise<unknown>): Promise<Journal & { backMs: number[] }> {
  const acknowledged = { projects: [], published: [], applied: [], accepted: [] };
  const journal: Journal = {
    acknowledged,
    acknowledgedAt: [],
    refusalsMs: [],
    repeatsMs: [],
    wrong: [],
  };
  const callers = await findCallers();
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const workers = callers.map(async (caller) => {
    while (!end.signal.aborted) await work(caller, journal);
  });
  const backMs: number[] = [];
  for (let round = 0; round < DATABASE_FAULTS || journal.repeatsMs.length === 0; round += 1) {
    await pause(500 + ((round * 137) % 500));
    await fault();
    const since = Date.now();
    while (!journal.acknowledgedAt.some((at) => at > since)) await pause(20);
    backMs.push(Date.now() - since);
  }
  while (acknowledged.accepted.length <= DATABASE_FAULTS) await pause(20);
  end.abort();
  await Promise.all(workers);
  return { ...journal, backMs };
}

/** Returns those of the ids that are missing. */
async function missing(ids: string[], text: string): Promise<string[]> {
  const found = new Set((await query<{ id: string }>(text, [ids])).map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

async function lost({ projects, published, applied, accepted }: Journal['acknowledged']): Promise<string[]> {
  const findApplications =
    'select application_id as id from project.applications where application_id = any($1)';
  return [
    ...(await missing(projects, 'select project_id as id from project.projects where project_id = any($1)')),
    ...(await missing(
      published,
      `select study_id as id from project.studies where study_id = any($1) and state = 'PUBLISHED'
        and exists (select from project.study_slots where study_slots.study_id = studies.study_id)`,
    )),
    ...(await missing(applied, findApplications)),
    ...(await missing(accepted, `${findApplications} and status = 'ACCEPTED'`)),
  ];
}

/** Returns decisions without a notification. */
async function countUnnotified({ accepted }: Journal['acknowledged']): Promise<number> {
  const [row] = await query<{ left: number }>(
    `select count(*)::int as left from project.applications where application_id = any($1) and notified_step_id is distinct from last_step_id`,
    [accepted],
  );
  return row?.left ?? Number.NaN;
}

async function countClaims(): Promise<number> {
  const [row] = await query<{ claims: number }>(
    'select count(*)::int as claims from project.idempotency_keys where answer is null',
  );
  return row?.claims ?? Number.NaN;
}

/**
 * Tests one kind of fault with its own product. Each kind is a file, so their waits for jobs run in parallel:
 * an interrupted job counts as dead only after most of a minute.
 */
export function testFault(
  name: string,
  fault: (suffering: { server: PostgresServer; query: typeof query }) => Promise<unknown>,
): void {
  beforeAll(start);
  afterAll(stop);
  const suffer = () => fault({ server, query });

  test(`FLT-2 the database suffers ${name}: brief refusals, nothing lost, jobs continue`, async () => {
    const { acknowledged, refusalsMs, repeatsMs, backMs, wrong } = await breakOften(suffer);
    const counts = Object.entries(acknowledged).map(([kind, ids]) => `${ids.length} ${kind}`);
    console.log(
      `${name}, ${backMs.length} times: ${counts.join(', ')}; ${refusalsMs.length} refused within ` +
        `${Math.max(0, ...refusalsMs)} ms; repeats done within ${Math.max(0, ...repeatsMs)} ms; back after ${backMs.join(', ')} ms`,
    );
    expect(wrong).toEqual([]);
    expect(repeatsMs.length).toBeGreaterThan(0);
    expect(Math.max(...refusalsMs)).toBeLessThanOrEqual(LONGEST_REFUSAL_MS);
    expect(Math.max(...backMs)).toBeLessThanOrEqual(BACK_MS);
    expect(acknowledged.accepted.length).toBeGreaterThan(DATABASE_FAULTS);
    expect(await lost(acknowledged)).toEqual([]);
    await expect.poll(() => countUnnotified(acknowledged), { timeout: JOBS_MS, interval: 500 }).toBe(0);
    expect(child.exitCode).toBeNull();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test(`FLT-2 a call that ${name} interrupts is completed soon after, with its key`, async () => {
    const researcher = await logInForToken(url, DEMO_PEOPLE.ama.email);
    const holder = new pg.Client({ connectionString: database.url });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table project.projects in access exclusive mode');
    const named = { creatorId: DEMO_PEOPLE.ama.userId, projectName: 'Interrupted' };
    const key = crypto.randomUUID();
    const ask = () => send(researcher, `${PROJECT_BASE}/projects`, key, named);
    const before = await countClaims();
    const first = ask();
    await expect.poll(countClaims).toBe(before + 1);
    // A claim is committed asynchronously; a later synchronous commit writes it to disk, so that it survives
    // a crash.
    await query('select pg_current_xact_id()');
    await suffer();
    expect((await first).status).toBe(503);
    await expect.poll(async () => (await ask()).status).toBe(201);
  });
}
