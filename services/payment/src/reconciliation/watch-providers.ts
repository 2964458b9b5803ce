import { sql } from 'kysely';
import type { Mover } from '../deps.ts';

/** Notes since when each provider of the settings is watched: one that has never answered has no float. */
export async function watchProviders({ db, providers }: Pick<Mover, 'db' | 'providers'>): Promise<void> {
  const names = Object.keys(providers);
  await sql`delete from payment.watched_providers where provider <> all(${names}::text[])`.execute(db);
  await sql`
    insert into payment.watched_providers (provider) select unnest(${names}::text[])
    on conflict do nothing`.execute(db);
}
