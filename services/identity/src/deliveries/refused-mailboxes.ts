import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;
interface Mailbox {
  userId: string;
  email: string;
}

/** That a person's own address takes no letters; another one that a letter went to is not noted. */
export async function noteRefused(db: Db, { userId, email }: Mailbox): Promise<void> {
  await sql`
    insert into identity.refused_mailboxes as known (user_id, email)
    select user_id, email from identity.people where user_id = ${userId} and email = ${email}
    on conflict (user_id) do update set email = excluded.email, since = clock_timestamp()
    where known.email <> excluded.email`.execute(db);
}

export async function forgetRefused(db: Db, { userId, email }: Mailbox): Promise<void> {
  await db
    .deleteFrom('identity.refused_mailboxes')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .execute();
}

/** Whether no letter has been taken at this address since it was refused for good. */
export async function isRefused(db: Db, { userId, email }: Mailbox): Promise<boolean> {
  const row = await db
    .selectFrom('identity.refused_mailboxes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}
