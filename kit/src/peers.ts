import { type JWTVerifyGetKey, type JSONWebKeySet, createLocalJWKSet, errors } from 'jose';
import type { Endpoints, ServiceContract, ServiceName } from '@app/contracts/endpoint.ts';
import type { SigningKeysEndpoint } from '@app/contracts/signing-keys.ts';
import { type CallPeer, createPeer } from './peer.ts';
import type { Surroundings } from './service.ts';
import { createServiceCredential, createServiceVerifier } from './service-credentials.ts';
import type { SigningKeys } from './signing-keys.ts';
import { LRUCache } from 'lru-cache';

/** A key that is published no more is taken for so long at the most, while its service answers. */
const MAX_AGE_MS = 600_000;
/** How soon a token with an unknown key may make us ask again: a key is changed rarely, a forged name is free. */
const COOL_DOWN_MS = 30_000;

/**
 * A service's public keys, fetched when the first token comes, again when a token names a key that is not among them, and
 * in the background once they are old. One fetch is under way at a time, and everybody waits for that one. While the keys
 * were never had, a failed fetch is the caller's answer; the next call tries again.
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
        // What is given again grows no younger by that.
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

/** A service that says with which keys it signs. */
export type PublishingContract = ServiceContract<
  Endpoints & { readonly readSigningKeys: SigningKeysEndpoint }
>;

/** The other services, as one of them knows them. */
export interface Peers {
  /** Calls of that service, with a credential for it. */
  to(contract: PublishingContract): CallPeer;
  /** The keys that it publishes. */
  keysOf(contract: PublishingContract): JWTVerifyGetKey;
  /** Which of them the token is the credential of. */
  verifyService(token: string): Promise<ServiceName | undefined>;
}

export function createPeers(
  self: PublishingContract,
  contracts: readonly PublishingContract[],
  keys: SigningKeys,
  { transportTo }: Pick<Surroundings, 'transportTo'>,
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
    keysOf(contract) {
      const known = published.get(contract.name);
      if (!known) throw new Error(`The ${contract.name} service is none of the others`);
      return known;
    },
    verifyService: createServiceVerifier(self.name, published),
  };
}
