import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CompanyState } from '@app/contracts/identity/admin-companies.ts';
import type { Paging } from '@app/contracts/endpoint.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** Finds people by a part of their name, company, id or email, also one that they had before. */
export const peopleLike = (db: Db, search: string) =>
  db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .where(
      sql<boolean>`position(lower(${search}) in lower(concat_ws(' ',
        person.first_name, person.last_name, person.email, company.company_name, person.user_id,
        (select string_agg(old_email, ' ') from identity.email_changes as change where change.user_id = person.user_id)))) > 0`,
    );

export const personName = sql<string>`person.first_name || ' ' || person.last_name`;

const companyState: RawBuilder<CompanyState> = sql`case
  when company.status = 'DECLINED' and company.revoked_at is not null then 'REVOKED' else company.status end`;

/** The oldest pending companies come first, because their researchers wait. */
export async function listCompanies(
  db: Db,
  { search, state, page, size }: { search: string; state: CompanyState | undefined } & Paging,
) {
  const found = peopleLike(db, search)
    .where('company.user_id', 'is not', null)
    .$if(state !== undefined, (query) => query.where(sql<boolean>`${companyState} = ${state}`));
  const rows = await found
    .select([
      'person.user_id as userId',
      personName.as('researcherName'),
      'person.email',
      sql<string>`company.company_name`.as('companyName'),
      companyState.as('state'),
      sql<Date>`company.submitted_at`.as('submittedAt'),
      'company.decline_reason as reason',
    ])
    .orderBy('company.submitted_at', state === 'PENDING' ? 'asc' : 'desc')
    .orderBy('person.user_id')
    .limit(size)
    .offset(page * size)
    .execute();
  const count = await found.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  return { rows, totalElements: count.all };
}

/** The decisions about a company; undefined if the person has sent none. */
export const findDecisions = (db: Db, userId: string) =>
  db
    .selectFrom('identity.companies as company')
    .innerJoin('identity.people as person', 'person.user_id', 'company.user_id')
    .select([
      personName.as('researcherName'),
      'person.email',
      companyState.as('state'),
      'company.decided_at as decidedAt',
    ])
    .where('company.user_id', '=', userId)
    .executeTakeFirst();
