import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Log } from './log.ts';
import { codeOf } from './problem.ts';
import { SettingsError } from './settings.ts';

/** PostgreSQL 15, as its `server_version_num` says it. */
const OLDEST_SERVER = 150_000;
const PAUSE_MS = 500;

/**
 * Waits for a server that does not answer yet, as where both start together. Throws SettingsError with the remedy where it
 * does not come, refuses or is too old.
 */
export async function reachServer(
  owner: Kysely<unknown>,
  { waitSeconds, log }: { waitSeconds: number; log: Log },
): Promise<void> {
  const end = Date.now() + waitSeconds * 1000;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { rows } = await sql<{ version: number }>`
        select current_setting('server_version_num')::int as version`.execute(owner);
      if ((rows[0]?.version ?? 0) >= OLDEST_SERVER) return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      const mayCome = codeOf(error).code === 'UNAVAILABLE' && !(code in REFUSALS);
      if (!mayCome || Date.now() >= end)
        throw new SettingsError([`DATABASE_URL: ${remedyFor(code)}`], { cause: error });
      if (isFirst) log.warn({ err: error }, 'the database does not answer yet');
      await pause(PAUSE_MS);
      continue;
    }
    throw new SettingsError(['DATABASE_URL: the server is too old: PostgreSQL 15 or newer is needed']);
  }
}

/** Time does not mend these. */
const REFUSALS: Record<string, string> = {
  '28P01': 'the server refuses its user and password: correct them, or `alter role … password`',
  '28000': 'the server refuses its user: correct it, or let it log in from here (pg_hba.conf)',
  '3D000': 'the server has no such database: create it (`createdb`), or correct the name',
  '08P01':
    'a pooler answers that takes no start-up options, which the services’ roles and time-outs need: lead it to the server itself, or set DATABASE_DIRECT_URL to that (docs/pooler.md)',
};
const ABSENCES: Record<string, string> = {
  '25006': 'the server takes no writes, as a standby does not: lead it to the one that does',
  ENOTFOUND: 'no such host is known: correct its name',
  EAI_AGAIN: 'no such host is known: correct its name, or see to this machine’s name server',
  '53300': 'the server takes no more connections: raise its max_connections, or lower DATABASE_POOL_SIZE',
};
const remedyFor = (code: string) =>
  REFUSALS[code] ??
  ABSENCES[code] ??
  'no server can be used there: start it, or correct host and port; DATABASE_WAIT_SECONDS is how long it is waited for';
