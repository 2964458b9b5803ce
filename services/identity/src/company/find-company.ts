import type { Kysely } from 'kysely';
import type { SentCompany } from '@app/contracts/identity/company.ts';
import type { VerificationStatus } from '@app/contracts/enumerations.ts';
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

export function sentCompany(
  userId: string,
  company: NonNullable<Awaited<ReturnType<typeof findCompany>>>,
): SentCompany {
  return { userId, ...company, submittedAt: company.submittedAt.toISOString() };
}

export const askedBy = ({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}, ${email}`;
