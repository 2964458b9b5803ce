import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { MINUTE_MS, DAY_MS } from '@app/contracts/durations.ts';
import { LETTER_CODE_LENGTH } from '@app/contracts/identity/person.ts';
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
  letterId: string;
  userId: string;
  purpose: LinkPurpose;
  registrationId?: string | undefined;
  changeId?: string | undefined;
  /** When the letter was asked for, where the link lets somebody in. */
  askedAt?: string | undefined;
}

/**
 * The secret of the link in a letter, stored by its hash. It is the same at every try of the letter and lives on from
 * the last one. Without the key, the database does not show it. Undefined if the person is gone. Also if they have
 * verified or changed the address or set a password since the letter was asked for: the link would open the account
 * past them.
 */
export async function makeLink(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  link: Link,
): Promise<string | undefined> {
  const secret = await secretOf({ db, config }, link.letterId);
  return (await storeSecret(db, secret, link)) ? secret : undefined;
}

/** The same for a code that somebody types: its few digits open nothing but for the one person that they were sent to. */
export async function makeCode(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  link: Pick<Link, 'letterId' | 'userId' | 'purpose' | 'askedAt'>,
): Promise<string | undefined> {
  const secret = await secretOf({ db, config }, link.letterId);
  const number = Buffer.from(secret, 'base64url').readUIntBE(0, 6) % 10 ** LETTER_CODE_LENGTH;
  const code = String(number).padStart(LETTER_CODE_LENGTH, '0');
  const isMade = await storeSecret(db, secretOfCode(link.userId, code), link);
  return isMade ? code : undefined;
}

/** What is kept of a code is of its person too: of all people, two may have the same digits. */
export const secretOfCode = (userId: string, code: string) => `${userId} ${code}`;

/** False if the person is gone, or the letter too late. */
async function storeSecret(db: Deps['db'], secret: string, link: Omit<Link, 'letterId'>): Promise<boolean> {
  const expiresAt = sql<Date>`now() + ${lifetimes[link.purpose]}::float8 * interval '1 millisecond'`;
  const made = await db
    .insertInto('identity.letter_tokens')
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
