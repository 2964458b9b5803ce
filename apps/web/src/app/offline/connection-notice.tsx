import { failureWords as words } from '@app/words/failures.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { onlineManager, useQueryClient, type Query, type QueryCache } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { CallFailed } from '../../api/failure.ts';
import { submissionKey } from '../../api/keys.ts';
import { responseTime } from '../../api/last-known.ts';
import { ownApplications } from '../../api/own-applications.ts';
import { queryClient } from '../../api/query-client.ts';
import { readUser } from '../../session/session.ts';
import { timeAgo } from '../../format/dates.ts';
import { useHasPendingCalls } from '../../product/pending-calls.ts';
import { useUnseenPart } from '../../ui/use-lazy-part.ts';
import { prepareOffline } from './prepare.ts';

/** Most responses arrive earlier. */
const PATIENCE_MS = 4_000;

/** `since` is in milliseconds since 1970. */
interface Outdated {
  why: 'NO_CONNECTION' | 'NO_ANSWER' | 'ASKING';
  since: number;
}

const OLD_MS = 60_000;

function outdatedReason({ state, meta }: Query, isOnline: boolean): Outdated['why'] | null {
  const { error, fetchStatus } = state;
  if (error instanceof CallFailed && error.kind === 'NETWORK') return 'NO_CONNECTION';
  if (meta?.isKept !== true) return null;
  if (!isOnline) return 'NO_CONNECTION';
  // The screen shows a refusal itself.
  if (error instanceof CallFailed && (error.status >= 500 || error.status === 429)) return 'NO_ANSWER';
  return fetchStatus === 'fetching' ? 'ASKING' : null;
}

function outdated(cache: QueryCache, isOnline: boolean, now = Date.now()): Outdated | null {
  const found = cache.findAll({ type: 'active' }).flatMap((query): Outdated[] => {
    const why = query.state.data === undefined ? null : outdatedReason(query, isOnline);
    const since = responseTime(query);
    return why === null || (why === 'ASKING' && now - since < OLD_MS) ? [] : [{ why, since }];
  });
  return found.toSorted((one, other) => one.since - other.since)[0] ?? null;
}

/** The value is text, because React compares values by identity. */
function useCached(userId: string, isOnline: boolean) {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const text = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () =>
      JSON.stringify([
        outdated(cache, isOnline),
        client.getQueryData<unknown[]>(submissionKey(userId))?.length,
      ]),
  );
  return JSON.parse(text) as [known: Outdated | null, surveys: number | null];
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

/** The service worker caches only files that load after it controls the page. */
async function loadOfflineCopy() {
  if (import.meta.env.PROD) await prepareOffline();
  return import('./save-for-offline.ts');
}
const loadSender = () => import('./pending-calls-sender.ts');

/** People look at their meetings on the way, often without a connection. */
async function saveOwnApplications(userId: string): Promise<void> {
  // Before the set-up, no one has applied.
  if (!readUser()?.hasUserInfo) return;
  const applications = await queryClient.fetchQuery(ownApplications(userId, 0)).catch(() => undefined);
  // This page cannot repeat a failed import, so it imports nothing while there is no connection.
  if (!applications || applications.totalElements === 0) return;
  await (await loadOfflineCopy()).saveOwnStudies(userId, applications.content);
}

const agoOnDevice = (since: number) => timeAgo(new Date(since).toISOString(), Date.now());

/** The service worker asks the open window to navigate, because only the window knows about its forms. */
function usePressedNotification(): void {
  const navigate = useNavigate();
  useEffect(() => {
    async function follow({ data }: MessageEvent<{ pressed?: string } | null>) {
      if (data?.pressed === undefined) return;
      (await import('./clicked-notification.ts')).openClickedNotification(data.pressed, navigate);
    }
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const listener = (event: MessageEvent) => void follow(event).catch(() => undefined);
    worker?.addEventListener('message', listener);
    return () => worker?.removeEventListener('message', listener);
  }, [navigate]);
}

export function ConnectionNotice({ role, userId }: Pick<SignedInUser, 'role' | 'userId'>) {
  useEffect(() => {
    // If this fails, only the use without a connection does not work.
    if (!import.meta.env.PROD) return;
    const prepared = prepareOffline();
    const all = role === 'PARTICIPANT' ? prepared.then(() => saveOwnApplications(userId)) : prepared;
    all.catch(() => undefined);
    if (globalThis.Notification?.permission === 'granted')
      void prepared
        .then(async () => (await import('../../product/push.ts')).renewPush())
        .catch(() => undefined);
  }, [role, userId]);
  usePressedNotification();
  const isOnline = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  );
  const [known, surveys] = useCached(userId, isOnline);
  // Most people have no survey and no pending call.
  const hasSurvey = isOnline && Boolean(surveys);
  const offlineCopy = useUnseenPart(loadOfflineCopy, hasSurvey);
  const sender = useUnseenPart(loadSender, useHasPendingCalls() && isOnline);
  const isAskingLong = useLasts(known?.why === 'ASKING');
  const isShown = known === null ? !isOnline : known.why !== 'ASKING' || isAskingLong;
  const why = words.whyOutdated[known?.why ?? 'NO_CONNECTION'];
  return (
    <>
      {offlineCopy && hasSurvey && <offlineCopy.SaveCompletionPage />}
      {sender && <sender.PendingCallsSender />}
      <p role="status" className="mb-4 rounded-card bg-gold-tint px-4 py-3 text-sm empty:hidden">
        {isShown && (known === null ? why : words.lastKnown(why, agoOnDevice(known.since)))}
      </p>
    </>
  );
}
