import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { MINUTE_MS, DAY_MS } from '@app/contracts/durations.ts';
import { EMAIL_CODE_LENGTH } from '@app/contracts/identity/person.ts';
import type { Deps } from '../deps.ts';
import type { LinkPurpose } from '../schema.ts';
import { hashSecret } from '../tokens.ts';

const lifetimes: Record<LinkPurpose, number> = {
  VERIFY_EMAIL: DAY_MS,
  RESET_PASSWORD: 30 * MINUTE_MS,
  DECIDE_COMPANY: 14 * DAY_MS,
  LEAVE: 30 * MINUTE_MS,
  CHANGE_EMAIL: DAY_MS,
  ASK_EMAIL_CHANGE: 30 * MINUTE_MS,
};

interface Link {
  emailId: string;
  userId: string;
  purpose: LinkPurpose;
  registrationId?: string | undefined;
  changeId?: string | undefined;
  askedAt?: string | undefined;
}

/**
 * The secret is the same at each attempt and is stored as a hash. Returns undefined if the address or
 * password has changed since the request: the link would otherwise undo that change.
 */
export async function makeLink(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  link: Link,
): Promise<string | undefined> {
  const secret = await deriveLinkSecret({ db, config }, link.emailId);
  return (await storeSecret(db, secret, link)) ? secret : undefined;
}

export async function makeCode(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  link: Pick<Link, 'emailId' | 'userId' | 'purpose' | 'askedAt'>,
): Promise<string | undefined> {
  const secret = await deriveLinkSecret({ db, config }, link.emailId);
  const number = Buffer.from(secret, 'base64url').readUIntBE(0, 6) % 10 ** EMAIL_CODE_LENGTH;
  const code = String(number).padStart(EMAIL_CODE_LENGTH, '0');
  const isMade = await storeSecret(db, emailCodeSecret(link.userId, code), link);
  return isMade ? code : undefined;
}

/** The hashed secret includes the person's id, because two people may get the same digits. */
export const emailCodeSecret = (userId: string, code: string) => `${userId} ${code}`;

async function storeSecret(db: Deps['db'], secret: string, link: Omit<Link, 'emailId'>): Promise<boolean> {
  const expiresAt = sql<Date>`now() + ${lifetimes[link.purpose]}::float8 * interval '1 millisecond'`;
  const made = await db
    .insertInto('identity.email_tokens')
    .columns(['token_hash', 'user_id', 'purpose', 'registration_id', 'change_id', 'expires_at'])
    .expression((of) => {
      const person = of
        .selectFrom('identity.people')
        .select([
          sql<Buffer>`${hashSecret(secret)}::bytea`.as('token_hash'),
          'user_id',
          sql<LinkPurpose>`${link.purpose}::text`.as('purpose'),
          sql<string | null>`${link.registrationId ?? null}::uuid`.as('registration_id'),
          sql<string | null>`${link.changeId ?? null}::uuid`.as('change_id'),
          expiresAt.as('expires_at'),
        ])
        .where('user_id', '=', link.userId)
        .forShare();
      if (link.askedAt === undefined) return person;
      return person.where(
        sql<boolean>`coalesce(credentials_changed_at <= ${link.askedAt}::timestamptz, true)`,
      );
    })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at: expiresAt }))
    .returning('token_hash')
    .executeTakeFirst();
  return made !== undefined;
}

/** After a key was replaced, a retry must still produce the same link as the first attempt. */
async function deriveLinkSecret(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  emailId: string,
): Promise<string> {
  const [first, ...others] = config.IDENTITY_SIGNING_KEYS.map(({ d }) =>
    createHmac('sha256', d).update(`email ${emailId}`).digest('base64url'),
  ) as [string, ...string[]];
  for (const secret of others) {
    const link = db.selectFrom('identity.email_tokens').where('token_hash', '=', hashSecret(secret));
    if (await link.select('user_id').executeTakeFirst()) return secret;
  }
  return first;
}
