// Slow: more than ten nodes start, some of them as separate services.
import { decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { readNames, readSigningKeys as keysOfIdentity } from '@app/contracts/identity/people.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { logIn, readMe } from '@app/contracts/identity/sessions.ts';
import { readSigningKeys as keysOfProject } from '@app/contracts/project/people.ts';
import { syncProfile } from '@app/contracts/project/matching-profiles.ts';
import { createProject, listProjects } from '@app/contracts/project/projects.ts';
import { oneForAll } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { openProcess } from '@app/kit/process.ts';
import { signingKeysName } from '@app/kit/signing-keys.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { type TestApp, startTestApp } from '../support/app.ts';
import { listenForOrigin } from '../support/event-stream.ts';
import { PASSWORD, registerResearcher } from '../support/people.ts';
import { startRelay } from '../support/relay.ts';
import { serviceToken } from '../support/samples/world.ts';
import { newKey } from '../support/secrets.ts';
import { TIMEOUT_FACTOR } from '../support/sizes.ts';

interface Node {
  call: TestApp['call'];
  settings: Record<string, string>;
}

let app: TestApp;
let person: SignedInUser;
/** The keys of each service, oldest first. */
const keys = {} as Record<ServiceName, object[]>;
beforeAll(async () => {
  for (const { name } of CONTRACTS) keys[name] = [await newKey(), await newKey()];
  app = await startTestApp(settingsWithKeys('old'));
  person = await registerResearcher(app, { verified: true });
});
afterAll(() => app.close());

type KeyAge = 'old' | 'new';

/** Returns settings of a node whose services have these keys, the first of which signs. */
const settingsWithKeys = (...ages: KeyAge[]) =>
  Object.fromEntries(
    CONTRACTS.map(({ name }) => [
      signingKeysName(name),
      JSON.stringify(ages.map((which) => keys[name][which === 'old' ? 0 : 1])),
    ]),
  );
async function nodeWith(...ages: KeyAge[]): Promise<Node> {
  const settings = settingsWithKeys(...ages);
  return { call: await app.startNode({ settings }), settings };
}

/** Returns a user's token with that node's current signature. */
async function tokenFrom({ call }: Node): Promise<string> {
  const entered = await call(logIn, { body: { email: person.email, password: PASSWORD } });
  expect(entered.status).toBe(200);
  return entered.content.token;
}

/** Returns the responses of a node's services to a person with that token. */
const statusesFor = async ({ call }: Node, token: string) => [
  (await call(readMe, { as: { token } })).status,
  (await call(listProjects, { as: { token } })).status,
];

/** Returns the response of each service of a node to the other's credential, signed by the first node. */
async function callBetweenServices({ settings }: Node, { call }: Node) {
  const credential = async (from: ServiceName, to: ServiceName) => ({
    token: await serviceToken({ app: { settings } }, from, to),
  });
  const names = { as: await credential('project', 'identity'), body: { userIds: [person.userId] } };
  const profile = { as: await credential('identity', 'project'), params: { userId: person.userId } };
  return [(await call(readNames, names)).status, (await call(syncProfile, profile)).status];
}

interface Alone {
  origin: string;
  stop(): Promise<void>;
}

/** Starts one service alone on the same database, with the other one at an origin. */
async function startAlone(
  name: ServiceName,
  keysHeld: Record<string, string>,
  origin: string,
): Promise<Alone> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.engine.owner);
  const url = new URL(`/${rows[0]?.name}`, inject('postgresUrl')).href;
  const log = createLog('silent');
  const running = await openProcess({
    services: SERVICES.filter(({ contract }) => contract.name === name),
    databases: oneForAll(openPostgres({ url, poolSize: 2, log, patience: TIMEOUT_FACTOR })),
    environment: { ...app.settings, ...keysHeld },
    log,
    sendMail: async () => {},
    origins: Object.fromEntries(CONTRACTS.map((contract) => [contract.name, origin])),
  });
  return { origin: await listenForOrigin(running.app), stop: () => running.stop() };
}

const post = (url: string, body: object, token = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
async function logInForTokenAt({ origin }: Alone): Promise<string> {
  const answer = await post(`${origin}${IDENTITY_BASE}${logIn.path}`, {
    email: person.email,
    password: PASSWORD,
  });
  return ((await answer.json()) as { content: { token: string } }).content.token;
}
async function createProjectAt({ origin }: Alone, token: string): Promise<number> {
  const body = { creatorId: person.userId, projectName: 'Market payments' };
  return (await post(`${origin}${PROJECT_BASE}${createProject.path}`, body, token)).status;
}
const readKeyId = (token: string): unknown => decodeProtectedHeader(token).kid;
/** A service waits less than this before it fetches an unknown key again. */
const STEP_MS = 31_000;

describe('keys are rotated without an outage: the new one is published, then signs, then is the only one', () => {
  // The nodes take each step one after another; tokens of the step before are still in use.
  test.each<[KeyAge[], KeyAge[]]>([
    [['old'], ['old', 'new']],
    [
      ['old', 'new'],
      ['old', 'new'],
    ],
    [
      ['old', 'new'],
      ['new', 'old'],
    ],
    [
      ['new', 'old'],
      ['new', 'old'],
    ],
  ])('one node has %j, another %j: each accepts what the other signs', async (one, other) => {
    const nodes = [await nodeWith(...one), await nodeWith(...other)];
    for (const signer of nodes) {
      const token = await tokenFrom(signer);
      for (const node of nodes) {
        expect(await statusesFor(node, token)).toEqual([200, 200]);
        expect(await callBetweenServices(signer, node)).toEqual([200, 204]);
      }
    }
  });

  test('a remote service learns the new key while it runs, and its own callers continue', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const relay = await startRelay();
    onTestFinished(() => relay.close());
    const project = await startAlone('project', settingsWithKeys('old'), `http://127.0.0.1:${relay.port}`);
    onTestFinished(project.stop);
    const tokens: string[] = [];
    let before: Alone | undefined;
    for (const ages of [['old'], ['old', 'new'], ['new', 'old'], ['new', 'old']] as const) {
      const identity = await startAlone('identity', settingsWithKeys(...ages), project.origin);
      relay.leadTo(Number(new URL(identity.origin).port));
      await before?.stop();
      before = identity;
      tokens.push(await logInForTokenAt(identity));
      // The project service asks the identity service for the verification, with its own credential.
      for (const token of tokens) expect(await createProjectAt(project, token)).toBe(201);
      vi.setSystemTime(Date.now() + STEP_MS);
    }
    await before?.stop();
    expect(new Set(tokens.map(readKeyId)).size).toBe(2);
  });

  test('a removed key is no longer accepted', async () => {
    const [retired, node] = [await nodeWith('old'), await nodeWith('new')];
    expect(await statusesFor(node, await tokenFrom(retired))).toEqual([401, 401]);
    expect(await callBetweenServices(retired, node)).toEqual([401, 401]);
  });

  test('each service publishes the public halves of all its keys, the signing one first', async () => {
    const { call } = await nodeWith('new', 'old');
    for (const [name, endpoint] of [
      ['identity', keysOfIdentity],
      ['project', keysOfProject],
    ] as const) {
      const { json, text } = await call(endpoint);
      const [old, newest] = keys[name].map((key) => Reflect.get(key, 'x'));
      expect(json['keys']).toMatchObject([
        { x: newest, kty: 'OKP', crv: 'Ed25519' },
        { x: old, use: 'sig' },
      ]);
      expect(text).not.toContain('"d"');
    }
  });
});
