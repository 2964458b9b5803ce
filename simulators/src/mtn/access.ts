import type { FastifyRequest } from 'fastify';
import type { Answer } from '../wire.ts';
import { drawnText } from '../chance.ts';
import type { World } from '../world.ts';
import { mtnRefusals } from './responses.ts';

export const PRODUCTS = ['collection', 'disbursement'] as const;
export type Product = (typeof PRODUCTS)[number];

export interface MtnSettings {
  collectionKey: string;
  disbursementKey: string;
  userId: string;
  userSecret: string;
  environment: string;
  currency: string;
  /** MTN sends callbacks only to the host that is registered for the API user. */
  callbackHost?: string;
}

const TOKEN_SECONDS = 3600;

interface User {
  secret: string | undefined;
  callbackHost: string | undefined;
}

export function openAccess({ clock, seed }: World, settings: MtnSettings) {
  const keys: Record<Product, string> = {
    collection: settings.collectionKey,
    disbursement: settings.disbursementKey,
  };
  const users = new Map<string, User>([
    [settings.userId, { secret: settings.userSecret, callbackHost: settings.callbackHost }],
  ]);
  const tokens = new Map<string, { product: Product; userId: string; until: number }>();

  const subscriptionKey = ({ headers }: FastifyRequest) => headers['ocp-apim-subscription-key'];
  function checkKey(request: FastifyRequest, product?: Product): Answer | undefined {
    const key = subscriptionKey(request);
    if (key === undefined) return mtnRefusals.keyMissing;
    const isKnown = product ? keys[product] === key : Object.values(keys).includes(String(key));
    return isKnown ? undefined : mtnRefusals.keyInvalid;
  }
  const bearerToken = ({ headers }: FastifyRequest) =>
    tokens.get(/^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');

  return {
    users,
    checkKey,

    giveToken(request: FastifyRequest, product: Product): Answer {
      const refused = checkKey(request, product);
      if (refused) return refused;
      const [, encoded = ''] = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
      const [userId = '', secret] = Buffer.from(encoded, 'base64').toString().split(':');
      const user = users.get(userId);
      if (user?.secret === undefined || user.secret !== secret) return mtnRefusals.loginFailed;
      const token = drawnText(64, seed, 'token', tokens.size);
      tokens.set(token, { product, userId, until: clock.now() + TOKEN_SECONDS * 1000 });
      return {
        status: 200,
        body: { access_token: token, token_type: 'access_token', expires_in: TOKEN_SECONDS },
      };
    },

    check(request: FastifyRequest, product: Product): Answer | undefined {
      const refused = checkKey(request, product);
      if (refused) return refused;
      const token = bearerToken(request);
      if (!token || token.product !== product || token.until <= clock.now()) return mtnRefusals.tokenInvalid;
      return request.headers['x-target-environment'] === settings.environment
        ? undefined
        : mtnRefusals.environment;
    },

    expireToken(request: FastifyRequest): void {
      const token = bearerToken(request);
      if (token) token.until = 0;
    },

    mayCallBack(request: FastifyRequest, url: string): boolean {
      const host = users.get(bearerToken(request)?.userId ?? '')?.callbackHost;
      return URL.canParse(url) && (host === undefined || new URL(url).hostname === host);
    },
  };
}
