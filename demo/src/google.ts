import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { GOOGLE_RETURN_PATH } from '@app/contracts/identity/google.ts';
import type { Environment } from '@app/kit/service.ts';
import { googlePage } from './google-pages.ts';
import { findGooglePerson } from './google-people.ts';
import { type GoogleClient, createProvider } from './google-provider.ts';

export const GOOGLE_PREFIX = '/dev/google';

/** After a form is posted, Chromium holds every redirect that follows to `form-action`: all are of this origin. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The stand-in's client, which the identity service of this process then is; undefined where the settings name a provider
 * already.
 */
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

/** The settings under which the identity service takes the stand-in for Google. */
export function settingsOf({ issuer, clientId, clientSecret }: GoogleClient): Environment {
  return { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret };
}

/** Mounts the stand-in: our page asks who to be, the library does the rest of the protocol. Never in production. */
export async function mountGoogle(app: FastifyInstance, client: GoogleClient): Promise<void> {
  const { pathname } = new URL(client.issuer);
  let provider: Promise<Provider> | undefined;
  const open = () => (provider ??= createProvider(client));
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(html);

  // Bodies are the library's to read.
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

/** Leaves a request to the library, below the path of the issuer and at its address. Our headers stay on the answer. */
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
