import { setTimeout } from 'node:timers/promises';
import { transaction, readClock } from '@app/kit/database.ts';
import { MOBILE_OF_GHANA } from '@app/kit/phone-number.ts';
import { HOUR_MS } from '@app/contracts/durations.ts';
import type { Deps } from '../deps.ts';
import type { Fate, TextGateway } from '../text-gateway.ts';
import { UNITS_OF_A_PART, foldText, unitsOf } from './gsm7.ts';
import { secondsUntilOpen } from './hours.ts';
import { applyEarlyReport, claim, findState, move } from './queries.ts';
import { type TextJob, type TextKind, TEXTS, URGENT_TEXTS } from './queue-text.ts';
import { reportUrl } from './routes.ts';

const FIRST_MS = 250;
/** A code is of use for ten minutes. */
const LONGEST_MS = 30_000;

type Rest = ReturnType<typeof createRest>;

/**
 * After a fault of the gateway itself, one text at a time tries whether it is well again, ever more rarely: each that a sick
 * gateway gets may be lost. Meanwhile the others in hand wait, so that the queue stands still.
 */
export function createRest() {
  let pauseMs = 0;
  let until = 0;
  let trial: Promise<void> | undefined;
  let faultNotedAt = -Infinity;
  return {
    /** Waits while it rests. Undefined if it is not well after that; else a text may leave, and says when it is done. */
    async begin(): Promise<(() => void) | undefined> {
      if (pauseMs === 0) return () => {};
      await setTimeout(Math.max(until - performance.now(), 0), undefined, { ref: false });
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
    /** Whether this is the first fault after it was well. */
    note(isWell: boolean): boolean {
      const wasWell = pauseMs === 0;
      if (isWell) pauseMs = 0;
      else if (performance.now() >= until) {
        pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_MS), LONGEST_MS);
        until = performance.now() + pauseMs;
      }
      return wasWell && !isWell;
    },
    /** Whether it is an hour since our sender id or our text was last refused: each text of one network may meet that. */
    noteOwnFault(): boolean {
      if (performance.now() - faultNotedAt < HOUR_MS) return false;
      faultNotedAt = performance.now();
      return true;
    },
  };
}

/** How many texts of a queue leave at once: a gateway that hangs holds up one of them. */
export const TEXTS_AT_ONCE = 5;

/** The gateway takes nothing now: the text waits for the next try. */
class Held extends Error {
  override readonly name = 'Held';
}

/**
 * Hands over one text, at most once: it is claimed before anything leaves, and one that was claimed is never sent again, since
 * no gateway tells a second copy from the first. Throws while it cannot leave, and is then called again.
 */
export async function deliverText(deps: Deps, kinds: readonly TextKind[], job: TextJob): Promise<void> {
  const { db, gateway } = deps;
  const { id } = job;
  const kind = kinds.find(({ name }) => name === job.kind);
  // Queued by a node of another version: it waits for one that knows it.
  if (!kind) throw new Error(`No text is called ${job.kind}`);
  const state = await findState(db, id);
  // Who claimed it has died, or is still at it and says more itself.
  if (state === 'LEAVING') return move(db, id, ['LEAVING'], { state: 'UNKNOWN', reason: 'CUT' });
  if (state !== 'WAITING') return undefined;
  if (!gateway) return drop(db, id, 'NO_GATEWAY');
  const end = await restOf(gateway, kind).begin();
  if (!end) throw new Held('RESTS');
  try {
    return await handOver(deps, gateway, kind, job);
  } finally {
    end();
  }
}

