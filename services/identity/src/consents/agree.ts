import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { LEGAL_VERSIONS, type LegalTextName } from '@app/contracts/legal-texts.ts';
import type { IdentityTables } from '../schema.ts';

/** Notes that somebody agrees to the current version of these texts, now. */
export async function agree(
  db: Kysely<IdentityTables>,
  userId: string,
  texts: readonly LegalTextName[],
): Promise<void> {
  await db
    .insertInto('identity.consents')
    .values(texts.map((text) => ({ user_id: userId, text, version: LEGAL_VERSIONS[text] })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'text', 'version']).doUpdateSet({ agreed_at: sql<Date>`now()` }),
    )
    .execute();
}
