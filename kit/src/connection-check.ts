import pg from 'pg';
import type { Log } from './log.ts';
import { ClosingClient } from './postgres-client.ts';
import { classifyError } from './problem.ts';
import { connectionRemedy, isLogInRefusal, retryUntilAnswered } from './reach-server.ts';
import { SettingsError } from './settings.ts';

export interface CheckedConnections {
  waitSeconds: number;
  namesStatements: boolean;
  poolerAddress: ((role: string) => string) | undefined;
  clientConfig(role: string, address: string | undefined): pg.ClientConfig;
  log: Log;
}

/** A pooler or proxy may drop a connection's options, or mix up statements. */
export async function assertOptionsKept(
  roles: readonly string[],
  { waitSeconds, namesStatements, poolerAddress, clientConfig, log }: CheckedConnections,
): Promise<void> {
  const problems = new Set<string>();
  for (const role of roles) {
    for (const address of new Set([poolerAddress?.(role), undefined])) {
      const isPooled = address !== undefined;
      const config = clientConfig(role, address);
      const lost = await retryUntilAnswered({ waitSeconds, log }, async () => [
        ...(await findLost(role, config, isPooled)),
        ...(isPooled && namesStatements ? await findMixedUp(config) : []),
      ]).catch((error: unknown) => {
        if (isPooled && isLogInRefusal(error)) throw new SettingsError([noLogIn(role)], { cause: error });
        if (classifyError(error).code !== 'UNAVAILABLE') throw error;
        throw new SettingsError([connectionRemedy(error)], { cause: error });
      });
      for (const problem of lost) problems.add(problem);
    }
  }
  if (problems.size > 0) throw new SettingsError([...problems]);
}

/** Poolers do not pass on start-up options, so these settings must be set on the role itself. */
const ROLE_SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
};

const noLogIn = (role: string) =>
  `DATABASE_URL: nobody can log in there as ${role}: \`alter role ${role} login password '…'\`, and let the pooler know ` +
  'that user (docs/pooler.md)';

const STATEMENT_MIX_UP_CODES = new Set(['26000', '42P05']);

async function findMixedUp(config: pg.ClientConfig): Promise<string[]> {
  const clients = [new ClosingClient(config), new ClosingClient(config)];
  const statement = { name: 'kept_apart', text: 'select $1::int', values: [1] };
  try {
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
    }
    for (const client of [...clients, ...clients]) await client.query(statement);
    return [];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && STATEMENT_MIX_UP_CODES.has(error.code ?? ''))) throw error;
    return [
      'DATABASE_STATEMENTS: the pooler mixes named statements up: set unnamed, or its max_prepared_statements (docs/pooler.md)',
    ];
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

async function findLost(role: string, config: pg.ClientConfig, isPooled: boolean): Promise<string[]> {
  const client = new ClosingClient(config);
  client.on('error', () => {});
  let found: { role: string; zone: string; unlimited: string[] } | undefined;
  try {
    await client.connect();
    ({
      rows: [found],
    } = await client.query(`
      select current_user as role, current_setting('timezone') as zone,
        array(select name from pg_settings where setting = '0'
          and name in ('statement_timeout', 'idle_in_transaction_session_timeout')) as unlimited`));
  } finally {
    await client.end().catch(() => {});
  }
  if (!found) return [];
  const { unlimited } = found;
  const lacking = found.zone === 'UTC' ? unlimited : [...unlimited, 'timezone'];
  const wrongRole = found.role === role ? [] : [`connections act as ${found.role} and not as ${role}`];
  if (isPooled) {
    return [
      ...wrongRole.map(
        (what) => `DATABASE_URL: ${what}: the pooler must log in as the user of each connection`,
      ),
      ...lacking.map(
        (name) =>
          `DATABASE_URL: connections of ${role} have no ${name}, which it must have by itself behind a pooler: ` +
          `\`alter role ${role} set ${name} = '${ROLE_SETTINGS[name]}'\``,
      ),
    ];
  }
  return [
    ...wrongRole,
    ...lacking.map((name) => `connections have no ${name}${name === 'timezone' ? ' UTC' : ''}`),
  ].map(
    (what) =>
      `DATABASE_URL: ${what}, so something between drops start-up options, such as a pooler by ` +
      'ignore_startup_parameters: lead it to the server itself, or set DATABASE_DIRECT_URL (docs/pooler.md)',
  );
}
