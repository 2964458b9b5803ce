import { randomUUIDv7 } from 'node:crypto';
import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely';
import { currentRequest } from './current-request.ts';
import type { Limiter } from './limits.ts';
import type { Caller } from './viewer.ts';

/**
 * Audit entries (ASVS 16.3) are written in the transaction of the event and contain no typed text. The field
 * `about` holds codes, ids and an operator's reason.
 */
export type RecordEvent<Event extends string> = <Tables>(
  db: Kysely<Tables>,
  event: Event,
  what?: { userId?: string | undefined; adminId?: string | undefined; about?: string },
) => Promise<void>;

export interface AuditTable {
  audit_id: string;
  at: Generated<Date>;
  event: string;
  user_id: string | null;
  admin_id: string | null;
  address: string | null;
  request_id: string | null;
  about: string | null;
}

/** The service's database role may insert audit entries, but not read or change them. */
export function createAudit<Event extends string>(schema: string): RecordEvent<Event> {
  const table = sql.table(`${schema}.audit`);
  return async (db, event, { userId, adminId, about } = {}) => {
    const request = currentRequest();
    await sql`
      insert into ${table} (audit_id, event, user_id, admin_id, address, request_id, about)
      values (${randomUUIDv7()}, ${event}, ${userId ?? null}, ${adminId ?? request?.adminId ?? null}, ${request?.address ?? null}, ${request?.id ?? null},
        ${about ?? null})`.execute(db);
  };
}

interface RecordedEvent {
  id: string;
  at: Date;
  event: string;
  userId: string | null;
  adminId: string | null;
  about: string | null;
}

export interface AuditFilter {
  /** If it is absent, the last seven days are read. */
  since?: Date | undefined;
  before?: Date | undefined;
  /** The id of the person or the admin whom the entry is about. */
  who?: string | undefined;
  userId?: string | undefined;
  adminId?: string | undefined;
  event?: string | undefined;
}

interface AuditPage extends AuditFilter {
  most: number;
  skipped?: number;
  /** Only entries that come after the entry with this id are returned. */
  after?: string | undefined;
}

const isMeant = ({ since, before, who, userId, adminId, event }: AuditFilter) => sql`
  at >= coalesce(${since ?? null}::timestamptz, now() - interval '7 days')
  and at < coalesce(${before ?? null}::timestamptz, 'infinity')
  and (${who ?? null}::uuid is null or ${who ?? null}::uuid in (user_id, admin_id))
  and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
  and (${adminId ?? null}::uuid is null or admin_id = ${adminId ?? null}::uuid)
  and (${event ?? null}::text is null or event = ${event ?? null}::text)`;

/**
 * Returns the newest entries first. Services cannot read the audit, so `owner` must be the database's owner.
 */
export async function readAudit(
  owner: Kysely<unknown>,
  schema: string,
  { most, skipped = 0, after, ...filter }: AuditPage,
): Promise<RecordedEvent[]> {
  const table = sql.table(`${schema}.audit`);
  const { rows } = await sql<RecordedEvent>`
    select audit_id as id, at, event, user_id as "userId", admin_id as "adminId", about
    from ${table} where ${isMeant(filter)} and (${after ?? null}::uuid is null
      or (at, audit_id) < (select at, audit_id from ${table} where audit_id = ${after ?? null}::uuid))
    order by at desc, audit_id desc limit ${most} offset ${skipped}`.execute(owner);
  return rows;
}

export async function countAudit(
  owner: Kysely<unknown>,
  schema: string,
  filter: AuditFilter,
): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from ${sql.table(`${schema}.audit`)} where ${isMeant(filter)}`.execute(
    owner,
  );
  return rows[0]?.many ?? 0;
}

export async function countOldAudit(
  owner: Kysely<unknown>,
  schema: string,
  before: RawBuilder<Date>,
): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from ${sql.table(`${schema}.audit`)} where at < ${before}`.execute(owner);
  return rows[0]?.many ?? 0;
}

/** The database also refuses to delete entries younger than the retention period. */
export async function deleteOldAudit(
  owner: Kysely<unknown>,
  schema: string,
  before: RawBuilder<Date>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(`${schema}.audit`)} where at < ${before}`.execute(owner);
  return Number(numAffectedRows ?? 0);
}

/** Anyone can repeat a refused call, so only some per person and hour are recorded. */
export function createRefusalRecorder(
  db: Kysely<unknown>,
  limiter: Limiter,
  recordEvent: RecordEvent<'ACCESS_REFUSED'>,
): (viewer: Caller, about: string) => Promise<void> {
  return async ({ userId, role }, about) => {
    const { isWithin } = await limiter.count(db, 'REFUSALS_RECORDED_PER_PERSON_PER_HOUR', userId);
    if (isWithin)
      await recordEvent(db, 'ACCESS_REFUSED', { userId: role === 'ADMIN' ? undefined : userId, about });
  };
}
