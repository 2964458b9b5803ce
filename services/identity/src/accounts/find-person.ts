import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type LegalTextName, LEGAL_TEXTS, LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import type { IdentityTables } from '../schema.ts';

/** The stored user of S-506 without its token; `firstLogin` ends with the company information or the set-up. */
export type Person = Omit<SignedInUser, 'token'>;

const VERSIONS = LEGAL_TEXTS.map((text) => LEGAL_VERSIONS[text]);

/** Undefined if they are gone. */
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
