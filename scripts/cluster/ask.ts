import pg from 'pg';

/** This statement succeeds on the leader and fails on a replica. */
export const IS_LEADER_SQL = 'select 1 / (not pg_is_in_recovery())::int';

export const answers = async (url: string, init?: RequestInit) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(2000) }).catch((cause: unknown) => {
    throw new Error(`${url} does not answer`, { cause });
  });

export const readJson = async <Answer>(url: string, init?: RequestInit) =>
  answers(url, init)
    .then((answer) => answer.json() as Promise<Answer>)
    .catch(() => undefined);

/** The statement must name its only column `said`. */
export async function queryDatabase(address: string, statement: string): Promise<string> {
  const asker = new pg.Client({ connectionString: address, connectionTimeoutMillis: 3000 });
  asker.on('error', () => {});
  try {
    await asker.connect();
    const { rows } = await asker.query<{ said?: string }>(statement);
    return rows[0]?.said ?? '';
  } catch (cause) {
    const [, port = ''] = /:(\d+)\//.exec(address) ?? [];
    throw new Error(`PostgreSQL at port ${port} does not answer: ${statement}`, { cause });
  } finally {
    await asker.end();
  }
}
