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

/** Undefined means the log-in, which registers no one. */
type Collaborator = 'RESEARCHER' | 'PARTICIPANT' | undefined;

/** The state of a sign-in in one browser: the address, the cookie that binds it, and Google's response. */
export interface Attempt {
  collaborator: Collaborator;
  url: string;
  cookie: string;
  answer: Record<string, string>;
}

/** Begins a sign-in like a browser. */
export async function beginWithGoogle(app: TestApp, collaborator: Collaborator): Promise<Attempt> {
  const started = await app.call(startGoogleSignIn, { body: { collaborator } });
  if (started.status !== 200) throw new Error(`Starting answered ${started.status}`);
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? '';
  return { collaborator, url: started.content.url, cookie, answer: {} };
}

/** Returns the request by which our page finishes it. */
export function finishSignInInput({ collaborator, cookie, answer }: Attempt) {
  return {
    query: { ...(collaborator && { collaborator }), ...answer },
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  };
}

/** Finishes it like our page. */
export function finishWithGoogle(app: TestApp, attempt: Attempt) {
  return app.call(finishGoogleSignIn, finishSignInInput(attempt));
}

export async function countPeople(app: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from identity.people`.execute(
    app.engine.owner,
  );
  return rows[0]?.count ?? -1;
}

/** Returns the error code of an attempt. Throws if it signs a person in or stores one anyway. */
export async function readGoogleRefusal(app: TestApp, attempt: Attempt): Promise<unknown> {
  const before = await countPeople(app);
  const refused = await finishWithGoogle(app, attempt);
  const isSignedIn = String(refused.headers['set-cookie']).includes('__Host-refresh');
  if (isSignedIn || (await countPeople(app)) !== before) throw new Error('It had an effect');
  return refused.json['code'];
}

/**
 * Starts the demo's stand-in on its own port, and returns the settings of a service that uses it as Google.
 */
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
    /** Selects a person on its page and returns what our page would receive. */
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

/** Returns the parameters with which an address redirects the browser back. */
async function answerAt(url: string, method = 'GET'): Promise<Record<string, string>> {
  const { status, headers } = await fetch(url, { method, redirect: 'manual' });
  const location = headers.get('location');
  if (location === null) throw new Error(`${url} answered ${status} and leads nowhere`);
  return Object.fromEntries(new URL(location, url).searchParams);
}

/** Starts a provider whose responses the test chooses, at its own address or behind an existing relay. */
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
    /** Sets claims of every later ID token; undefined removes one. */
    says(claims: Record<string, unknown>) {
      service.removeAllListeners();
      service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
        // The access token, which is never read, has no audience.
        if ('aud' in payload) Object.assign(payload, claims);
      });
    },
    /** Changes every later response of the token endpoint. */
    answers(change: (response: MutableResponse) => void) {
      service.on(Events.BeforeResponse, change);
    },
    async agree(attempt: Attempt): Promise<Attempt> {
      return { ...attempt, answer: await answerAt(attempt.url) };
    },
    close: () => server.stop(),
  };
}

/** Returns the claims of a person as Google sends them. */
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
