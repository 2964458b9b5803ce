import { type Kysely, sql } from 'kysely';
import {
  INVITATIONS_PER_DAY,
  INVITATIONS_PER_ADDRESS,
  REMINDER_AFTER_DAYS,
} from '@app/contracts/identity/invitations.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** Locks the list, so that concurrent additions run one after the other. */
export async function lockInvitationList(
  trx: Db,
  { studyId, researcherId }: { studyId: string; researcherId: string },
): Promise<void> {
  await trx
    .insertInto('identity.invitation_lists')
    .values({ study_id: studyId, researcher_id: researcherId })
    .onConflict((conflict) => conflict.column('study_id').doUpdateSet({ researcher_id: researcherId }))
    .execute();
}

export async function findInvitations(
  trx: Db,
  studyId: string,
  hashes: readonly string[],
): Promise<{ count: number; known: Set<string> }> {
  const { rows } = await sql<{ count: number; known: string[] }>`
    select count(*)::int as count,
      coalesce(array_agg(address_hash) filter (where address_hash = any(${[...hashes]}::text[])), '{}') as known
    from identity.invitations where study_id = ${studyId}`.execute(trx);
  const { count, known } = rows[0] ?? { count: 0, known: [] };
  return { count, known: new Set(known) };
}

export async function insertInvitations(
  trx: Db,
  rows: readonly { invitationId: string; studyId: string; hash: string; email: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('identity.invitations')
    .values(
      rows.map(({ invitationId, studyId, hash, email }) => ({
        invitation_id: invitationId,
        study_id: studyId,
        address_hash: hash,
        invited_address: email,
      })),
    )
    .execute();
}

export async function countInvitations(
  db: Db,
  { studyId, researcherId }: { studyId: string; researcherId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('identity.invitations as invitation')
    .innerJoin('identity.invitation_lists as list', 'list.study_id', 'invitation.study_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('invitation.study_id', '=', studyId)
    .where('list.researcher_id', '=', researcherId)
    .executeTakeFirstOrThrow();
  return count;
}

const reminded = sql`invitation.invited_at < now() - ${REMINDER_AFTER_DAYS}::int * interval '1 day'
  and invitation.reminded_at is null and invitation.invited_address is not null`;

/** Also returns lists whose study was not checked for a day. */
export async function findDueLists(db: Db): Promise<{ studyId: string; researcherId: string }[]> {
  const { rows } = await sql<{ studyId: string; researcherId: string }>`
    select study_id as "studyId", researcher_id as "researcherId" from identity.invitation_lists as list
    where checked_at < now() - interval '1 day' or ended_at is null and (
      exists (select from identity.invitations as invitation where invitation.study_id = list.study_id and invited_at is null)
      or exists (select from identity.invitations as invitation where invitation.study_id = list.study_id and ${reminded}))
    order by checked_at limit 500`.execute(db);
  return rows;
}

/** `undefined` means that the study was erased. */
export async function updateListCheckedAt(
  db: Db,
  studyId: string,
  endedAt: string | null | undefined,
): Promise<void> {
  await db
    .updateTable('identity.invitation_lists')
    .set({
      checked_at: sql<Date>`now()`,
      ended_at: endedAt === undefined ? sql<Date>`coalesce(ended_at, now())` : endedAt,
    })
    .where('study_id', '=', studyId)
    .execute();
}

const BATCH_SIZE = 200;

/**
 * Only one claim runs at a time, because the limits per researcher and per address count over all studies.
 */
export async function claimInvitations(
  trx: Db,
  { studyId, researcherId }: { studyId: string; researcherId: string },
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.invitations'))`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    update identity.invitations set invited_at = now() where invitation_id in (
      select invitation_id from identity.invitations as invitation
      where study_id = ${studyId} and invited_at is null and (
        select count(*) from identity.invitations as other
        where other.address_hash = invitation.address_hash and other.invited_at > now() - interval '30 days'
      ) < ${INVITATIONS_PER_ADDRESS}
      order by added_at, invitation_id
      limit greatest(0, least(${BATCH_SIZE}::int, ${INVITATIONS_PER_DAY} - (
        select count(*)::int from identity.invitations as sent join identity.invitation_lists as list using (study_id)
        where list.researcher_id = ${researcherId} and sent.invited_at > now() - interval '1 day')))
      for update)
    returning invitation_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function claimReminders(trx: Db, studyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update identity.invitations set reminded_at = now() where reminded_at is null and invitation_id in (
      select invitation_id from identity.invitations as invitation
      where study_id = ${studyId} and ${reminded} limit ${BATCH_SIZE} for update)
    returning invitation_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function requeueInvitation(
  db: Db,
  { invitationId, isReminder }: { invitationId: string; isReminder: boolean },
): Promise<void> {
  await db
    .updateTable('identity.invitations')
    .set(isReminder ? { reminded_at: null } : { invited_at: null })
    .where('invitation_id', '=', invitationId)
    .execute();
}

export async function stopInvitation(db: Db, invitationId: string): Promise<void> {
  await db
    .updateTable('identity.invitations')
    .set({ invited_address: null, stopped_at: sql<Date>`coalesce(stopped_at, now())` })
    .where('invitation_id', '=', invitationId)
    .execute();
}

export async function findInvitation(db: Db, invitationId: string) {
  return db
    .selectFrom('identity.invitations as invitation')
    .innerJoin('identity.invitation_lists as list', 'list.study_id', 'invitation.study_id')
    .select([
      'invitation.study_id as studyId',
      'invitation.invited_address as address',
      'invitation.user_id as userId',
      'list.researcher_id as researcherId',
    ])
    .where('invitation.invitation_id', '=', invitationId)
    .where('invitation.invited_address', 'is not', null)
    .$narrowType<{ address: string }>()
    .executeTakeFirst();
}

export async function findInvitationsOfAddress(
  db: Db,
  hashes: readonly string[],
): Promise<{ invitationId: string; studyId: string }[]> {
  return db
    .selectFrom('identity.invitations')
    .select(['invitation_id as invitationId', 'study_id as studyId'])
    .where('address_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute();
}

export async function findInvitationHolder(
  db: Db,
  invitationId: string,
): Promise<{ studyId: string; userId: string | null } | undefined> {
  return db
    .selectFrom('identity.invitations')
    .select(['study_id as studyId', 'user_id as userId'])
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst();
}

/** If the invitation already belongs to a person, this does not change. */
export async function updateInvitationHolder(
  db: Db,
  { invitationId, userId, ownsAddress }: { invitationId: string; userId: string; ownsAddress: boolean },
): Promise<void> {
  await db
    .updateTable('identity.invitations')
    .set({ user_id: userId })
    .where('invitation_id', '=', invitationId)
    .$if(!ownsAddress, (query) =>
      query.where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '=', userId)])),
    )
    .execute();
}

export async function findPersonByVerifiedEmail(db: Db, email: string) {
  return db
    .selectFrom('identity.people')
    .select(['user_id as userId', 'role', sql<boolean>`suspended_at is not null`.as('isSuspended')])
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
}

export async function isNeverInvited(db: Db, hashes: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('identity.never_invited')
    .select('address_hash')
    .where('address_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertUnsubscribed(
  db: Db,
  invitationId: string,
  hash: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    with mailbox as (
      select ${hash}::text as hash where ${hash}::text is not null
      union select address_hash from identity.invitations where invitation_id = ${invitationId}),
    never as (
      insert into identity.never_invited (address_hash) select hash from mailbox order by hash
      on conflict (address_hash) do nothing),
    stopped as (
      update identity.invitations set invited_address = null, stopped_at = coalesce(stopped_at, now())
      where address_hash in (select hash from mailbox))
    select from mailbox`.execute(db);
  return rows.length > 0;
}
