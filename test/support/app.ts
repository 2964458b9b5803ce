import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import type * as z from 'zod';
import { DAY_MS } from '@app/contracts/durations.ts';
import { type EndpointShape, type ReplyOf, isOnAdminPort } from '@app/contracts/endpoint.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type Databases, type Engine, oneForAll } from '@app/kit/database.ts';
import { type Log, createLog } from '@app/kit/log.ts';
import { type FileMailbox, type SendMail, openMailbox } from '@app/kit/mail.ts';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { openProcess, type RunningProcess } from '@app/kit/process.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { listSettingNames } from '@app/kit/settings.ts';
import { createDatabase } from './machine/postgres.ts';
import { findAnswerFlaw } from '../suites/responses/find-flaw.ts';
import { findBrokenMessages } from './broken-words.ts';
import { resetDatabase, saveDatabaseState } from './database-state.ts';
import { allowReadyPeople, areReadyPeopleScarce } from './ready-people.ts';
import { TIMEOUT_FACTOR } from './sizes.ts';
import { type GivenSettings, wideLimits } from './wide-limits.ts';

/** The parts of a response: `content` of an envelope or a page, `problem` fields from `json`. */
export interface Answer<Content = unknown> {
  status: number;
  json: Record<string, unknown>;
  content: Content;
  /** The unparsed body, for example of a file. */
  text: string;
  bytes: Uint8Array;
  headers: Record<string, string | string[] | number | undefined>;
}

interface Given {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  as?: Pick<SignedInUser, 'token'> | undefined;
  headers?: Record<string, string>;
  /** The IP address that the call comes from. */
  from?: string | undefined;
}

type ContentOf<E extends EndpointShape> = ReplyOf<E> extends { content: infer C } ? C : ReplyOf<E>;

export interface TestApp {
  process: RunningProcess;
  engine: Engine;
  /** The address of the database, if it is on a server. */
  databaseUrl: string | undefined;
  mailbox: FileMailbox;
  /** The settings of the services, including their secrets, and the constants that tests set. */
  settings: Record<string, string>;
  /** Calls an endpoint in memory with any body, valid or not. */
  call<const E extends EndpointShape>(endpoint: E, given?: Given): Promise<Answer<ContentOf<E>>>;
  /**
   * Starts another node on the same database (server only), with other settings if given; returns its `call`.
   */
  startNode(options?: { withWorkers?: boolean; settings?: GivenSettings }): Promise<TestApp['call']>;
  /** Leaves the app to the next test file with the same settings, if possible. */
  close(): Promise<void>;
  /** Stops the app for good. */
  end(): Promise<void>;
}

/** Every test app has an admin area, in memory. */
const ADMIN_URL = 'http://localhost:3900';
const LAST_OF_DAY_MS = 180_000;

/** Waits for the next day if this one is nearly over, so that a test can rely on the date. */
async function beginWithinOneDay(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < LAST_OF_DAY_MS) await setTimeout(left);
}

/** Starts a program in front of a database server, such as a pooler. */
export type Before = (databaseUrl: string) => Promise<{ url: string; stop(): void }>;

/** Opens an empty, migrated database on the engine of this test run. */
export async function openTestEngine(before?: Before): Promise<{
  engine: Engine;
  url: string | undefined;
  drop(): Promise<void>;
}> {
  await beginWithinOneDay();
  if (inject('engine') === 'pglite') {
    const template = new Blob([await readFile(inject('pgliteTemplate'))]);
    return { engine: await openPglite({ template }), url: undefined, drop: async () => {} };
  }
  const template = inject('postgresTemplate');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  const { url, drop } = await createDatabase(inject('postgresUrl'), { name, template });
  const pooler = await before?.(url);
  const log = createLog('silent');
  return {
    engine: openPostgres({
      url,
      poolerUrl: pooler?.url,
      namesStatements: pooler === undefined,
      poolSize: 10,
      log,
      patience: TIMEOUT_FACTOR,
    }),
    url,
    async drop() {
      pooler?.stop();
      await drop();
    },
  };
}

interface Node {
  process: RunningProcess;
  call: TestApp['call'];
}

/** Opens all services in this process; calls stay in memory. */
export async function openNode(
  databases: Databases,
  environment: Record<string, string>,
  sendMail: SendMail,
  log: Log,
): Promise<Node> {
  const running = await openProcess({
    services: SERVICES,
    databases,
    environment,
    log,
    sendMail,
    origins: {},
    adminUrl: environment['ADMIN_URL'],
  });
  await running.app.ready();
  await running.adminApp?.ready();
  const bases = new Map<EndpointShape, string>(
    CONTRACTS.flatMap(({ base, endpoints }) =>
      Object.values<EndpointShape>(endpoints).map((endpoint) => [endpoint, base] as const),
    ),
  );
  return {
    process: running,
    async call(endpoint, { params = {}, query, body, as, headers = {}, from } = {}) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const server = isOnAdminPort(endpoint) ? running.adminApp : running.app;
      if (!server) throw new Error('ADMIN_URL is not set, so this app has no admin port');
      const response = await server.inject({
        method: endpoint.method,
        url: `${bases.get(endpoint)}${path}`,
        ...(from !== undefined && { remoteAddress: from }),
        ...(query
          ? { query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])) }
          : {}),
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        headers: {
          // This is sent without a body too: no form of another site can send it.
          ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
          ...(endpoint.needsKey ? { 'idempotency-key': crypto.randomUUID() } : {}),
          ...(as ? { authorization: `Bearer ${as.token}` } : {}),
          ...headers,
        },
      });
      const flaw = findAnswerFlaw(response, endpoint);
      if (flaw !== undefined) throw new Error(`${endpoint.method} ${endpoint.path}: ${flaw}`);
      const isJson = String(response.headers['content-type']).includes('json');
      const json = (isJson ? JSON.parse(response.payload) : {}) as Record<string, unknown>;
      return {
        status: response.statusCode,
        json,
        content: json['content'] as never,
        text: response.payload,
        bytes: response.rawPayload,
        headers: response.headers,
      };
    },
  };
}

