import { type ConstructorOptions, fromPglite } from 'pg-boss';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { Engine } from './database.ts';
import type { PgliteEngine } from './pglite-engine.ts';
import { ClosingClient, closingPoolOptions, connectionOptions } from './postgres-client.ts';

export const jobsSchema = (schema: string) => `${schema}_jobs`;
export const deadLetterQueue = (queue: string) => `${queue}-dead-letter`;

export const STOP_MS = 5000;
const LONGEST_STATEMENT_MS = MINUTE_MS;

export const quiet = { supervise: false, schedule: false, monitorVacuum: false, reindex: false } as const;

export function jobConnectionOptions(engine: Engine, role: string | undefined): ConstructorOptions {
  if (engine.kind === 'pglite') return { db: fromPglite((engine as PgliteEngine).pglite), backend: 'pglite' };
  const pooled = role === undefined ? undefined : engine.poolerAddress?.(role);
  return {
    connectionString: pooled ?? engine.url ?? '',
    max: 2,
    // The types of pg-boss allow only connection settings, but it also passes pool settings on to pg.
    ...closingPoolOptions(ClosingClient),
    ...(pooled === undefined && { options: connectionOptions(role) }),
    // Without a time-out, pg-boss would never fetch jobs again after a connection stops answering. Preparing
    // the queues may take longer than this time-out.
    ...(role !== undefined && { query_timeout: LONGEST_STATEMENT_MS }),
  };
}
