import { sql } from 'kysely';
import type { Mover } from '../deps.ts';

/** Notes since when each provider of the settings is watched: one that has never answered has no float. */
export async function watchProviders({ db, log, providers }: Mover): Promise<void> {
  const names = Object.keys(providers);
  if (names.length === 0)
    log.warn('no payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL): what is owed waits');
  await sql`delete from payment.watched_providers where provider <> all(${names}::text[])`.execute(db);
  await sql`
    insert into payment.watched_providers (provider) select unnest(${names}::text[])
    on conflict do nothing`.execute(db);
}
