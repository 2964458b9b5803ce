import { identityContract } from '@app/contracts/identity/contract.ts';
import { readEndedSessions, readSigningKeys } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { createPeer } from '@app/kit/peer.ts';
import type { Authority } from '@app/kit/route.ts';
import type { Surroundings } from '@app/kit/service.ts';
import { createServiceCredential, createServiceVerifier, createTokenVerifier } from '@app/kit/viewer.ts';
import type { OpenStudyCounts } from './browsing/count-open-studies.ts';
import { createOpenStudyCounts } from './browsing/count-open-studies.ts';
import { loadOpenCriteria } from './browsing/queries.ts';
import type { ProjectConfig } from './config.ts';
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
  callIdentity: CallPeer;
  readFacts: ReadFacts;
  followProfile: FollowProfile;
  openStudyCounts: OpenStudyCounts;
}

export const SERVICE_ROLE = 'project_app';

export function createDeps(surroundings: Surroundings, { SERVICE_SECRET }: ProjectConfig): Deps {
  const db = surroundings.engine.connect<ProjectTables>(SERVICE_ROLE);
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
    },
    callIdentity,
    ...createFacts(db, callIdentity),
    openStudyCounts: createOpenStudyCounts(() => loadOpenCriteria(db)),
  };
}
