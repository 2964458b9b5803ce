import { type JWTVerifyGetKey, type JSONWebKeySet, createLocalJWKSet, errors } from 'jose';
import type { Endpoints, ServiceContract, ServiceName } from '@app/contracts/endpoint.ts';
import type { SigningKeysEndpoint } from '@app/contracts/signing-keys.ts';
import { type CallPeer, createPeer } from './peer.ts';
import type { ServiceContext } from './service.ts';
import { createServiceCredential, createServiceVerifier } from './service-credentials.ts';
import type { SigningKeys } from './signing-keys.ts';
import { LRUCache } from 'lru-cache';

/**
 * If the other service removes a key, the key stays valid for at most this long, as long as the service
 * answers.
 */
const MAX_AGE_MS = 600_000;
/** Anyone can send tokens with made-up key names, so fetches for unknown names are limited. */
const COOL_DOWN_MS = 30_000;

/**
 * Fetches keys for the first token and for unknown key names, and in the background when they are old.
 * Concurrent callers share one fetch.
 */
export function createPublishedKeys(
  fetchKeys: () => Promise<JSONWebKeySet>,
  now: () => number = Date.now,
): JWTVerifyGetKey {
  let askedAt = Number.NEGATIVE_INFINITY;
  const cache = new LRUCache<'keys', JWTVerifyGetKey>({
    max: 1,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
    noDeleteOnFetchRejection: true,
    async fetchMethod(_, known, { options }) {
      const sinceAskedMs = now() - askedAt;
      if (known && sinceAskedMs < COOL_DOWN_MS) {
        // A reply may come from a cache. Its age counts from the first request, so that keys do not live
        // longer.
        options.ttl = MAX_AGE_MS - sinceAskedMs;
        return known;
      }
      askedAt = now();
      return createLocalJWKSet(await fetchKeys());
    },
  });

  return async (header, token) => {
    const known = await cache.forceFetch('keys', { allowStale: true });
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await cache.forceFetch('keys', { forceRefresh: true }))(header, token);
    }
  };
}

export type PublishingContract = ServiceContract<
  Endpoints & { readonly readSigningKeys: SigningKeysEndpoint }
>;

export interface Peers {
  to(contract: PublishingContract): CallPeer;
  publishedKeys(contract: PublishingContract): JWTVerifyGetKey;
  verifyService(token: string): Promise<ServiceName | undefined>;
}

export function createPeers(
  self: PublishingContract,
  contracts: readonly PublishingContract[],
  keys: SigningKeys,
  { transportTo }: Pick<ServiceContext, 'transportTo'>,
): Peers {
  const others = contracts.filter(({ name }) => name !== self.name);
  const to = (contract: PublishingContract) =>
    createPeer(transportTo(contract.name), contract, createServiceCredential(keys, self.name, contract.name));
  const published = new Map(
    others.map((contract) => {
      const call = to(contract);
      return [contract.name, createPublishedKeys(() => call(contract.endpoints.readSigningKeys, {}))];
    }),
  );
  return {
    to,
    publishedKeys(contract) {
      const known = published.get(contract.name);
      if (!known) throw new Error(`The ${contract.name} service is not a peer`);
      return known;
    },
    verifyService: createServiceVerifier(self.name, published),
  };
}
