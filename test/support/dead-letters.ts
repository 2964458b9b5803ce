import { type Kysely, sql } from 'kysely';
import type { ServiceName } from '@app/contracts/endpoint.ts';

/** Inserts a job that has given up, and returns its id. */
export async function insertDeadLetter(
  owner: Kysely<unknown>,
  service: ServiceName,
  { queue, data }: { queue: string; data: object },
): Promise<string> {
  const id = crypto.randomUUID();
  await sql`
    insert into ${sql.table(`${service}_jobs.job`)} (id, name, data, source_name)
    values (${id}, ${`${queue}-dead-letter`}, ${JSON.stringify(data)}::jsonb, ${queue})`.execute(owner);
  return id;
}
