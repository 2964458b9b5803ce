import type { Kysely } from 'kysely';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { readEndedSessions, readSigningKeys } from '@app/contracts/identity/people.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import { createKeptAnswers } from '@app/kit/kept-answers.ts';
import { createLimiter } from '@app/kit/limits.ts';
import type { Log } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { createPeer } from '@app/kit/peer.ts';
import { createRefusalNotes } from '@app/kit/audit.ts';
import type { Authority } from '@app/kit/authority.ts';
import type { Surroundings } from '@app/kit/service.ts';
import { createServiceCredential, createServiceVerifier, createTokenVerifier } from '@app/kit/viewer.ts';
import type { ApplicantTotals } from './applications/review/count-applicants.ts';
import { createApplicantTotals } from './applications/review/count-applicants.ts';
import { findWaiting } from './applications/find-waiting.ts';
import { noteEvent } from './audit/note-event.ts';
import type { OpenStudyCounts } from './browsing/count-open-studies.ts';
import { createOpenStudyCounts } from './browsing/count-open-studies.ts';
import { loadOpenCriteria } from './browsing/load-open-criteria.ts';
import type { ProjectConfig } from './config.ts';
import type { OpenPages } from './inbox/live.ts';
import { createOpenPages } from './inbox/live.ts';
import { isVerifiedNow } from './people/ask-identity.ts';
import { createEndedSessions } from './people/ended-sessions.ts';
import { createPublishedKeys } from './people/published-keys.ts';
import type { FollowProfile, ReadFacts } from './people/read-facts.ts';
import { createFacts } from './people/read-facts.ts';
import type { Db, ProjectTables } from './schema.ts';

/** What the features of this service work with. */
export interface Deps {
  db: Db;
  authority: Authority;
  jobs: Jobs;
  log: Log;
  config: ProjectConfig;
  callIdentity: CallPeer;
  readFacts: ReadFacts;
  followProfile: FollowProfile;
  openStudyCounts: OpenStudyCounts;
  applicantTotals: ApplicantTotals;
  openPages: OpenPages;
}

export const SERVICE_ROLE = 'project_app';

export function createDeps(surroundings: Surroundings, config: ProjectConfig): Deps {
  const { SERVICE_SECRET } = config;
  const db = surroundings.engine.connect<ProjectTables>(SERVICE_ROLE);
  const limiter = createLimiter(db as Kysely<unknown>, 'project', config);
  const callIdentity = createPeer(
    surroundings.transportTo('identity'),
    identityContract,
    createServiceCredential(SERVICE_SECRET, 'project', 'identity'),
  );
  const verifyToken = createTokenVerifier(
    createPublishedKeys(() => callIdentity(readSigningKeys, {})),
    'project',
  );
  const hasEnded = createEndedSessions(
    (since) => callIdentity(readEndedSessions, { body: { since } }),
    surroundings.log,
  );
  return {
    db,
    authority: {
      async verifyToken(token) {
        const viewer = await verifyToken(token);
        return viewer && !(await hasEnded(viewer.sessionId)) ? viewer : undefined;
      },
      isService: createServiceVerifier(SERVICE_SECRET, 'identity', 'project'),
      isVerified: (userId) => isVerifiedNow(callIdentity, userId),
      limiter,
      keptAnswers: createKeptAnswers(db as Kysely<unknown>, 'project'),
      noteRefusal: createRefusalNotes(db as Kysely<unknown>, limiter, noteEvent),
    },
    jobs: surroundings.jobs,
    log: surroundings.log,
    config,
    callIdentity,
    ...createFacts(db, callIdentity),
    applicantTotals: createApplicantTotals(db),
    openStudyCounts: createOpenStudyCounts(() => loadOpenCriteria(db)),
    openPages: createOpenPages({ engine: surroundings.engine, db, log: surroundings.log }, findWaiting),
  };
}
