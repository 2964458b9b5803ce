import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { failureMessages as words } from '@app/words/failures.ts';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { timeAgo } from '../../format/dates.ts';
import { type Outdated, outdated } from './outdated.ts';
import { keepOwnStudies } from './keep-own-studies.ts';
import { prepareOffline } from './prepare.ts';

/** Most answers are here sooner, and nobody needs to know of the wait. */
const PATIENCE_MS = 4_000;

/** As text, which stays the same as long as it says the same. */
function useOutdated(isOnline: boolean): Outdated | null {
  const cache = useQueryClient().getQueryCache();
  const text = useSyncExternalStore(
    (tell) => cache.subscribe(tell),
    () => JSON.stringify(outdated(cache, isOnline)),
  );
  return JSON.parse(text) as Outdated | null;
}

function useLasts(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasts(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo]);
  return lasts;
}

/** Without a connection the screens show what was last known, and this says so, and how old it is. */
export function ConnectionNotice({ role, userId }: Pick<SignedInUser, 'role' | 'userId'>) {
  useEffect(() => {
    // Without it the app only needs its connection.
    if (!import.meta.env.PROD) return;
    const prepared = prepareOffline();
    const all = role === 'PARTICIPANT' ? prepared.then(() => keepOwnStudies(userId)) : prepared;
    all.catch(() => undefined);
  }, [role, userId]);
  const isOnline = useSyncExternalStore(
    (tell) => onlineManager.subscribe(tell),
    () => onlineManager.isOnline(),
  );
  const known = useOutdated(isOnline);
  const isAskingLong = useLasts(known?.why === 'ASKING');
  const isShown = known === null ? !isOnline : known.why !== 'ASKING' || isAskingLong;
  const why = words.whyOutdated[known?.why ?? 'NO_CONNECTION'];
  return (
    <p role="status" className="mb-4 rounded-card bg-gold-tint px-4 py-3 text-sm empty:hidden">
      {isShown && (known === null ? why : words.lastKnown(why, timeAgo(new Date(known.since).toISOString())))}
    </p>
  );
}
