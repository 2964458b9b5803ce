import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { EndpointShape, ReplyOf } from '@app/contracts/endpoint.ts';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Engine } from '@app/kit/database.ts';
import type { Log } from '@app/kit/log.ts';
import { createLog } from '@app/kit/log.ts';
import type { Mailbox } from '@app/kit/mail.ts';
import { openMailbox } from '@app/kit/mail.ts';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { openProcess } from '@app/kit/process.ts';
import type { RunningProcess } from '@app/kit/process.ts';
import { identityService } from '@app/identity/service.ts';
import { projectService } from '@app/project/service.ts';
import { createDatabase } from './machine/postgres.ts';
import { testSecrets } from './secrets.ts';

/** What a test reads of an answer: `content` of an envelope or a page, `problem` fields from `json`. */
export interface Answer<Content = unknown> {
  status: number;
  json: Record<string, unknown>;
  content: Content;
  headers: Record<string, string | string[] | number | undefined>;
}

interface Given {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  as?: Pick<SignedInUser, 'token'> | undefined;
  headers?: Record<string, string>;
}

type ContentOf<E extends EndpointShape> = ReplyOf<E> extends { content: infer C } ? C : ReplyOf<E>;

export interface TestApp {
  process: RunningProcess;
  engine: Engine;
  mailbox: Mailbox;
  /** Calls an endpoint over HTTP semantics with any body, valid or not. */
  call<const E extends EndpointShape>(endpoint: E, given?: Given): Promise<Answer<ContentOf<E>>>;
  close(): Promise<void>;
}

/** An empty, migrated database on the engine that this test run is for. */
export async function openTestEngine(): Promise<{
  engine: Engine;
  url: string | undefined;
  drop(): Promise<void>;
}> {
  if (inject('engine') === 'pglite') {
    const template = new Blob([await readFile(inject('pgliteTemplate'))]);
    return { engine: await openPglite({ template }), url: undefined, drop: async () => {} };
  }
  const { url, drop } = await createDatabase(inject('postgresUrl'), { template: inject('postgresTemplate') });
  return { engine: openPostgres({ url, poolSize: 10, log: createLog('silent') }), url, drop };
}

/** Both services over a database of their own, called in process; letters land in `mailbox`. */
export async function startTestApp(
  settings: Record<string, string> = {},
  log: Log = createLog('silent'),
): Promise<TestApp> {
  const { engine, url, drop } = await openTestEngine();
  const folder = await mkdtemp(join(tmpdir(), 'test-app-'));
  const mailbox = openMailbox(folder);
  const running = await openProcess({
    services: [identityService, projectService],
    engine,
    databaseUrl: url,
    environment: { ...(await testSecrets()), ...settings },
    log,
    sendLetter: mailbox.send,
    origins: {},
  });
  await running.app.ready();
  await running.work();

  const bases = new Map<EndpointShape, string>(
    Object.values(identityContract.endpoints).map((endpoint) => [endpoint, IDENTITY_BASE]),
  );
  return {
    process: running,
    engine,
    mailbox,
    async call(endpoint, { params = {}, query, body, as, headers = {} } = {}) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const response = await running.app.inject({
        method: endpoint.method,
        url: `${bases.get(endpoint) ?? PROJECT_BASE}${path}`,
        ...(query
          ? { query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])) }
          : {}),
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(as ? { authorization: `Bearer ${as.token}` } : {}),
          ...headers,
        },
      });
      const json = (response.payload === '' ? {} : JSON.parse(response.payload)) as Record<string, unknown>;
      return {
        status: response.statusCode,
        json,
        content: json['content'] as never,
        headers: response.headers,
      };
    },
    async close() {
      await running.stop();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
