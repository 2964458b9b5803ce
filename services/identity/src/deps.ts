import { createLocalJWKSet } from 'jose';
import type { Kysely } from 'kysely';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { paymentContract } from '@app/contracts/payment/contract.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import type { Log } from '@app/kit/log.ts';
import type { SendLetter } from '@app/kit/mail.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { createPeers } from '@app/kit/peers.ts';
import { createIdempotencyStore } from '@app/kit/idempotency-store.ts';
import { type Limiter, createLimiter } from '@app/kit/limits.ts';
import { createRefusalNotes } from '@app/kit/audit.ts';
import type { Authority } from '@app/kit/authority.ts';
import type { Surroundings } from '@app/kit/service.ts';
import { type Seal, assertOpens } from '@app/kit/sealed-columns.ts';
import { type SigningKeys, openSigningKeys } from '@app/kit/signing-keys.ts';
import { createTurns } from '@app/kit/turns.ts';
import { createTokenVerifier } from '@app/kit/viewer.ts';
import type { IdentityConfig } from './config.ts';
import { noteEvent } from './audit/note-event.ts';
import { findVerificationStatus } from './companies/find-company.ts';
import { LONE_HASHES, SEALED_COLUMNS, openDb } from './open-db.ts';
import type { IdentityTables } from './schema.ts';
import { isSessionLive } from './sessions/find-session.ts';
import type { TextGateway } from './texts/gateway.ts';
import { openGateway } from './texts/open-gateway.ts';
import { type TokenSigner, createTokenSigner } from './tokens.ts';

/** What the features of this service work with. */
export interface Deps {
  db: Kysely<IdentityTables>;
  /** For what may be some seconds old: a replica, or `db`. What somebody has written is in it, but not in another service’s call. */
  reader: Kysely<IdentityTables>;
  seal: Seal;
  config: IdentityConfig;
  keys: SigningKeys;
  signer: TokenSigner;
  authority: Authority;
  limiter: Limiter;
  jobs: Jobs;
  sendLetter: SendLetter;
  /** Undefined where texts are not sent. */
  gateway: TextGateway | undefined;
  callPayment: CallPeer;
  callProject: CallPeer;
  log: Log;
}

export async function createDeps(surroundings: Surroundings, config: IdentityConfig): Promise<Deps> {
  const { db, reader, seal } = openDb(surroundings.engine, config.IDENTITY_DATA_KEYS);
  await assertOpens(surroundings.engine.owner, seal, {
    service: 'identity',
    columns: SEALED_COLUMNS,
    hashes: LONE_HASHES,
  });
  const keys = await openSigningKeys(config.IDENTITY_SIGNING_KEYS);
  const peers = createPeers(identityContract, CONTRACTS, keys, surroundings);
  const verifyToken = createTokenVerifier(createLocalJWKSet(keys.published), 'identity');
  const limiter = createLimiter(db as Kysely<unknown>, 'identity', config);
  return {
    db,
    reader,
    seal,
    config,
    keys,
    signer: createTokenSigner(keys, config.ACCESS_TOKEN_MINUTES),
    authority: {
      verifyToken,
      isLive: ({ sessionId }) => isSessionLive(db, sessionId),
      verifyService: peers.verifyService,
      isVerified: async (userId) => (await findVerificationStatus(db, userId)) === 'VERIFIED',
      limiter,
      turns: createTurns(config),
      idempotencyStore: createIdempotencyStore(db as Kysely<unknown>, 'identity'),
      noteRefusal: createRefusalNotes(db as Kysely<unknown>, limiter, noteEvent),
    },
    limiter,
    jobs: surroundings.jobs,
    sendLetter: surroundings.sendLetter,
    gateway: openGateway(config),
    callPayment: peers.to(paymentContract),
    callProject: peers.to(projectContract),
    log: surroundings.log,
  };
}
