import type { Transaction } from 'kysely';
import { barPerson } from '@app/contracts/project/people.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { findBarred, raiseBarredVersion } from './queries.ts';

/**
 * A person is barred (suspended, or their company's verification is revoked), or may act again: the project service
 * pauses, withdraws and refuses by it.
 */
export const BARRED: Queue<{ userId: string }> = { name: 'barred' };

/** In the transaction of what decides it. */
export async function queueBarred(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  userId: string,
): Promise<void> {
  await raiseBarredVersion(trx, userId);
  await jobs.send(trx, BARRED, { userId });
}

export async function tellBarred(
  { db, callProject }: Pick<Deps, 'db' | 'callProject'>,
  { userId }: { userId: string },
): Promise<void> {
  const now = await findBarred(db, userId);
  if (now) await callProject(barPerson, { params: { userId }, body: now });
}
