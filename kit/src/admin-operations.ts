import type { Kysely } from 'kysely';
import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import { DAY_MS } from '@app/contracts/durations.ts';
import { type AuditFilter, type RecordEvent, countAudit, readAudit } from './audit.ts';
import { csv } from './csv.ts';
import { type Engine, transaction } from './database.ts';
import { countDeadLetters, listDeadLetters } from './dead-letters.ts';
import type { Jobs } from './jobs.ts';
import type { Route } from './route.ts';

const ROWS_AT_ONCE = 5000;
const AUDIT_COLUMNS = ['at', 'event', 'userId', 'adminId', 'about'];

interface Operated {
  engine: Pick<Engine, 'owner'>;
  schema: string;
  db: Kysely<unknown>;
  jobs: Jobs;
  recordEvent: RecordEvent<'DEAD_LETTERS_RETRIED'>;
}

interface AuditQuery extends Pick<AuditFilter, 'userId' | 'adminId' | 'event'> {
  since?: string | undefined;
  until?: string | undefined;
}

function auditFilter({ since, until, userId, adminId, event }: AuditQuery): AuditFilter {
  const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    userId,
    adminId,
    event,
    since: since === undefined ? undefined : startOf(since),
    before: until === undefined ? undefined : new Date(startOf(until).getTime() + DAY_MS),
  };
}

export function mountAdminOperations(
  route: Route,
  operations: AdminOperations,
  { engine: { owner }, schema, db, jobs, recordEvent }: Operated,
): void {
  route(operations.listDeadLettersAsAdmin, async ({ query: { queue, page, size } }) => {
    const rows = await listDeadLetters(db, schema, { queue }, { most: size, skipped: page * size });
    const content = rows.map(({ id, queue: ofQueue, since, data }) => {
      const { kind, asked, userId } = (data ?? {}) as Record<string, unknown>;
      const text = (value: unknown) => (typeof value === 'string' ? value : null);
      return {
        id,
        queue: ofQueue,
        since: since.toISOString(),
        kind: text(asked ?? kind),
        userId: text(userId),
      };
    });
    return { content, totalElements: await countDeadLetters(db, schema, { queue }), size, number: page };
  });

  route(operations.retryDeadLettersAsAdmin, async ({ body: { id, queue }, fail }) =>
    transaction(db, async (trx) => {
      const retried = await jobs.retryDeadLetters(trx, id === undefined ? { queue } : { id });
      if (retried === 0) fail('ALREADY_DONE');
      await recordEvent(trx, 'DEAD_LETTERS_RETRIED', { about: `${id ?? queue}: ${retried}` });
      return { retried };
    }),
  );

  route(operations.listAuditAsAdmin, async ({ query: { page, size, ...query } }) => {
    const filter = auditFilter(query);
    const rows = await readAudit(owner, schema, { ...filter, most: size, skipped: page * size });
    const content = rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
    return { content, totalElements: await countAudit(owner, schema, filter), size, number: page };
  });

  route(operations.exportAuditAsAdmin, async ({ query }) => {
    async function* batches() {
      yield [AUDIT_COLUMNS];
      let after: string | undefined;
      for (;;) {
        const rows = await readAudit(owner, schema, { ...auditFilter(query), after, most: ROWS_AT_ONCE });
        yield rows.map(({ at, event, userId, adminId, about }) => [
          at.toISOString(),
          event,
          userId ?? '',
          adminId ?? '',
          about ?? '',
        ]);
        after = rows.at(-1)?.id;
        if (rows.length < ROWS_AT_ONCE) return;
      }
    }
    return { name: `audit-${schema}.csv`, text: csv(batches()) };
  });
}
