import type { Kysely } from 'kysely';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { readEndedSessions } from '@app/contracts/identity/people.ts';
import { paymentContract } from '@app/contracts/payment/contract.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import { createIdempotencyStore } from '@app/kit/idempotency-store.ts';
import { createLimiter } from '@app/kit/limits.ts';
import type { Log } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { createPeers } from '@app/kit/peers.ts';
import { createRefusalNotes } from '@app/kit/audit.ts';
import type { Authority } from '@app/kit/authority.ts';
import { type Seal, assertOpens } from '@app/kit/sealed-columns.ts';
import type { Surroundings } from '@app/kit/service.ts';
import { type SigningKeys, openSigningKeys } from '@app/kit/signing-keys.ts';
import { createTurns } from '@app/kit/turns.ts';
import { createTokenVerifier } from '@app/kit/viewer.ts';
import { tellOpened } from './announcing/tell-opened.ts';
import { type ApplicantTotals, createApplicantTotals } from './applications/review/count-applicants.ts';
import { findWaiting } from './applications/find-waiting.ts';
import { noteEvent } from './audit/note-event.ts';
import { type OpenStudyCounts, createOpenStudyCounts } from './browsing/count-open-studies.ts';
import { loadOpenCriteria } from './browsing/load-open-criteria.ts';
import type { ProjectConfig } from './config.ts';
import { type OpenPages, type TellOpened, createOpenPages } from './inbox/live.ts';
import { isVerifiedNow } from './facts/ask-identity.ts';
import { createEndedSessions } from '@app/kit/ended-sessions.ts';
import { type FollowProfile, type ReadFacts, createFacts } from './facts/read-facts.ts';
import { SEALED_COLUMNS, openDb } from './open-db.ts';
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
  config: ProjectConfig;
  callIdentity: CallPeer;
  callPayment: CallPeer;
  readFacts: ReadFacts;
  followProfile: FollowProfile;
  openStudyCounts: OpenStudyCounts;
  applicantTotals: ApplicantTotals;
  openPages: OpenPages;
  tellOpened: TellOpened;
}

export async function createDeps(surroundings: Surroundings, config: ProjectConfig): Promise<Deps> {
  const { db, reader, seal } = openDb(surroundings.engine, config.PROJECT_DATA_KEYS);
  await assertOpens(surroundings.engine.owner, seal, { service: 'project', columns: SEALED_COLUMNS });
  const limiter = createLimiter(db as Kysely<unknown>, 'project', config);
  const keys = await openSigningKeys(config.PROJECT_SIGNING_KEYS);
  const peers = createPeers(projectContract, CONTRACTS, keys, surroundings);
  const callIdentity = peers.to(identityContract);
  const verifyToken = createTokenVerifier(peers.keysOf(identityContract), 'project');
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
      verifyToken,
      isLive: async ({ sessionId }) => !(await hasEnded(sessionId)),
      verifyService: peers.verifyService,
      isVerified: (userId) => isVerifiedNow(callIdentity, userId),
      limiter,
      turns: createTurns(config),
      idempotencyStore: createIdempotencyStore(db as Kysely<unknown>, 'project'),
      noteRefusal: createRefusalNotes(db as Kysely<unknown>, limiter, noteEvent),
    },
    jobs: surroundings.jobs,
    log: surroundings.log,
    config,
    callIdentity,
    callPayment: peers.to(paymentContract),
    ...createFacts(db, callIdentity),
    applicantTotals: createApplicantTotals(db),
    openStudyCounts: createOpenStudyCounts(() => loadOpenCriteria(db)),
    openPages: createOpenPages(
      { engine: surroundings.engine, db, log: surroundings.log },
      findWaiting,
      tellOpened,
    ),
    tellOpened,
  };
}
