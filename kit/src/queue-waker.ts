import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

const LOOK_MS = 1000;

/** The conditions are the same as in pg-boss's own fetch. */
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

interface QueueWaker {
  add(queue: string, worker: string): void;
  stop(): Promise<void>;
}

/** If each worker polled, polling would be most of the load of an idle system. */
export function createQueueWaker(boss: PgBoss, schema: string): QueueWaker {
  const workers = new Map<string, string[]>();
  const stopped = new AbortController();
  const look = async () => {
    const due = workers.size === 0 ? [] : await findDueQueues(boss.getDb(), schema, [...workers.keys()]);
    for (const worker of due.flatMap((queue) => workers.get(queue) ?? [])) boss.notifyWorker(worker);
  };
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      // Workers also poll, though rarely, and report errors.
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
