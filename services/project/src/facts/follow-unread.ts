import type { Deps } from '../deps.ts';
import { findUnread } from './queries.ts';

/** Some minutes of an hourly sweep. */
const MOST = 50_000;

/** Reads anew the facts that were copied before the further ones were kept: a letter of the morning asks nobody for them. */
export async function followUnread({ db, followProfile }: Pick<Deps, 'db' | 'followProfile'>): Promise<void> {
  for (const userId of await findUnread(db, MOST)) await followProfile(userId);
}
