import { transaction } from '@app/kit/database.ts';
import { readClock } from '@app/kit/read-clock.ts';
import type { Deps } from '../deps.ts';
import type { Fate } from './gateway.ts';
import { secondsUntilOpen } from './hours.ts';
import { claim, findState, move } from './queries.ts';
import { type TextJob, type TextKind, TEXTS, priorityOf } from './queue-text.ts';

/** How many texts leave at once: a gateway that hangs holds up one of them. */
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
  const { db, config, gateway } = deps;
  const { id, userId } = job;
  const kind = kinds.find(({ name }) => name === job.kind);
  // Queued by a node of another version: it waits for one that knows it.
  if (!kind) throw new Error(`No text is called ${job.kind}`);
  const state = await findState(db, id);
  // Who claimed it has died, or is still at it and says more itself.
  if (state === 'LEAVING') return move(db, id, ['LEAVING'], { state: 'UNKNOWN', reason: 'CUT' });
  if (state !== 'WAITING') return undefined;
  const drop = (reason: string) => move(db, id, ['WAITING', 'LEAVING'], { state: 'DROPPED', reason });
  if (!gateway) return drop('NO_GATEWAY');
  const afterSeconds = kind.isUrgent ? 0 : secondsUntilOpen(await readClock(db), config.TEXT_HOURS);
  if (afterSeconds > 0)
    return transaction(db, (trx) =>
      deps.jobs.send(trx, TEXTS, job, { afterSeconds, priority: priorityOf(kind) }),
    );
  const written = await kind.write(deps, job);
  if (!written) return drop(userId === null ? 'NOBODY' : 'STALE');
  const { to, text } = written;
  const numberHash = deps.seal.keyedHash(to);
  if (!(await claim(db, { id, gateway: gateway.name, numberHash }))) return undefined;
  const fate = await gateway.send({ to, text, reportUrl: '' });
  return settle(deps, id, fate);
}

async function settle({ db }: Deps, id: string, fate: Fate): Promise<void> {
  // Another try may have taken this one for dead meanwhile.
  const left = ['LEAVING', 'UNKNOWN'] as const;
  switch (fate.kind) {
    case 'accepted':
      return move(db, id, left, { state: 'ACCEPTED', gatewayId: fate.gatewayId });
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
