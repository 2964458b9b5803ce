import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

export async function findUserId(db: Db, person: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.people')
    .select('user_id')
    .where(sql<boolean>`user_id::text = lower(${person}) or lower(email) = lower(${person})`)
    .executeTakeFirst();
  return row?.user_id;
}

export const listPeople = (db: Db, search: string, most: number) =>
  db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .where(sql<boolean>`identity.is_found(person, company.company_name, ${search})`)
    .select([
      'person.user_id as userId',
      'person.role',
      sql<string>`identity.full_name(person)`.as('name'),
      'person.email',
      'person.created_at as createdAt',
      'person.email_verified_at as emailVerifiedAt',
      'person.suspended_at as suspendedAt',
      'person.suspend_reason as suspendReason',
    ])
    .orderBy('person.created_at', 'desc')
    .orderBy('person.user_id')
    .limit(most)
    .execute();

export const listPeopleWithSharedNumber = (db: Db, most: number) =>
  db
    .selectFrom('identity.participant_profiles as profile')
    .innerJoin('identity.people as person', 'person.user_id', 'profile.user_id')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('identity.participant_profiles')
          .select(['payment_number_hash as hash', eb.fn.countAll<number>().as('count')])
          .where('payment_number_hash', 'is not', null)
          .groupBy('payment_number_hash')
          .having(eb.fn.countAll(), '>', 1)
          .as('shared'),
      (join) => join.onRef('shared.hash', '=', 'profile.payment_number_hash'),
    )
    .select([
      'shared.count',
      sql<string>`identity.full_name(person)`.as('name'),
      'person.email',
      'person.user_id as userId',
      'profile.submitted_at as since',
      'person.suspended_at as suspendedAt',
    ])
    .orderBy('shared.count', 'desc')
    .orderBy('shared.hash')
    .orderBy('profile.submitted_at')
    .limit(most)
    .execute();

export async function listDeliveries(
  owner: Kysely<unknown>,
  { userId, since, most }: { userId: string | undefined; since: Date; most: number },
) {
  const { rows } = await sql<{
    at: Date;
    way: string;
    kind: string;
    state: string;
    reason: string | null;
    email: string | null;
    userId: string | null;
  }>`
    select delivery.at, way, kind, state, reason, email, delivery.user_id as "userId"
    from (
      select queued_at as at, coalesce(gateway, 'TEXT') as way, kind, state, reason, user_id from identity.texts
      union all
      select created_on, 'EMAIL', coalesce(data ->> 'asked', data ->> 'kind'),
        case when name like '%-dead-letter' then 'FAILED' when state = 'completed' then 'ENDED' else 'WAITING' end,
        null, (data ->> 'userId')::uuid
      from identity_jobs.job
      where name in ('emails', 'emails-dead-letter', 'bulk-emails', 'bulk-emails-dead-letter')
        and not (name in ('emails', 'bulk-emails') and state = 'failed')
    ) as delivery left join identity.people as person using (user_id)
    where delivery.at >= ${since} and (${userId ?? null}::uuid is null or delivery.user_id = ${userId ?? null}::uuid)
    order by delivery.at desc limit ${most}`.execute(owner);
  return rows;
}
