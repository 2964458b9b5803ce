import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LEGAL_TEXTS, LEGAL_VERSIONS, type LegalTextName } from '@app/contracts/legal-texts.ts';
import type { IdentityTables } from '../schema.ts';

/** What somebody has agreed to, the newest version of each. */
export async function findConsents(db: Kysely<IdentityTables>, userId: string) {
  return db
    .selectFrom('identity.consents')
    .distinctOn('text')
    .select(['text', sql<string>`version::text`.as('version'), 'agreed_at as agreedAt'])
    .where('user_id', '=', userId)
    .orderBy('text')
    .orderBy('version', 'desc')
    .execute();
}

const versions = sql.join(LEGAL_TEXTS.map((text) => sql`(${text}::text, ${LEGAL_VERSIONS[text]}::date)`));

/** The texts whose current version a person of the surrounding statement has not agreed to. */
export const mustAgreeTo = (userId: RawBuilder<unknown>) => sql<LegalTextName[]>`array(
  select known.text from (values ${versions}) as known (text, version)
  where not exists (
    select from identity.consents as consent
    where consent.user_id = ${userId} and consent.text = known.text and consent.version >= known.version))`;
