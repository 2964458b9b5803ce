import { createHmac } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { LinkPurpose } from '../schema.ts';
import { hashSecret } from '../tokens.ts';

const MINUTE_MS = 60_000;
const lifetimes: Record<LinkPurpose, number> = {
  VERIFY_EMAIL: 24 * 60 * MINUTE_MS,
  RESET_PASSWORD: 30 * MINUTE_MS,
  DECIDE_COMPANY: 14 * 24 * 60 * MINUTE_MS,
};

/**
 * The secret of the link in a letter, stored by its hash. It is the same at every try of the letter and lives on from the
 * last one, and nobody who has the database without the key knows it.
 */
export async function makeLink(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  link: { letterId: string; userId: string; purpose: LinkPurpose; registrationId?: string | undefined },
): Promise<string> {
  const secret = await secretOf({ db, config }, link.letterId);
  const expiresAt = new Date(Date.now() + lifetimes[link.purpose]);
  await db
    .insertInto('identity.letter_tokens')
    .values({
      token_hash: hashSecret(secret),
      user_id: link.userId,
      purpose: link.purpose,
      registration_id: link.registrationId ?? null,
      expires_at: expiresAt,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at: expiresAt }))
    .execute();
  return secret;
}

/** A letter that was begun under another key of the list goes on with the link that it had. */
async function secretOf({ db, config }: Pick<Deps, 'db' | 'config'>, letterId: string): Promise<string> {
  const [first, ...others] = config.IDENTITY_SIGNING_KEYS.map(({ d }) =>
    createHmac('sha256', d).update(`letter ${letterId}`).digest('base64url'),
  ) as [string, ...string[]];
  for (const secret of others) {
    const link = db.selectFrom('identity.letter_tokens').where('token_hash', '=', hashSecret(secret));
    if (await link.select('user_id').executeTakeFirst()) return secret;
  }
  return first;
}
