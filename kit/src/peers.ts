import type { JWTVerifyGetKey } from 'jose';
import type { Endpoints, ServiceContract } from '@app/contracts/endpoint.ts';
import type { SigningKeysEndpoint } from '@app/contracts/signing-keys.ts';
import { type CallPeer, createPeer } from './peer.ts';
import { createPublishedKeys } from './published-keys.ts';
import type { Surroundings } from './service.ts';
import { createServiceCredential, createServiceVerifier } from './service-credentials.ts';
import type { SigningKeys } from './signing-keys.ts';

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
  /** Whether the token is the credential of one of them. */
  isService(token: string): Promise<boolean>;
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
  const published = Object.fromEntries(
    others.map((contract) => {
      const call = to(contract);
      return [contract.name, createPublishedKeys(() => call(contract.endpoints.readSigningKeys, {}))];
    }),
  );
  return {
    to,
    keysOf(contract) {
      const known = published[contract.name];
      if (!known) throw new Error(`The ${contract.name} service is none of the others`);
      return known;
    },
    isService: createServiceVerifier(self.name, published),
  };
}
