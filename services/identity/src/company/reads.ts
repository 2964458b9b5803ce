import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SentCompany } from '@app/contracts/identity/company.ts';
import type { VerificationStatus } from '@app/contracts/enumerations.ts';
import type { CompanyState } from '@app/contracts/identity/admin-companies.ts';
import type { Paging } from '@app/contracts/endpoint.ts';
import { countWaiting } from '@app/kit/waiting-work.ts';
import type { Person } from '../accounts/reads.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

export async function findVerificationStatus(
  db: Db,
  userId: string,
): Promise<VerificationStatus | undefined> {
  const row = await db
    .selectFrom('identity.companies')
    .select('status')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.status;
}

export async function findCompany(db: Db, userId: string) {
  return db
    .selectFrom('identity.companies')
    .select([
      'company_name as companyName',
      'business_name as businessName',
      'industry',
      'website',
      'company_linked_url as companyLinkedUrl',
      'founders_linked_in_url as foundersLinkedInUrl',
      'is_institution as isInstitution',
      'ethics_approval_number as ethicsApprovalNumber',
      'ethics_approval_expires_on as ethicsApprovalExpiresOn',
      'supervisor',
      'stage',
      'status',
      'decline_reason as declineReason',
      'submitted_at as submittedAt',
      'last_declined_at as lastDeclinedAt',
      'last_decline_reason as lastDeclineReason',
    ])
    .where('user_id', '=', userId)
    .$narrowType<Pick<SentCompany, 'industry' | 'stage'>>()
    .executeTakeFirst();
}

export function toSentCompany(
  userId: string,
  company: NonNullable<Awaited<ReturnType<typeof findCompany>>>,
): SentCompany {
  return { userId, ...company, submittedAt: company.submittedAt.toISOString() };
}

export const askedBy = ({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}, ${email}`;

const researcherName = sql<string>`identity.full_name(person)`.as('researcherName');
const companyState: RawBuilder<CompanyState> = sql`case
  when company.status = 'DECLINED' and company.revoked_at is not null then 'REVOKED' else company.status end`;

/** Lists pending companies first, the oldest at the top, because their researchers wait. */
export async function listCompanies(
  db: Db,
  { search, state, page, size }: { search: string; state: CompanyState | undefined } & Paging,
) {
  const found = db
    .selectFrom('identity.people as person')
    .innerJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .where(sql<boolean>`identity.is_found(person, company.company_name, ${search})`)
    .$if(state !== undefined, (query) => query.where(sql<boolean>`${companyState} = ${state}`));
  const rows = await found
    .select([
      'person.user_id as userId',
      researcherName,
      'person.email',
      'company.company_name as companyName',
      companyState.as('state'),
      'company.submitted_at as submittedAt',
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

/** Returns the decisions about a company, or undefined if the person has submitted none. */
export const findDecisions = (db: Db, userId: string) =>
  db
    .selectFrom('identity.companies as company')
    .innerJoin('identity.people as person', 'person.user_id', 'company.user_id')
    .select([researcherName, 'person.email', companyState.as('state'), 'company.decided_at as decidedAt'])
    .where('company.user_id', '=', userId)
    .executeTakeFirst();

export function countPendingCompanies(db: Db) {
  return countWaiting(
    db,
    'COMPANY',
    sql`select submitted_at as since from identity.companies where status = 'PENDING'`,
  );
}
