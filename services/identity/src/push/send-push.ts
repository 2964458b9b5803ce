import { createECDH, hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import webPush from 'web-push';
import { HOUR_SECONDS, DAY_SECONDS } from '@app/contracts/durations.ts';
import type { EmailKind, PaymentEmailKind } from '@app/contracts/emails.ts';
import { type Queue, DefiniteFailure } from '@app/kit/jobs.ts';
import { readClock, transaction } from '@app/kit/database.ts';
import { pushWords } from '@app/words/push.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { deleteEndpoint, findSubscription, listSubscriptions, isPushService } from './subscriptions.ts';

/** Both VAPID keys (RFC 8292) are in base64url. */
interface PushKey {
  publicKey: string;
  privateKey: string;
}

/** New subscriptions use the first key. An older subscription uses the key that it was made with. */
export const derivePushKeys = (secrets: readonly Buffer[]): PushKey[] =>
  secrets.map((secret) => {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(secret);
    return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  });

type PushKind = EmailKind | PaymentEmailKind;

interface PushRequest {
  userId: string;
  asked: PushKind;
  about: string;
}

export interface PushJob extends PushRequest {
  sessionId: string;
  at: string;
}

export const PUSHES: Queue<PushJob> = { name: 'pushes' };
/** If a push service does not answer, only one of these waits. */
export const PUSHES_AT_ONCE = 5;

/** After this many seconds the push service drops the notification. */
const PUSH_LIFETIMES: Partial<Record<PushKind, number>> = {
  MEETING_SOON: 2 * HOUR_SECONDS,
  MEETING_TOMORROW: 12 * HOUR_SECONDS,
};
const DEFAULT_LIFETIME_SECONDS = DAY_SECONDS;
const lifetimeSeconds = (kind: PushKind) => PUSH_LIFETIMES[kind] ?? DEFAULT_LIFETIME_SECONDS;

const TIMEOUT_MS = 10_000;
/** These codes mean that the subscription has ended (RFC 8030 7.3). Other refusals may be our own fault. */
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);
const MS_PER_SECOND = 1000;

const findPushText = (kind: PushKind) =>
  kind in pushWords ? pushWords[kind as keyof typeof pushWords] : undefined;

/** A topic has at most 32 characters (RFC 8030 5.4), so we use a hash. */
const pushTopic = ({ asked, about }: PushRequest) =>
  hash('sha256', `${asked} ${about}`, 'base64url').slice(0, 32);

/** Stores the pushes in the transaction of their event; a job sends them after the commit. */
export async function queuePushes(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { userId, asked, about }: PushRequest,
): Promise<void> {
  if (!findPushText(asked)) return;
  const sessions = await listSubscriptions(trx, userId);
  if (sessions.length === 0) return;
  const at = (await readClock(trx)).toISOString();
  for (const sessionId of sessions) await jobs.send(trx, PUSHES, { userId, asked, about, sessionId, at });
}

/** A repeated push has the same topic, so the browser shows one notification. */
export async function sendPush(
  deps: Pick<Deps, 'db' | 'config' | 'jobs' | 'log'>,
  job: PushJob,
  resolvePath: (asked: PushRequest) => Promise<string | undefined>,
): Promise<void> {
  const { config, db, jobs, log } = deps;
  const text = findPushText(job.asked);
  const now = await readClock(db);
  const age = (now.getTime() - Date.parse(job.at)) / MS_PER_SECOND;
  const TTL = Math.floor(lifetimeSeconds(job.asked) - age);
  if (!text || TTL <= 0) return;
  const subscription = await findSubscription(db, job);
  if (!subscription) return;
  const { endpoint, p256dh, auth, publicKey } = subscription;
  const key = derivePushKeys(config.PUSH_KEYS ?? []).find((one) => one.publicKey === publicKey);
  if (!key || !isPushService(endpoint, config.PUSH_SERVICES)) return;
  const path = await resolvePath(job);
  if (path === undefined) return;

  const options = {
    vapidDetails: { subject: `mailto:${config.ADMIN_EMAIL[0]}`, ...key },
    TTL,
    urgency: 'high',
    topic: pushTopic(job),
  } as const;
  const payload = JSON.stringify({ ...text, path, tag: pushTopic(job) });
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
  const answer = await fetch(request.endpoint, {
    method: 'POST',
    headers: request.headers as Record<string, string>,
    body: request.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  const { status } = answer;
  if (GONE_STATUSES.has(status)) return deleteEndpoint(db, endpoint);
  if (answer.ok) return;
  const { host } = new URL(endpoint);
  if (status === 429 || status >= 500) {
    const afterSeconds = secondsToWait(answer.headers.get('retry-after'), now);
    if (afterSeconds === undefined) throw new Error(`push service: ${status}`);
    log.warn({ status, host, afterSeconds }, 'a push service asks us to wait');
    await transaction(db, (trx) =>
      jobs.send(trx, PUSHES, job, { afterSeconds: Math.min(afterSeconds, TTL) }),
    );
    return;
  }
  log.error({ status, host }, 'a push service refuses our pushes');
  throw new DefiniteFailure(`push service: ${status}`);
}

/** The header Retry-After has either seconds or a date (RFC 9110 10.2.3). */
function secondsToWait(header: string | null, now: Date): number | undefined {
  const value = header?.trim() ?? '';
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((Date.parse(value) - now.getTime()) / MS_PER_SECOND);
  return seconds > 0 ? seconds : undefined;
}
