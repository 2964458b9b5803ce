import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Events, OAuth2Server, type MutableResponse, type MutableToken } from 'oauth2-mock-server';
import { finishGoogleSignIn, startGoogleSignIn } from '@app/contracts/identity/google.ts';
import { createLog } from '@app/kit/log.ts';
import { createServer } from '@app/kit/server.ts';
import { GOOGLE_PREFIX, mountGoogle, googleSettings, fakeGoogleClient } from '@app/demo/google.ts';
import type { TestApp } from '../app.ts';
import { type Relay, startRelay } from '../relay.ts';

/** Undefined as at the log-in, where nobody is registered. */
type Collaborator = 'RESEARCHER' | 'PARTICIPANT' | undefined;

/** What one browser has of a sign-in: where to go, the cookie that binds it, and what Google sent back. */
export interface Attempt {
  collaborator: Collaborator;
  url: string;
  cookie: string;
  answer: Record<string, string>;
}

/** Begins a sign-in as a browser does. */
export async function beginWithGoogle(app: TestApp, collaborator: Collaborator): Promise<Attempt> {
  const started = await app.call(startGoogleSignIn, { body: { collaborator } });
  if (started.status !== 200) throw new Error(`Starting answered ${started.status}`);
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? '';
  return { collaborator, url: started.content.url, cookie, answer: {} };
}

/** What our page sends to finish it. */
export function finishSignInInput({ collaborator, cookie, answer }: Attempt) {
  return {
    query: { ...(collaborator && { collaborator }), ...answer },
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  };
}

/** Finishes it as our page does. */
export function finishWithGoogle(app: TestApp, attempt: Attempt) {
  return app.call(finishGoogleSignIn, finishSignInInput(attempt));
}

export async function countPeople(app: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from identity.people`.execute(
    app.engine.owner,
  );
  return rows[0]?.count ?? -1;
}

/** The code with which an attempt is refused. Throws if it signs somebody in or writes a person all the same. */
export async function readGoogleRefusal(app: TestApp, attempt: Attempt): Promise<unknown> {
  const before = await countPeople(app);
  const refused = await finishWithGoogle(app, attempt);
  const isSignedIn = String(refused.headers['set-cookie']).includes('__Host-refresh');
  if (isSignedIn || (await countPeople(app)) !== before) throw new Error('It had an effect');
  return refused.json['code'];
}

/** The demo's stand-in on a port of its own, and the settings of a service that takes it for Google. */
export async function startStandIn() {
  const relay = await startRelay();
  const PUBLIC_URL = `http://127.0.0.1:${relay.port}`;
  const client = fakeGoogleClient({ PUBLIC_URL });
  if (!client) throw new Error('The stand-in has no client');
  const server: FastifyInstance = await createServer(createLog('silent'));
  await server.register((scope) => mountGoogle(scope, client), { prefix: GOOGLE_PREFIX });
  await server.listen({ host: '127.0.0.1', port: 0 });
  relay.leadTo((server.server.address() as AddressInfo).port);
  return {
    settings: { PUBLIC_URL, ...googleSettings(client) } as Record<string, string>,
    /** Chooses a person on its page and gives what our page would get. */
    async choose(attempt: Attempt, sub: string): Promise<Attempt> {
      const { origin, pathname, search } = new URL(attempt.url);
      return { ...attempt, answer: await answerAt(`${origin}${pathname}/${sub}${search}`, 'POST') };
    },
    async close() {
      relay.close();
      await server.close();
    },
  };
}

/** What an address sends the browser back with. */
async function answerAt(url: string, method = 'GET'): Promise<Record<string, string>> {
  const { status, headers } = await fetch(url, { method, redirect: 'manual' });
  const location = headers.get('location');
  if (location === null) throw new Error(`${url} answered ${status} and leads nowhere`);
  return Object.fromEntries(new URL(location, url).searchParams);
}

/** A provider that says whatever a test wants, at an address of its own or where a relay already stands. */
export async function startForgingGoogle(relay?: Relay) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  relay?.leadTo(server.address().port);
  const issuer = relay ? `http://localhost:${relay.port}` : (server.issuer.url ?? '');
  server.issuer.url = issuer;
  const { service } = server;
  return {
    settings: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' },
    issuer,
    keyId: server.issuer.keys.toJSON()[0]?.kid ?? '',
    /** Claims of every ID token from now on; undefined takes one out. */
    says(claims: Record<string, unknown>) {
      service.removeAllListeners();
      service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
        // The access token, which nobody reads, has no audience.
        if ('aud' in payload) Object.assign(payload, claims);
      });
    },
    /** Replaces what the token endpoint answers, from now on. */
    answers(change: (response: MutableResponse) => void) {
      service.on(Events.BeforeResponse, change);
    },
    async agree(attempt: Attempt): Promise<Attempt> {
      return { ...attempt, answer: await answerAt(attempt.url) };
    },
    close: () => server.stop(),
  };
}

/** Claims of a person as Google sends them. */
export function idTokenClaims(email: string, change: Record<string, unknown> = {}) {
  return {
    sub: `sub of ${email}`,
    email,
    email_verified: true,
    given_name: 'Esi',
    family_name: 'Owusu',
    ...change,
  };
}
