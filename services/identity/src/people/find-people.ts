import { type Kysely, sql } from 'kysely';
import type { Paging } from '@app/contracts/endpoint.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { PersonState } from '@app/contracts/identity/admin-people.ts';
import { maskedPhoneNumber, parsePhoneNumber } from '@app/kit/phone-number.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

const personState = sql<PersonState>`case when person.suspended_at is not null then 'SUSPENDED'
  when person.email_verified_at is null then 'UNVERIFIED' else 'ACTIVE' end`;
const columns = [
  'person.user_id as userId',
  'person.role',
  sql<string>`identity.full_name(person)`.as('name'),
  'person.email',
  personState.as('state'),
  'person.created_at as createdAt',
  'person.suspended_at as suspendedAt',
  'person.suspend_reason as suspendReason',
] as const;

interface Search extends Paging {
  search: string;
  role?: Role | undefined;
  state?: PersonState | undefined;
}

/**
 * Returns the newest first. A search finds a number of a sign-up, a verified number or a payment number only
 * by the whole number, because hashes are compared. Without a seal, no numbers are searched.
 */
export async function listPeople(
  db: Db,
  { search, role, state, page, size }: Search,
  seal?: Pick<Seal, 'keyedHashes'>,
) {
  const number = parsePhoneNumber(search);
  const hashes = number === undefined || !seal ? [] : [...seal.keyedHashes(number)];
  const found = db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`(identity.is_found(person, company.company_name, ${search})
        or person.phone_hash = any(${hashes}::text[])
        or person.user_id in (
          select user_id from identity.phones where number_hash = any(${hashes}::text[])
          union select user_id from identity.participant_profiles
          where payment_number_hash = any(${hashes}::text[])))`,
      ),
    )
    .$if(role !== undefined, (query) => query.where('person.role', '=', role!))
    .$if(state !== undefined, (query) => query.where(personState, '=', state!));
  const rows = await found
    .select(columns)
    .orderBy('person.created_at', 'desc')
    .orderBy('person.user_id')
    .limit(size)
    .offset(page * size)
    .execute();
  const count = await found.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  return { rows, totalElements: count.all };
}

/** Phone numbers are masked. */
export async function findPersonInDetail(db: Db, userId: string) {
  const row = await db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .leftJoin('identity.participant_profiles as profile', 'profile.user_id', 'person.user_id')
    .leftJoin('identity.phones as phone', 'phone.user_id', 'person.user_id')
    .select([
      ...columns,
      'person.last_active_on as lastActiveOn',
      'phone.proven_number as number',
      sql<number>`(select count(*) from identity.sessions as session where session.user_id = person.user_id
        and ended_at is null and expires_at > now())::int`.as('sessions'),
      sql<number>`(select count(*) from identity.push_subscriptions as push
        where push.user_id = person.user_id)::int`.as('pushDevices'),
      sql<boolean>`person.password_hash is not null`.as('hasPassword'),
      sql<boolean>`exists (select from identity.google_accounts as google
        where google.user_id = person.user_id)`.as('hasGoogle'),
      sql<boolean>`exists (select from identity.refused_mailboxes as refused
        where refused.user_id = person.user_id and refused.email = person.email)`.as('isEmailRefused'),
      'company.company_name as companyName',
      'profile.date_of_birth as dateOfBirth',
      'profile.gender',
    ])
    .where('person.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, dateOfBirth, gender, createdAt, suspendedAt, ...person } = row;
  return {
    ...person,
    registeredAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    provenNumber: number === null ? null : maskedPhoneNumber(number),
    profile: dateOfBirth === null || gender === null ? null : { dateOfBirth, gender },
  };
}

export async function findUserId(db: Db, person: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.people')
    .select('user_id')
    .where(sql<boolean>`user_id::text = lower(${person}) or lower(email) = lower(${person})`)
    .executeTakeFirst();
  return row?.user_id;
}

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
