import { setTimeout } from 'node:timers/promises';
import { transaction, readClock } from '@app/kit/database.ts';
import { GHANA_MOBILE_NUMBER } from '@app/kit/phone-number.ts';
import { HOUR_MS } from '@app/contracts/durations.ts';
import { runForEach, runSteps } from '@app/kit/job-steps.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { TextSendOutcome, TextGateway } from '../text-gateway.ts';
import { UNITS_PER_PART, toGsm7, countGsm7Units } from '../gsm7.ts';
import { secondsUntilOpen } from './sending-hours.ts';
import {
  applyEarlyReport,
  claimText,
  findTextState,
  transitionText,
  deleteExpiredEarlyReports,
  listUnreported,
  applyReport,
} from './queries.ts';
import { type TextJob, type TextKind, TEXTS, URGENT_TEXTS } from './queue-text.ts';
import { reportUrl } from './routes.ts';

const FIRST_MS = 250;
/** No pause is longer than this, because a code is valid for only ten minutes. */
const MAX_PAUSE_MS = 30_000;

type GatewayPause = ReturnType<typeof createGatewayPause>;

/**
 * After a fault of the gateway, a text may be lost. So only one text at a time is tried, after growing
 * pauses.
 */
export function createGatewayPause() {
  let pauseMs = 0;
  let until = 0;
  let trial: Promise<void> | undefined;
  let faultRecordedAt = -Infinity;
  return {
    /**
     * Returns undefined while the gateway is paused. Otherwise returns a function that the caller must call
     * at the end.
     */
    async begin(): Promise<(() => void) | undefined> {
      if (pauseMs === 0) return () => {};
      await setTimeout(Math.max(Math.ceil(until - performance.now()), 0), undefined, { ref: false });
      if (pauseMs > 0 && trial === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        trial = promise;
        return () => {
          trial = undefined;
          resolve();
        };
      }
      await trial;
      return pauseMs === 0 ? () => {} : undefined;
    },
    record(isWell: boolean): boolean {
      const wasWell = pauseMs === 0;
      if (isWell) pauseMs = 0;
      else if (performance.now() >= until) {
        pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_MS), MAX_PAUSE_MS);
        until = performance.now() + pauseMs;
      }
      return wasWell && !isWell;
    },
    /** Logs a refusal at most once an hour, because a network may refuse every text in the same way. */
    recordOwnFault(): boolean {
      if (performance.now() - faultRecordedAt < HOUR_MS) return false;
      faultRecordedAt = performance.now();
      return true;
    },
  };
}

/** While a gateway does not answer, only one text at a time is tried. */
export const TEXTS_AT_ONCE = 5;

class TextDeferred extends Error {
  override readonly name = 'TextDeferred';
}

/**
 * A text is claimed before it is sent, and is never sent twice, because no gateway detects a second copy.
 * Throws while it cannot be sent, so that the job is retried.
 */
export async function deliverText(deps: Deps, kinds: readonly TextKind[], job: TextJob): Promise<void> {
  const { db, gateway } = deps;
  const { id } = job;
  const kind = kinds.find(({ name }) => name === job.kind);
  // A node of another version queued this kind. The job fails until a node that knows the kind runs it.
  if (!kind) throw new Error(`No text kind is called ${job.kind}`);
  const state = await findTextState(db, id);
  // Another worker has claimed this text. That worker has died, or it will record the outcome itself.
  if (state === 'LEAVING') return transitionText(db, id, ['LEAVING'], { state: 'UNKNOWN', reason: 'CUT' });
  if (state !== 'WAITING') return undefined;
  if (!gateway) return drop(db, id, 'NO_GATEWAY');
  const end = await gatewayPause(gateway, kind).begin();
  if (!end) throw new TextDeferred('RESTS');
  try {
    return await handOver(deps, gateway, kind, job);
  } finally {
    end();
  }
}

const drop = (db: Deps['db'], id: string, reason: string) =>
  transitionText(db, id, ['WAITING', 'LEAVING'], { state: 'DROPPED', reason });

async function handOver(deps: Deps, gateway: TextGateway, kind: TextKind, job: TextJob): Promise<void> {
  const { db, config, log } = deps;
  const { id, userId } = job;
  const now = await readClock(db);
  const afterSeconds = kind.isUrgent ? 0 : secondsUntilOpen(now, config.TEXT_HOURS);
  if (afterSeconds > 0) return putOff(deps, kind, job, afterSeconds);
  const written = await kind.write(deps, job);
  if (!written) return drop(db, id, userId === null ? 'NOBODY' : 'STALE');
  const { to, notBefore = now } = written;
  if (notBefore > now)
    return putOff(deps, kind, job, Math.ceil((notBefore.getTime() - now.getTime()) / 1000));
  // Landlines cannot receive texts, and texts to other countries cost more.
  if (!GHANA_MOBILE_NUMBER.test(to)) return drop(db, id, 'NUMBER');
  const text = toGsm7(written.text);
  if (text === undefined || countGsm7Units(text) + (gateway.appendsUnits ?? 0) > UNITS_PER_PART) {
    log.error({ kind: kind.name }, 'a text is more than one part');
    return drop(db, id, 'TEXT');
  }
  const numberHash = deps.seal.keyedHash(to);
  if (!(await claimText(db, { id, gateway: gateway.name, numberHash }))) return undefined;
  const limits = kind.isUrgent ? [] : textLimits(userId);
  for (const [limit, caller] of limits) {
    const { isWithin, isFirstBeyond } = await deps.limiter.count(db, limit, caller);
    if (isFirstBeyond && caller === EVERYBODY)
      log.error('no more notifications are sent as texts today: the budget is used up');
    if (!isWithin) return drop(db, id, caller === EVERYBODY ? 'BUDGET' : 'CEILING');
  }
  const outcome = await gateway.send({ to, text, reportUrl: reportUrl(config, id) });
  if (isHeld(outcome)) for (const [limit, caller] of limits) await deps.limiter.uncount(db, limit, caller, 1);
  return settle(deps, { id, gateway: gateway.name, pause: gatewayPause(gateway, kind) }, outcome);
}

