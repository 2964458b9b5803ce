import { randomBytes, generateKeyPair } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, Adapter, AdapterPayload, Configuration, JWK } from 'oidc-provider';
import { GOOGLE_RETURN_PATH } from '@app/contracts/identity/google.ts';
import type { Environment } from '@app/kit/service.ts';
import { googlePage } from './google-pages.ts';
import { findGooglePerson } from './google-people.ts';
import { promisify } from 'node:util';

interface GoogleClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  returnUrl: string;
}

const SCOPE = 'openid email profile';

/** The OpenID library is large and few demos use it. */
async function createProvider(client: GoogleClient): Promise<Provider> {
  const library = await import('oidc-provider');
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const signingKey = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' } as JWK;
  const provider = new library.Provider(client.issuer, configuration(client, signingKey));
  // Links must contain the issuer's address, not a proxy's.
  provider.proxy = true;
  return provider;
}

function configuration(client: GoogleClient, signingKey: JWK): Configuration {
  const { pathname } = new URL(client.issuer);
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.returnUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    adapter: keepInMemory,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${pathname}/interaction/${uid}` },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['given_name', 'family_name'],
    },
    // Google puts the claims into the ID token.
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => {
      const person = findGooglePerson(sub);
      return (
        person && {
          accountId: sub,
          claims: async () => ({
            sub,
            email: person.email,
            email_verified: person.isEmailVerified,
            // Google sends `hd` for mailboxes that it hosts.
            ...(person.isMailboxOfGoogle && { hd: person.email.replace(/^.*@/, '') }),
            given_name: person.givenName,
            family_name: person.familyName,
          }),
        }
      );
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        ...(oidc.account ? { accountId: oidc.account.accountId } : {}),
      });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    expiresWithSession: () => false,
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    renderError(context) {
      context.type = 'html';
      context.body = googlePage.failed();
    },
  };
}

const MOST_KEPT = 1000;

/** Without sessions, each visit asks for a person. */
function keepInMemory(model: string): Adapter {
  const kept = new Map<string, AdapterPayload>();
  return {
    async upsert(id, payload) {
      if (model === 'Session') return;
      const oldest = kept.size >= MOST_KEPT ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(id, payload);
    },
    find: async (id) => kept.get(id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = kept.get(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      kept.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id);
    },
  };
}

export const GOOGLE_PREFIX = '/dev/google';

/** Chromium applies `form-action` to every redirect after a form post. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Returns undefined when the settings already name a provider. */
export function standInClient(settings: Environment): GoogleClient | undefined {
  const { PUBLIC_URL } = settings;
  const isNamed = ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'].some(
    (name) => name in settings,
  );
  if (isNamed || typeof PUBLIC_URL !== 'string') return undefined;
  return {
    issuer: new URL(GOOGLE_PREFIX, PUBLIC_URL).href,
    clientId: 'demo',
    clientSecret: randomBytes(32).toString('base64url'),
    returnUrl: new URL(GOOGLE_RETURN_PATH, PUBLIC_URL).href,
  };
}

export function googleSettings({ issuer, clientId, clientSecret }: GoogleClient): Environment {
  return { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret };
}

export async function mountGoogle(app: FastifyInstance, client: GoogleClient): Promise<void> {
  const { pathname } = new URL(client.issuer);
  let provider: Promise<Provider> | undefined;
  const open = () => (provider ??= createProvider(client));
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(html);

  // The library reads the bodies.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.get('/interaction/:uid', async (request, reply) => {
    const interaction = await (
      await open()
    )
      .interactionDetails(request.raw, reply.raw)
      .catch(() => undefined);
    if (!interaction) return sendPage(reply.code(400), googlePage.failed());
    return sendPage(reply, googlePage.choose(`${pathname}/interaction/${interaction.uid}`));
  });

  app.post<{ Params: { sub: string } }>('/interaction/:uid/:sub', async (request, reply) => {
    const { sub } = request.params;
    const login = findGooglePerson(sub) ? { login: { accountId: sub } } : { error: 'access_denied' };
    const next = await (await open()).interactionResult(request.raw, reply.raw, login).catch(() => undefined);
    return next === undefined ? sendPage(reply.code(400), googlePage.failed()) : reply.redirect(next, 303);
  });

  app.all('/*', async (request, reply) => {
    const callback = (await open()).callback();
    leave(request, reply, client.issuer);
    await callback(request.raw, reply.raw);
  });
}

function leave(request: FastifyRequest, reply: FastifyReply, issuer: string): void {
  const { host, protocol, pathname } = new URL(issuer);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.setHeader('content-security-policy', PAGE_POLICY);
  const { raw } = request;
  Object.assign(raw.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') });
  Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(pathname.length) });
}
