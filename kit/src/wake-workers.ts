import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

const LOOK_MS = 1000;

/** The queues of these in which a job may be fetched by now, as pg-boss's own fetch asks it of one queue. */
export async function findDueQueues(
  db: ReturnType<PgBoss['getDb']>,
  schema: string,
  queues: readonly string[],
): Promise<string[]> {
  const { rows } = await db.executeSql(
    `select queue.name from unnest($1::text[]) as queue (name) where exists (
      select from ${schema}.job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= ${schema}.job_now())`,
    [queues],
  );
  return rows.map(({ name }: { name: string }) => name);
}

export interface Waking {
  /** Wakes this worker, too, whenever a job of the queue is due: a retry, or what was sent to be done later. */
  add(queue: string, worker: string): void;
  stop(): Promise<void>;
}

/** Looks for due jobs of all queues by one statement: polling by each worker is most of what an idle product costs. */
export function wakeWorkers(boss: PgBoss, schema: string): Waking {
  const workers = new Map<string, string[]>();
  const stopped = new AbortController();
  const look = async () => {
    const due = workers.size === 0 ? [] : await findDueQueues(boss.getDb(), schema, [...workers.keys()]);
    for (const worker of due.flatMap((queue) => workers.get(queue) ?? [])) boss.notifyWorker(worker);
  };
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      // The workers ask by themselves too, seldom, and tell what fails.
      await look().catch(() => {});
      await delay(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    add: (queue, worker) => void workers.set(queue, [...(workers.get(queue) ?? []), worker]),
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}
