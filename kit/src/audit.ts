import { randomUUIDv7 } from 'node:crypto';
import type { Generated, Kysely } from 'kysely';
import { sql } from 'kysely';
import { currentRequest } from './current-request.ts';
import type { Limiter } from './limits.ts';
import type { Viewer } from './viewer.ts';

/**
 * Writes what somebody may have to answer for (ASVS 16.3), in the transaction of what happened where there is one. Says
 * who and from where, never what they typed; `about` holds codes and ids only.
 */
export type NoteEvent<Event extends string> = <Tables>(
  db: Kysely<Tables>,
  event: Event,
  what?: { userId?: string | undefined; about?: string },
) => Promise<void>;

/** `<schema>.audit` of each service. */
export interface AuditTable {
  audit_id: string;
  at: Generated<Date>;
  event: string;
  user_id: string | null;
  address: string | null;
  request_id: string | null;
  about: string | null;
}

/** Notes into `<schema>.audit`, a table to which the service may add and nothing else. */
export function createAudit<Event extends string>(schema: string): NoteEvent<Event> {
  const table = sql.table(`${schema}.audit`);
  return async (db, event, { userId, about } = {}) => {
    const request = currentRequest();
    await sql`
      insert into ${table} (audit_id, event, user_id, address, request_id, about)
      values (${randomUUIDv7()}, ${event}, ${userId ?? null}, ${request?.address ?? null}, ${request?.id ?? null},
        ${about ?? null})`.execute(db);
  };
}

/** Notes refused calls, so many of a person and an hour: anybody can repeat one at will. */
export function createRefusalNotes(
  db: Kysely<unknown>,
  limiter: Limiter,
  noteEvent: NoteEvent<'ACCESS_REFUSED'>,
): (viewer: Viewer, about: string) => Promise<void> {
  return async ({ userId }, about) => {
    const { isWithin } = await limiter.count(db, 'REFUSALS_NOTED_PER_PERSON_PER_HOUR', userId);
    if (isWithin) await noteEvent(db, 'ACCESS_REFUSED', { userId, about });
  };
}
