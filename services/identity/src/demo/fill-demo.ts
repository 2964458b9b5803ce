import { randomUUIDv7 } from 'node:crypto';
import type { InsertObject, Kysely } from 'kysely';
import { LEGAL_TEXTS, LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { type DemoParticipant, ABENA, madeUpParticipants } from '@app/demo/participants.ts';
import { DEMO_ADMIN, demoAdminKey } from '@app/demo/admin.ts';
import { type DemoPerson, DEMO_PASSWORD, DEMO_PEOPLE, LISTED_STUDY } from '@app/demo/people.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { INDUSTRIES } from '@app/contracts/enumerations.ts';
import { transaction } from '@app/kit/database.ts';
import type { IdentityTables } from '../schema.ts';
import { COMPANY_SUBMITTED } from '../company/emails.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import { INVITATIONS } from '../invitations/send-invitations.ts';
import { hashPassword } from '../passwords.ts';

type Db = Kysely<IdentityTables>;

type DemoAccount = Pick<DemoPerson, 'userId' | 'email' | 'firstName' | 'lastName' | 'role'>;

export async function insertDemoAccounts(
  db: Db,
  accounts: readonly DemoAccount[],
  passwordHash: string,
): Promise<void> {
  const now = new Date();
  await db
    .insertInto('identity.people')
    .values(
      accounts.map((account) => ({
        user_id: account.userId,
        email: account.email,
        role: account.role,
        first_name: account.firstName,
        last_name: account.lastName,
        phone_number: null,
        phone_hash: null,
        password_hash: passwordHash,
        email_verified_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('identity.consents')
    .values(
      accounts.flatMap(({ userId }) =>
        LEGAL_TEXTS.map((text) => ({ user_id: userId, text, version: LEGAL_VERSIONS[text] })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertDemoProfiles(db: Db, participants: readonly DemoParticipant[]): Promise<void> {
  await db
    .insertInto('identity.participant_profiles')
    .values(
      participants.map((participant) => ({
        user_id: participant.userId,
        date_of_birth: participant.dateOfBirth,
        gender: participant.gender,
        education: participant.education,
        annual_household_income: participant.annualHouseholdIncome,
        region: participant.region,
        city: participant.city,
        languages: participant.languages,
        employment_status: participant.employmentStatus,
        job_role: participant.jobRole,
        industry: participant.industry,
        browsers: participant.browsers,
        computer_os: participant.computerOs,
        phone_os: participant.phoneOs,
        tablet_os: participant.tabletOs,
        has_webcam: participant.hasWebcam,
        has_internet: participant.hasInternet,
        payment_provider: participant.provider,
        payment_account_name: `${participant.firstName} ${participant.lastName}`,
        payment_phone_number: participant.phoneNumber,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertDemoCompanies(
  db: Db,
  companies: readonly InsertObject<IdentityTables, 'identity.companies'>[],
): Promise<void> {
  await db
    .insertInto('identity.companies')
    .values(companies)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertDemoAdmin(db: Db): Promise<void> {
  const { adminId, email, name, roles, credentialId } = DEMO_ADMIN;
  await db
    .insertInto('identity.admins')
    .values({ admin_id: adminId, email, name, roles: [...roles], created_by: 'demo' })
    .execute();
  await db
    .insertInto('identity.admin_passkeys')
    .values({ credential_id: credentialId, admin_id: adminId, public_key: demoAdminKey(), sign_count: 0 })
    .execute();
}

export async function hasDemoAccounts(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.people')
    .select('user_id')
    .where('user_id', '=', userId)
    .unionAll(db.selectFrom('identity.left_people').select('user_id').where('user_id', '=', userId))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDemoList(
  trx: Db,
  { id, researcherId, addresses }: { id: string; researcherId: string; addresses: readonly string[] },
  seal: Seal,
): Promise<void> {
  await trx
    .insertInto('identity.invitation_lists')
    .values({ study_id: id, researcher_id: researcherId })
    .execute();
  await trx
    .insertInto('identity.invitations')
    .values(
      addresses.map((address) => ({
        invitation_id: randomUUIDv7(),
        study_id: id,
        address_hash: seal.keyedHash(address),
        invited_address: address,
      })),
    )
    .execute();
}

const DECLINE_REASON =
  'The website did not answer. Please send an address that shows what your company does.';

const companies: Record<string, { industry: (typeof INDUSTRIES)[number]; site: string; stage: string }> = {
  [DEMO_PEOPLE.ama.userId]: { industry: 'CONSULTING', site: 'market-square', stage: 'Growing' },
  [DEMO_PEOPLE.kojo.userId]: { industry: 'HEALTH', site: 'korle-health', stage: 'Prototype' },
  [DEMO_PEOPLE.efua.userId]: { industry: 'BANKING_FINANCE', site: 'sika-labs', stage: 'Concept Design' },
};

/** Creates the demo's people (D-13). */
export async function fillDemo(deps: Deps): Promise<void> {
  const { db } = deps;
  if (await hasDemoAccounts(db, DEMO_PEOPLE.ama.userId)) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const participants = madeUpParticipants();
  const accounts = [
    ...Object.values(DEMO_PEOPLE),
    ...participants.map((participant) => ({ ...participant, role: 'PARTICIPANT' as const })),
  ];
  await transaction(db, async (trx) => {
    await insertDemoAccounts(trx, accounts, passwordHash);
    await insertDemoProfiles(trx, [ABENA, ...participants]);
    await insertDemoCompanies(trx, demoCompanies());
    await insertDemoAdmin(trx);
    await queueEmail(deps, trx, COMPANY_SUBMITTED, { userId: DEMO_PEOPLE.kojo.userId });
    await insertDemoList(trx, LISTED_STUDY, deps.seal);
    // The invitations wait until the project service has created the study.
    await deps.jobs.send(trx, INVITATIONS, {}, { afterSeconds: 60 });
  });
}

function demoCompanies() {
  return Object.values(DEMO_PEOPLE).flatMap((person) => {
    const company = companies[person.userId];
    if (!company || person.companyStatus === null || person.companyName === null) return [];
    return [
      {
        user_id: person.userId,
        company_name: person.companyName,
        business_name: `${person.companyName} Ltd`,
        industry: company.industry,
        website: `https://${company.site}.example`,
        company_linked_url: `https://www.linkedin.com/company/${company.site}`,
        founders_linked_in_url: `https://www.linkedin.com/in/${company.site}`,
        stage: company.stage,
        status: person.companyStatus,
        decided_at: person.companyStatus === 'PENDING' ? null : new Date(),
        decline_reason: person.companyStatus === 'DECLINED' ? DECLINE_REASON : null,
      },
    ];
  });
}
