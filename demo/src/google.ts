import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  MutableRedirectUri,
  MutableResponse,
  MutableToken,
  TokenRequestIncomingMessage,
} from 'oauth2-mock-server';
import { GOOGLE_RETURN_PATH } from '@app/contracts/identity/google.ts';
import type { Environment } from '@app/kit/settings.ts';
import { googlePage } from './google-pages.ts';
import { findGooglePerson } from './google-people.ts';

interface GoogleClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  returnUrl: string;
}

const MOST_CODES = 1000;

/** The provider loads at the first visit, because few demos use it. */
async function createProvider(client: GoogleClient): Promise<RequestListener> {
  const { Events, OAuth2Server } = await import('oauth2-mock-server');
  const { issuer, service } = new OAuth2Server();
  issuer.url = client.issuer;
  await issuer.keys.generate('RS256');
  /** Maps each authorization code to the person who was chosen. The oldest codes are deleted. */
  const chosen = new Map<string, string>();
  service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: MutableResponse) =>
    Object.assign(body, { authorization_response_iss_parameter_supported: true }),
  );
  service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri, request: { url: string }) => {
    const oldest = chosen.size >= MOST_CODES ? chosen.keys().next().value : undefined;
    if (oldest !== undefined) chosen.delete(oldest);
    const { searchParams } = new URL(request.url, client.issuer);
    chosen.set(url.searchParams.get('code') ?? '', searchParams.get('sub') ?? '');
    url.searchParams.set('iss', client.issuer);
  });
  service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken, { body }: TokenRequestIncomingMessage) =>
    Object.assign(payload, idTokenClaims(chosen.get(body.code ?? '') ?? '')),
  );
  service.on(Events.BeforeResponse, (response: MutableResponse, { body }: TokenRequestIncomingMessage) => {
    const { client_id, client_secret } = body as { client_id?: unknown; client_secret?: unknown };
    if (client_id !== client.clientId || client_secret !== client.clientSecret)
      Object.assign(response, { statusCode: 401, body: { error: 'invalid_client' } });
  });
  return service.requestHandler;
}

function idTokenClaims(sub: string) {
  const person = findGooglePerson(sub);
  return (
    person && {
      sub,
      email: person.email,
      email_verified: person.isEmailVerified,
      // Google sends `hd` only for mailboxes that Google hosts.
      ...(person.isMailboxOfGoogle && { hd: person.email.replace(/^.*@/, '') }),
      given_name: person.givenName,
      family_name: person.familyName,
    }
  );
}

export const GOOGLE_PREFIX = '/dev/google';

/** In Chromium, `form-action` also applies to every redirect after a form is sent. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Returns undefined when the settings already name a provider. */
export function fakeGoogleClient(settings: Environment): GoogleClient | undefined {
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

interface Visit {
  Params: { sub: string };
  Querystring: Record<string, string>;
}

export async function mountGoogle(app: FastifyInstance, client: GoogleClient): Promise<void> {
  let provider: Promise<RequestListener> | undefined;
  const open = () => (provider ??= createProvider(client));
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(html);
  const isOurs = ({ client_id, redirect_uri }: Visit['Querystring']) =>
    client_id === client.clientId && redirect_uri === client.returnUrl;

  // The library reads the bodies of requests itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.get<Visit>('/authorize', async (request, reply) => {
    if (!isOurs(request.query)) return sendPage(reply.code(400), googlePage.failed());
    return sendPage(reply, googlePage.choose(`${GOOGLE_PREFIX}/authorize`, searchOf(request)));
  });

  app.post<Visit>('/authorize/:sub', async (request, reply) => {
    const { params, query } = request;
    if (!isOurs(query)) return sendPage(reply.code(400), googlePage.failed());
    if (findGooglePerson(params.sub)) {
      Object.assign(request.raw, { method: 'GET' });
      return redirectAway(request, reply, `/authorize${searchOf(request)}&sub=${params.sub}`);
    }
    const refused = { error: 'access_denied', state: query['state'] ?? '', iss: client.issuer };
    return reply.redirect(`${client.returnUrl}?${new URLSearchParams(refused).toString()}`, 303);
  });

  app.all('/*', async (request, reply) =>
    redirectAway(request, reply, request.url.slice(GOOGLE_PREFIX.length)),
  );

  /** Uses our own response to redirect, so that our headers stay. */
  async function redirectAway(request: FastifyRequest, reply: FastifyReply, url: string): Promise<void> {
    const handle = await open();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    handle(Object.assign(request.raw, { url }), reply.raw);
  }
}

const searchOf = ({ url }: FastifyRequest) => new URL(url, 'http://localhost').search;