interface AppOptions {
  withWorkers?: boolean;
  sendMail?: SendMail;
  before?: Before;
  /** For a test that changes tables, stops the app or inspects its memory: no other test uses the app. */
  isOwn?: boolean;
}

/**
 * Starts all services in this process with an empty database; `mailbox` receives the emails. Without workers
 * only calls write. Test files of one worker with equal settings share an app, since starting takes longer
 * than most tests.
 */
export async function startTestApp(
  given: GivenSettings = {},
  log?: Log,
  options: AppOptions = {},
): Promise<TestApp> {
  const asked = JSON.stringify([inject('engine'), options.withWorkers ?? true, given]);
  const isShared = !(log ?? options.sendMail ?? options.before ?? options.isOwn) && !asked.includes('://');
  if (!isShared) return openApp(given, log ?? createLog('silent'), options);
  await beginWithinOneDay();
  const known = idle.get(asked);
  idle.delete(asked);
  const app = known ?? (await openApp(given, createLog('silent'), options));
  return {
    ...app,
    async close() {
      if (areReadyPeopleScarce(app.engine) || !(await app.empty().catch(() => false))) return app.end();
      idle.set(asked, app);
      const [[oldest = '', first] = []] = idle;
      if (idle.size <= MOST_IDLE) return;
      idle.delete(oldest);
      await first?.end();
    },
  };
}

/**
 * Provides the app of a test file from its first test to its last. Afterwards no notification or email may
 * show a missing value.
 */
export function useApp(...given: Parameters<typeof startTestApp>): TestApp {
  let hasFailed = false;
  beforeEach(({ onTestFailed }) => onTestFailed(() => void (hasFailed = true)));
  return useStartedObject(
    () => startTestApp(...given),
    async (app) => {
      // A test that timed out may still make calls, which the next file must not receive.
      if (hasFailed) return app.end();
      const broken = await findBrokenMessages(app);
      await app.close();
      expect(broken).toEqual([]);
    },
  );
}

/** Provides an object that is filled before the first test of a file and closed after the last. */
export function useStartedObject<T extends { close(): Promise<unknown> }>(
  start: () => Promise<T>,
  close = (started: T) => started.close(),
): T {
  const started = {} as T;
  beforeAll(async () => void Object.assign(started, await start()));
  afterAll(() => close(started));
  return started;
}

interface OpenedApp extends TestApp {
  /** Removes all data, jobs and emails. Returns false if the app cannot be used for another file. */
  empty(): Promise<boolean>;
}

/** This worker's unused apps by their settings, oldest first. */
const idle = new Map<string, OpenedApp>();
const MOST_IDLE = 2;

/** Finds constants whose given value has another type, so that it would change nothing. */
const findIgnored = (given: GivenSettings) =>
  SERVICES.flatMap(({ settings }) =>
    listSettingNames(settings, 'constants').filter(
      (name) => name in given && (settings[name] as z.ZodType).parse(given[name]) !== given[name],
    ),
  );

async function openApp(
  given: GivenSettings,
  log: Log,
  { withWorkers = true, sendMail, before }: AppOptions,
): Promise<OpenedApp> {
  const ignored = findIgnored(given);
  if (ignored.length > 0) throw new Error(`No values of these constants: ${ignored.join(', ')}`);
  const secrets = inject('secrets');
  const settings = { ...secrets, ADMIN_URL, ...wideLimits, ...given } as Record<string, string>;
  const database = await openTestEngine(before);
  if (Object.keys(secrets).every((name) => settings[name] === secrets[name] || !name.endsWith('KEYS')))
    allowReadyPeople(database.engine);
  const folder = await mkdtemp(join(tmpdir(), 'test-app-'));
  const mailbox = openMailbox(folder);
  const node = await openNode(oneForAll(database.engine), settings, sendMail ?? mailbox.send, log);
  const shape = await saveDatabaseState(database.engine);
  if (withWorkers) await node.process.work();
  const more: Node[] = [];
  const closeNodes = async () => {
    for (const { process } of more.splice(0)) await process.stop();
  };
  const end = async () => {
    await closeNodes();
    await node.process.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    ...node,
    engine: database.engine,
    databaseUrl: database.url,
    mailbox,
    settings,
    async empty() {
      await closeNodes();
      const isEmpty = await resetDatabase(database.engine, shape);
      // From here on no job sends an email.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      return isEmpty;
    },
    async startNode(options) {
      if (database.url === undefined) throw new Error('The embedded database serves one process');
      const engine = openPostgres({ url: database.url, poolSize: 10, log, patience: TIMEOUT_FACTOR });
      const ownSettings = { ...settings, ...options?.settings } as Record<string, string>;
      const another = await openNode(oneForAll(engine), ownSettings, mailbox.send, log);
      if (options?.withWorkers === true) await another.process.work();
      more.push(another);
      return another.call;
    },
    close: end,
    end,
  };
}
