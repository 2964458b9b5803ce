import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type LegalTextName, LEGAL_TEXTS, LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import type { EmailChoices, PushChoices } from '@app/contracts/identity/account-settings.ts';
import { anyOfIds, prepareQuery } from '@app/kit/database.ts';
import type { IdentityTables } from '../schema.ts';

/** The signed-in user (S-506) without the token. */
export type Person = Omit<SignedInUser, 'token'>;

const VERSIONS = LEGAL_TEXTS.map((text) => LEGAL_VERSIONS[text]);

export async function findPerson(db: Kysely<IdentityTables>, userId: string): Promise<Person | undefined> {
  return db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .leftJoin('identity.participant_profiles as profile', 'profile.user_id', 'person.user_id')
    .select([
      'person.user_id as userId',
      'person.role',
      'person.email',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'company.status as adminVerificationStatus',
      sql<boolean>`company.user_id is not null`.as('hasCompanyInfo'),
      sql<boolean>`profile.user_id is not null`.as('hasUserInfo'),
      sql<boolean>`company.user_id is null and profile.user_id is null`.as('firstLogin'),
      sql<boolean>`profile.matching_withdrawn_at is null`.as('isMatched'),
      sql<boolean>`profile.user_id is not null and profile.languages is null`.as('lacksLanguages'),
      sql<LegalTextName[]>`identity.unaccepted_texts(person.user_id, ${[...LEGAL_TEXTS]}::text[],
        ${VERSIONS}::date[])`.as('mustAgreeTo'),
    ])
    .where('person.user_id', '=', userId)
    .executeTakeFirst();
}

export async function findAccount(db: Kysely<IdentityTables>, userId: string) {
  const row = await db
    .selectFrom('identity.people as person')
    .select((eb) => [
      'person.email',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.phone_number as phoneNumber',
      'person.password_hash as passwordHash',
      'person.created_at as createdAt',
      'person.is_phone_of_sign_up as isPhoneOfSignUp',
      'person.wants_decisions as decisions',
      'person.wants_new_studies as newStudies',
      'person.wants_applications as applications',
      'person.wants_meetings as meetings',
      'person.wants_messages as messages',
      'person.wants_decision_pushes as decisionPushes',
      'person.wants_application_pushes as applicationPushes',
      'person.wants_meeting_pushes as meetingPushes',
      'person.wants_message_pushes as messagePushes',
      'person.wants_texts as notifications',
      'person.wants_study_texts as studies',
      sql<boolean>`person.suspended_at is not null`.as('isSuspended'),
      eb
        .exists(
          eb
            .selectFrom('identity.google_accounts as google')
            .select('google.user_id')
            .whereRef('google.user_id', '=', 'person.user_id'),
        )
        .$castTo<boolean>()
        .as('hasGoogle'),
    ])
    .where('person.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { decisions, newStudies, applications, meetings, messages, ...others } = row;
  const {
    decisionPushes,
    applicationPushes,
    meetingPushes,
    messagePushes,
    notifications,
    studies,
    ...account
  } = others;
  const emails: EmailChoices = { decisions, newStudies, applications, meetings, messages };
  const pushes: PushChoices = {
    decisions: decisionPushes,
    applications: applicationPushes,
    meetings: meetingPushes,
    messages: messagePushes,
  };
  return { ...account, emails, pushes, texts: { notifications, studies } };
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/**
 * True if another account entered this number before. Later accounts do not count: otherwise a researcher
 * could enter a number in a participant account to find out whose number it is.
 */
const sharesNumber = sql<boolean>`exists (
  select from identity.participant_profiles as other
  where other.payment_number_hash = profile.payment_number_hash and other.user_id <> profile.user_id
    and coalesce(other.payment_changed_at, other.submitted_at)
      < coalesce(profile.payment_changed_at, profile.submitted_at))`;

const selectRoleAndCompany = prepareQuery((db: Kysely<IdentityTables>, { userId }: { userId: string }) =>
  db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .select([
      'person.role',
      'company.status as adminVerificationStatus',
      'company.company_name as companyName',
      sql<boolean>`person.suspended_at is not null`.as('isSuspended'),
      sql<boolean>`company.exports_blocked_at is null`.as('mayExport'),
    ])
    .where('person.user_id', '=', userId),
);

export async function findRoleAndCompany(db: Kysely<IdentityTables>, userId: string) {
  const [found] = await selectRoleAndCompany(db, { userId });
  return found;
}

export async function findNames(db: Kysely<IdentityTables>, userIds: readonly string[]) {
  return db
    .selectFrom('identity.people as person')
    .leftJoin('identity.participant_profiles as profile', 'profile.user_id', 'person.user_id')
    .select([
      'person.user_id as userId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      sharesNumber.as('sharesNumber'),
    ])
    .where('person.user_id', '=', anyOfIds(userIds))
    .execute();
}
