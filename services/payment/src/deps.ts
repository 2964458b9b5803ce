import type { Kysely } from 'kysely';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { readEndedSessions } from '@app/contracts/identity/people.ts';
import { paymentContract } from '@app/contracts/payment/contract.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import { createRefusalNotes } from '@app/kit/audit.ts';
import type { Authority } from '@app/kit/authority.ts';
import { createEndedSessions } from '@app/kit/ended-sessions.ts';
import { createIdempotencyStore } from '@app/kit/idempotency-store.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import { createLimiter } from '@app/kit/limits.ts';
import type { Log } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { createPeers } from '@app/kit/peers.ts';
import type { Surroundings } from '@app/kit/service.ts';
import { type Seal, assertOpens } from '@app/kit/sealed-columns.ts';
import { type SigningKeys, openSigningKeys } from '@app/kit/signing-keys.ts';
import { createTurns } from '@app/kit/turns.ts';
import { createTokenVerifier } from '@app/kit/viewer.ts';
import { noteEvent } from './audit/note-event.ts';
import type { PaymentConfig } from './config.ts';
import { SEALED_COLUMNS, openDb } from './open-db.ts';
import { isVerifiedNow } from './peers/ask-identity.ts';
import { openProviders } from './providers/open-providers.ts';
import type { Providers } from './providers/provider.ts';
import type { Db } from './schema.ts';

/** What the features of this service work with. */
export interface Deps {
  db: Db;
  /** For what may be some seconds old: a replica, or `db`. What somebody has written is in it, but not in another service’s call. */
  reader: Db;
  seal: Seal;
  keys: SigningKeys;
  authority: Authority;
  jobs: Jobs;
  log: Log;
  config: PaymentConfig;
  callIdentity: CallPeer;
  callProject: CallPeer;
  providers: Providers;
}

/** What moving payments needs: a process without people and peers can do that too. */
export type Mover = Pick<Deps, 'db' | 'jobs' | 'log' | 'providers'>;

export async function createDeps(
  surroundings: Surroundings,
  config: PaymentConfig,
  look: (connection: Db) => Promise<void>,
): Promise<Deps> {
  const { db, reader, seal } = openDb(surroundings.engine, config.PAYMENT_DATA_KEYS, look);
  await assertOpens(surroundings.engine.owner, seal, { service: 'payment', columns: SEALED_COLUMNS });
  const limiter = createLimiter(db as Kysely<unknown>, 'payment', config);
  const keys = await openSigningKeys(config.PAYMENT_SIGNING_KEYS);
  const peers = createPeers(paymentContract, CONTRACTS, keys, surroundings);
  const callIdentity = peers.to(identityContract);
  const hasEnded = createEndedSessions(
    (since) => callIdentity(readEndedSessions, { body: { since } }),
    surroundings.log,
  );
  return {
    db,
    reader,
    seal,
    keys,
    authority: {
      verifyToken: createTokenVerifier(peers.keysOf(identityContract), 'payment'),
      isLive: async ({ sessionId }) => !(await hasEnded(sessionId)),
      verifyService: peers.verifyService,
      isVerified: (userId) => isVerifiedNow(callIdentity, userId),
      limiter,
      turns: createTurns(config),
      idempotencyStore: createIdempotencyStore(db as Kysely<unknown>, 'payment'),
      noteRefusal: createRefusalNotes(db as Kysely<unknown>, limiter, noteEvent),
    },
    jobs: surroundings.jobs,
    log: surroundings.log,
    config,
    callIdentity,
    callProject: peers.to(projectContract),
    providers: openProviders(config),
  };
}
