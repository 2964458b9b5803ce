/** Workers poll too rarely for tests, so this wakes one with NOTIFY, as pg-boss does. */
export const wakeWorkerSql = (schema: string, queue: string): string =>
  `select pg_notify('pgboss_' || left(encode(sha224('${schema}_jobs'::bytea), 'hex'), 24), '${queue}')`;

/** The job has no data, like those of the scheduler. */
export const startJobSql = (schema: string, queue: string): string =>
  `with job as (
    insert into ${schema}_jobs.job (name) values ('${queue}') on conflict do nothing
  ) ${wakeWorkerSql(schema, queue)}`;
