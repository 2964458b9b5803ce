import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Log } from './log.ts';
import { classifyError } from './problem.ts';
import { SettingsError } from './settings.ts';

const OLDEST_SERVER = 150_000;
const PAUSE_MS = 500;

interface WaitOptions {
  waitSeconds: number;
  log: Log;
}

/** Waits for the server. If it stays unreachable, throws a SettingsError that says what to do. */
export async function waitForServer(owner: Kysely<unknown>, waiting: WaitOptions): Promise<void> {
  const { rows } = await retryUntilAnswered(waiting, () =>
    sql<{ version: number; encoding: string }>`
      select current_setting('server_version_num')::int as version,
        current_setting('server_encoding') as encoding`.execute(owner),
  ).catch((error: unknown) => {
    throw new SettingsError([connectionRemedy(error)], { cause: error });
  });
  const { version = 0, encoding = '' } = rows[0] ?? {};
  if (version < OLDEST_SERVER)
    throw new SettingsError(['DATABASE_URL: the server is too old: PostgreSQL 15 or newer is needed']);
  if (encoding !== 'UTF8')
    throw new SettingsError([
      `DATABASE_URL: the database has the encoding ${encoding}, and UTF8 is needed: \`createdb --template=template0 --encoding=UTF8 …\``,
    ]);
}

export async function retryUntilAnswered<Answer>(
  { waitSeconds, log }: WaitOptions,
  probe: () => Promise<Answer>,
): Promise<Answer> {
  const end = Date.now() + waitSeconds * 1000;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await probe();
    } catch (error) {
      const mayCome =
        classifyError(error).code === 'UNAVAILABLE' && !(sqlStateOrEmpty(error) in REFUSAL_REMEDIES);
      if (!mayCome || Date.now() >= end) throw error;
      if (isFirst) log.warn({ err: error }, 'the database does not answer yet');
      await pause(PAUSE_MS);
    }
  }
}

/** Poolers use one error code for all faults. Messages that match this pattern mean a temporary fault. */
const TEMPORARY_POOLER_ERROR =
  /query_wait_timeout|connect failed|cannot connect|(?:connect|login) timeout|more connections|shut/i;

function sqlStateOrEmpty(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return '';
  const isPassing = error.code === '08P01' && TEMPORARY_POOLER_ERROR.test(error.message);
  return isPassing ? '' : String(error.code);
}

export const isLogInRefusal = (error: unknown): boolean => /^(?:28\w{3}|08P01)$/.test(sqlStateOrEmpty(error));

const REFUSAL_REMEDIES: Record<string, string> = {
  '28P01': 'the server refuses its user and password: correct them, or `alter role … password`',
  '28000': 'the server refuses its user: correct it, or let it log in from here (pg_hba.conf)',
  '3D000': 'the server has no such database: create it (`createdb`), or correct the name',
  '08P01':
    'a pooler answers that takes no start-up options, which the services’ roles and time-outs need: lead it to the server itself, or set DATABASE_DIRECT_URL to that (docs/pooler.md)',
};
const UNREACHABLE_REMEDIES: Record<string, string> = {
  '25006': 'the server takes no writes, as a standby does not: lead it to the one that does',
  ENOTFOUND: 'no such host is known: correct its name',
  EAI_AGAIN: 'no such host is known: correct its name, or see to this machine’s name server',
  '53300': 'the server takes no more connections: raise its max_connections, or lower DATABASE_POOL_SIZE',
};
const NO_SERVER_REMEDY =
  'no server can be used there: start it, or correct host and port; a start waits 30 seconds for one that does not answer yet';

export function connectionRemedy(error: unknown): string {
  const code = sqlStateOrEmpty(error);
  return `DATABASE_URL: ${REFUSAL_REMEDIES[code] ?? UNREACHABLE_REMEDIES[code] ?? NO_SERVER_REMEDY}`;
}
