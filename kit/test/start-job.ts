/**
 * A part of a statement that wakes the worker of a queue with NOTIFY, as pg-boss does. Workers poll too
 * rarely for tests.
 */
export const wakeWorkerSql = (schema: string, queue: string): string =>
  `select pg_notify('pgboss_' || left(encode(sha224('${schema}_jobs'::bytea), 'hex'), 24), '${queue}')`;

/** A statement that adds a job to a queue as the scheduler does, without data, and wakes its worker. */
export const startJobSql = (schema: string, queue: string): string =>
  `with job as (
    insert into ${schema}_jobs.job (name) values ('${queue}') on conflict do nothing
  ) ${wakeWorkerSql(schema, queue)}`;
