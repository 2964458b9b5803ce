import type { TextedKind } from '@app/words/texts.ts';
import { findAccount } from '../accounts/find-account.ts';
import type { Deps } from '../deps.ts';
import { findProvenPhone } from '../phones/find-phone.ts';

/** The number of somebody who wants texts of this kind; whoever is suspended can act on none. */
export async function findTextedNumber(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: string,
  asked: TextedKind,
): Promise<string | undefined> {
  const account = await findAccount(db, userId);
  const isWanted = account?.texts[asked === 'STUDIES_FIT' ? 'studies' : 'news'];
  if (!account || account.isSuspended || !isWanted) return undefined;
  return (await findProvenPhone(db, seal, userId))?.number;
}
