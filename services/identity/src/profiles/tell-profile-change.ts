import type { Transaction } from 'kysely';
import { followProfile } from '@app/contracts/project/people.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

interface ProfileChange {
  userId: string;
}

/** The project service keeps a copy of the facts, and looks again when this is sent. */
export const PROFILE_CHANGES: Queue<ProfileChange> = { name: 'profile-changes' };

export async function queueProfileChange(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  change: ProfileChange,
): Promise<void> {
  await deps.jobs.send(trx, PROFILE_CHANGES, change);
}

export async function tellProfileChange(deps: Deps, { userId }: ProfileChange): Promise<void> {
  await deps.callProject(followProfile, { params: { userId } });
}
