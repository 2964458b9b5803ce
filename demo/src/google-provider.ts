import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Adapter, AdapterPayload, Configuration, JWK, Provider } from 'oidc-provider';
import { googlePage } from './google-pages.ts';
import { findGooglePerson } from './google-people.ts';

/** The one client that the stand-in knows: the identity service of this demo. */
export interface GoogleClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  returnUrl: string;
}

const SCOPE = 'openid email profile';

/** An OpenID provider with made-up people. It is loaded at the first visit: it is large, and few demos come here. */
export async function createProvider(client: GoogleClient): Promise<Provider> {
  const library = await import('oidc-provider');
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const signingKey = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' } as JWK;
  const provider = new library.Provider(client.issuer, configuration(client, signingKey));
  // The address of the issuer, and not the one of a proxy on the way, is in its links; `mountGoogle` names it.
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
    // As Google does: what the service wants to know is in the ID token.
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
            // As Google says of mailboxes that it runs for somebody.
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

/** Keeps codes and the like in memory. It forgets sessions, so each visit asks again who to be. */
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