const drop = (db: Deps['db'], id: string, reason: string) =>
  move(db, id, ['WAITING', 'LEAVING'], { state: 'DROPPED', reason });

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
  // Landlines get no texts, and other countries cost more.
  if (!MOBILE_OF_GHANA.test(to)) return drop(db, id, 'NUMBER');
  const text = foldText(written.text);
  if (text === undefined || unitsOf(text) + (gateway.appendsUnits ?? 0) > UNITS_OF_A_PART) {
    log.error({ kind: kind.name }, 'a text is more than one part');
    return drop(db, id, 'TEXT');
  }
  const numberHash = deps.seal.keyedHash(to);
  if (!(await claim(db, { id, gateway: gateway.name, numberHash }))) return undefined;
  const limits = kind.isUrgent ? [] : limitsOf(userId);
  for (const [limit, who] of limits) {
    const { isWithin, isFirstBeyond } = await deps.limiter.count(db, limit, who);
    if (isFirstBeyond && who === EVERYBODY)
      log.error('no more news leaves as texts today: the budget is used up');
    if (!isWithin) return drop(db, id, who === EVERYBODY ? 'BUDGET' : 'CEILING');
  }
  const fate = await gateway.send({ to, text, reportUrl: reportUrl(config, id) });
  if (isHeld(fate)) for (const [limit, who] of limits) await deps.limiter.giveBack(db, limit, who, 1);
  return settle(deps, { id, gateway: gateway.name, rest: restOf(gateway, kind) }, fate);
}

const EVERYBODY = 'everybody';

/** Of news; codes have limits of their own where they are asked for. */
const limitsOf = (userId: string | null) =>
  [
    ['TEXTS_PER_PERSON_PER_DAY', userId ?? ''],
    ['TEXTS_PER_INSTALLATION_PER_DAY', EVERYBODY],
  ] as const;

const putOff = (deps: Deps, kind: TextKind, job: TextJob, afterSeconds: number) =>
  transaction(deps.db, (trx) =>
    deps.jobs.send(trx, kind.isUrgent ? URGENT_TEXTS : TEXTS, job, { afterSeconds }),
  );

/** Of each gateway one for each queue: a code tries it without waiting for the trial of news. */
const rests = { urgent: new WeakMap<TextGateway, Rest>(), news: new WeakMap<TextGateway, Rest>() };
function restOf(gateway: TextGateway, { isUrgent }: Pick<TextKind, 'isUrgent'>): Rest {
  const ofQueue = isUrgent ? rests.urgent : rests.news;
  const rest = ofQueue.get(gateway) ?? createRest();
  ofQueue.set(gateway, rest);
  return rest;
}

const isHeld = ({ kind }: Fate) => kind === 'not-sent' || kind === 'account';

async function settle(
  { db, log }: Deps,
  { id, gateway, rest }: { id: string; gateway: string; rest: Rest },
  fate: Fate,
): Promise<void> {
  const isNews = rest.note(fate.kind === 'accepted' || fate.kind === 'refused');
  if (isNews)
    log[fate.kind === 'account' ? 'error' : 'warn'](
      { fate: fate.kind, ...(fate.kind === 'account' && { fault: fate.fault }) },
      'the gateway takes no texts',
    );
  // Our own fault, which every text meets: not the number's.
  if (fate.kind === 'refused' && fate.reason !== 'NUMBER' && rest.noteOwnFault())
    log.error(
      { reason: fate.reason },
      fate.reason === 'SENDER'
        ? 'a network does not take our sender id (SMS_SENDER)'
        : 'the gateway refuses the text of a message',
    );
  // Another try may have taken this one for dead meanwhile.
  const left = ['LEAVING', 'UNKNOWN'] as const;
  switch (fate.kind) {
    case 'accepted':
      await move(db, id, left, { state: 'ACCEPTED', gatewayId: fate.gatewayId });
      if (fate.gatewayId !== undefined) await applyEarlyReport(db, gateway, fate.gatewayId);
      return undefined;
    case 'refused':
      return move(db, id, left, { state: 'FAILED', reason: fate.reason });
    case 'unknown':
      return move(db, id, left, { state: 'UNKNOWN', reason: 'UNANSWERED' });
    case 'account':
    case 'not-sent':
      await move(db, id, ['LEAVING'], { state: 'WAITING' });
      throw new Held(fate.kind === 'account' ? fate.fault : 'NOT_SENT');
  }
}
