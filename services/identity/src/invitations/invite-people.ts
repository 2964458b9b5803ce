import { randomUUIDv7 } from 'node:crypto';
import { type RowAnswer, MAX_LISTED, parseListEntry } from '@app/contracts/address-list.ts';
import type { inviteToStudy } from '@app/contracts/identity/invitations.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import type { Deps } from '../deps.ts';
import { findStudy } from './accept-invitation.ts';
import { findInvitations, lockInvitationList, insertInvitations } from './queries.ts';
import { INVITATIONS } from './send-invitations.ts';
import type { IdentityTables } from '../schema.ts';

type InviteFail = Fail<(typeof inviteToStudy)['errors'][number]>;

export async function invitePeople(
  deps: Pick<Deps, 'db' | 'jobs' | 'seal' | 'callProject'>,
  { studyId, researcherId }: { studyId: string; researcherId: string },
  addresses: readonly string[],
  fail: InviteFail,
): Promise<RowAnswer[]> {
  await assertInvites(deps, { studyId, researcherId }, fail);
  const rows = addresses.map((text) => {
    const read = parseListEntry(text);
    return 'email' in read ? { ...read, hashes: deps.seal.keyedHashes(toMailbox(read.email)) } : read;
  });
  return transaction(deps.db, async (trx) => {
    await lockInvitationList(trx, { studyId, researcherId });
    const all = rows.flatMap((row) => ('email' in row ? row.hashes : []));
    const { count, known } = await findInvitations(trx, studyId, all);
    const accepted: Parameters<typeof insertInvitations>[1][number][] = [];
    const answers = rows.map((row): RowAnswer => {
      if (!('email' in row)) return row.answer;
      const { email, hashes } = row;
      if (hashes.some((hash) => known.has(hash))) return 'DOUBLE';
      if (count + accepted.length >= MAX_LISTED) return 'TOO_MANY';
      const [hash = ''] = hashes;
      known.add(hash);
      accepted.push({ invitationId: randomUUIDv7(), studyId, hash, email });
      return 'TAKEN';
    });
    await insertInvitations(trx, accepted);
    if (accepted.length > 0) await deps.jobs.send(trx, INVITATIONS, {});
    return answers;
  });
}

async function assertInvites(
  deps: Pick<Deps, 'callProject'>,
  { studyId, researcherId }: { studyId: string; researcherId: string },
  fail: InviteFail,
): Promise<void> {
  const study = (await findStudy(deps, studyId)) ?? fail('STUDY_NOT_FOUND');
  const { state, endedAt, isInviteOnly } = study;
  const isDeleted = endedAt !== null && state !== 'CLOSED';
  if (study.researcherId !== researcherId || isDeleted) fail('STUDY_NOT_FOUND');
  if (state !== 'PUBLISHED') fail(`STUDY_IS_${state}`);
  if (!isInviteOnly) fail('STUDY_IS_PUBLISHED');
}

/** Works by address too, because a list may contain the mailbox without a link to the account. */
export async function stopMailboxInvitations(
  { seal }: Pick<Deps, 'seal'>,
  trx: Kysely<IdentityTables>,
  email: string,
): Promise<void> {
  await trx
    .updateTable('identity.invitations')
    .set({ invited_address: null, stopped_at: sql<Date>`coalesce(stopped_at, now())` })
    .where('address_hash', '=', sql<string>`any(${[...seal.keyedHashes(toMailbox(email))]}::text[])`)
    .where('invited_address', 'is not', null)
    .execute();
}

export function deleteOldLists(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`ended_at < ${ago(RETENTION.invitations)}`;
  return deleteSome(db, most, { table: 'identity.invitation_lists', key: 'study_id', where });
}
