import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type LegalVersions, LEGAL_TEXTS } from '@app/contracts/legal-texts.ts';
import { databaseNow } from '@app/kit/database.ts';
import type { IdentityTables } from '../schema.ts';

export async function recordConsents(
  db: Kysely<IdentityTables>,
  userId: string,
  versions: LegalVersions,
  agreedAt: Date | RawBuilder<Date> = databaseNow,
): Promise<void> {
  const rows = LEGAL_TEXTS.flatMap((text) => {
    const version = versions[text];
    return version === undefined ? [] : [{ user_id: userId, text, version, agreed_at: agreedAt }];
  });
  await db
    .insertInto('identity.consents')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'text', 'version']).doUpdateSet({ agreed_at: agreedAt }),
    )
    .execute();
}

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
