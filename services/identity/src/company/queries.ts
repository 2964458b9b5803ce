import { type Kysely, sql } from 'kysely';
import type { CompanyInformation } from '@app/contracts/identity/company.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** A declined company may submit again (S-505). */
export async function submitCompany(db: Db, company: CompanyInformation): Promise<boolean> {
  const { isInstitution = false } = company;
  const values = {
    company_name: company.companyName,
    business_name: company.businessName,
    industry: company.industry,
    website: company.website,
    company_linked_url: company.companyLinkedUrl,
    founders_linked_in_url: company.foundersLinkedInUrl,
    is_institution: isInstitution,
    ethics_approval_number: (isInstitution && company.ethicsApprovalNumber?.trim()) || null,
    ethics_approval_expires_on: (isInstitution && company.ethicsApprovalExpiresOn) || null,
    supervisor: (isInstitution && company.supervisor?.trim()) || null,
    stage: company.stage,
    status: 'PENDING' as const,
    decided_at: null,
    decline_reason: null,
  };
  const row = await db
    .insertInto('identity.companies')
    .values({ user_id: company.userId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) => ({
          ...values,
          submitted_at: sql<Date>`now()`,
          last_declined_at: eb.ref('identity.companies.decided_at'),
          last_decline_reason: eb.ref('identity.companies.decline_reason'),
        }))
        .where('identity.companies.status', '=', 'DECLINED'),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

interface Submission {
  userId: string;
  submittedAt: string | undefined;
}

/** The time in the call has only milliseconds, but the column has microseconds. */
const isSubmission = ({ submittedAt }: Submission) =>
  submittedAt === undefined
    ? sql<boolean>`true`
    : sql<boolean>`floor(extract(epoch from submitted_at) * 1000) = ${Date.parse(submittedAt)}::bigint`;

export async function decideOnCompany(
  db: Db,
  submission: Submission,
  status: 'VERIFIED' | 'DECLINED',
  reason: string | null,
): Promise<string | undefined> {
  const row = await db
    .updateTable('identity.companies')
    .set({
      status,
      decided_at: sql<Date>`now()`,
      decline_reason: reason,
      revoked_at: null,
      ...(status === 'VERIFIED' && { exports_blocked_at: null }),
    })
    .where('user_id', '=', submission.userId)
    .where(isSubmission(submission))
    .where('status', '=', 'PENDING')
    .returning('company_name')
    .executeTakeFirst();
  return row?.company_name;
}

export async function updateToRevoked(db: Db, submission: Submission, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.companies')
    .set({
      status: 'DECLINED',
      decided_at: sql<Date>`now()`,
      decline_reason: reason,
      exports_blocked_at: sql<Date>`now()`,
      revoked_at: sql<Date>`now()`,
    })
    .where('user_id', '=', submission.userId)
    .where(isSubmission(submission))
    .where('status', '=', 'VERIFIED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateToVerifiedAgain(db: Db, submission: Submission): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.companies')
    .set({
      status: 'VERIFIED',
      decided_at: sql<Date>`now()`,
      decline_reason: null,
      exports_blocked_at: null,
      revoked_at: null,
    })
    .where('user_id', '=', submission.userId)
    .where(isSubmission(submission))
    .where(
      submission.submittedAt === undefined
        ? sql<boolean>`status <> 'VERIFIED'`
        : sql<boolean>`status = 'DECLINED' and revoked_at is not null`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function unblockExports(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.companies')
    .set({ exports_blocked_at: null })
    .where('user_id', '=', userId)
    .where('exports_blocked_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const REMINDED_AT_ONCE = 100;

export async function findCompaniesWithoutLink(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.companies as company')
    .select('company.user_id as userId')
    .where('company.status', '=', 'PENDING')
    .where('company.submitted_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity.email_tokens as token')
            .select('token.user_id')
            .whereRef('token.user_id', '=', 'company.user_id')
            .where('token.purpose', '=', 'DECIDE_COMPANY')
            .where('token.used_at', 'is', null)
            .where('token.expires_at', '>', sql<Date>`now()`),
        ),
      ),
    )
    .orderBy('company.submitted_at')
    .limit(REMINDED_AT_ONCE)
    .execute();
  return rows.map(({ userId }) => userId);
}