const EVERYBODY = 'everybody';

/** Only notifications are limited here. Codes are limited when they are requested. */
const textLimits = (userId: string | null) =>
  [
    ['TEXTS_PER_PERSON_PER_DAY', userId ?? ''],
    ['TEXTS_PER_INSTALLATION_PER_DAY', EVERYBODY],
  ] as const;

const putOff = (deps: Deps, kind: TextKind, job: TextJob, afterSeconds: number) =>
  transaction(deps.db, (trx) =>
    deps.jobs.send(trx, kind.isUrgent ? URGENT_TEXTS : TEXTS, job, { afterSeconds }),
  );

/** Codes and notifications pause separately, so that no code waits while a notification is tried. */
const gatewayPauses = {
  urgent: new WeakMap<TextGateway, GatewayPause>(),
  ordinary: new WeakMap<TextGateway, GatewayPause>(),
};
function gatewayPause(gateway: TextGateway, { isUrgent }: Pick<TextKind, 'isUrgent'>): GatewayPause {
  const ofQueue = isUrgent ? gatewayPauses.urgent : gatewayPauses.ordinary;
  const pause = ofQueue.get(gateway) ?? createGatewayPause();
  ofQueue.set(gateway, pause);
  return pause;
}

const isHeld = ({ kind }: TextSendOutcome) => kind === 'not-sent' || kind === 'account';

async function settle(
  { db, log }: Deps,
  { id, gateway, pause }: { id: string; gateway: string; pause: GatewayPause },
  outcome: TextSendOutcome,
): Promise<void> {
  const hasJustFailed = pause.record(outcome.kind === 'accepted' || outcome.kind === 'refused');
  if (hasJustFailed)
    log[outcome.kind === 'account' ? 'error' : 'warn'](
      { fate: outcome.kind, ...(outcome.kind === 'account' && { fault: outcome.fault }) },
      'the gateway accepts no texts',
    );
  if (outcome.kind === 'refused' && outcome.reason !== 'NUMBER' && pause.recordOwnFault())
    log.error(
      { reason: outcome.reason },
      outcome.reason === 'SENDER'
        ? 'a network refuses our sender id (SMS_SENDER)'
        : 'the gateway refuses the text of a message',
    );
  // Another run may have set the state to UNKNOWN in the meantime.
  const sentStates = ['LEAVING', 'UNKNOWN'] as const;
  switch (outcome.kind) {
    case 'accepted':
      await transitionText(db, id, sentStates, { state: 'ACCEPTED', gatewayId: outcome.gatewayId });
      if (outcome.gatewayId !== undefined) await applyEarlyReport(db, gateway, outcome.gatewayId);
      return undefined;
    case 'refused':
      return transitionText(db, id, sentStates, { state: 'FAILED', reason: outcome.reason });
    case 'unknown':
      return transitionText(db, id, sentStates, { state: 'UNKNOWN', reason: 'UNANSWERED' });
    case 'account':
    case 'not-sent':
      await transitionText(db, id, ['LEAVING'], { state: 'WAITING' });
      throw new TextDeferred(outcome.kind === 'account' ? outcome.fault : 'NOT_SENT');
  }
}

export const TEXT_WATCH: Queue<NoData> = {
  name: 'text-watch',
  cron: '*/10 * * * *',
  isDebounced: true,
  expireInSeconds: 300,
};

const ASKED_AT_ONCE = 100;
/** After this time, polling ends, so that a slow gateway can still be asked for the balance. */
const LONGEST_ASKING_MS = 200_000;

export const watchTexts = (deps: Deps, longestMs = LONGEST_ASKING_MS): Promise<void> =>
  runSteps(deps, {
    deleteExpiredEarlyReports: ({ db }) => deleteExpiredEarlyReports(db),
    pollUnreported: (all) => pollUnreported(all, longestMs),
    watchBalance,
  });

async function pollUnreported({ db, gateway }: Deps, longestMs: number): Promise<void> {
  if (!gateway?.pollDeliveryState) return;
  const until = performance.now() + longestMs;
  await runForEach(
    await listUnreported(db, gateway.name, ASKED_AT_ONCE),
    ({ textId }) => textId,
    async ({ textId, gatewayId }) => {
      if (performance.now() >= until) return;
      const state = await gateway.pollDeliveryState?.(gatewayId);
      if (state) await applyReport(db, { gateway: gateway.name, textId, gatewayId, state });
    },
  );
}

async function watchBalance({ config, gateway, log }: Deps): Promise<void> {
  const balance = await gateway?.readBalance?.();
  if (gateway?.readBalance && balance === undefined)
    log.warn('the gateway does not report its remaining credit');
  if (balance !== undefined && balance < config.SMS_LOW_BALANCE)
    log.error({ balance }, 'the balance at the text gateway is low');
}
