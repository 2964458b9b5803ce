import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** One statement of a call, with the sample's unchanged values. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** A call may write this long after its response. */
const AFTERWARDS_MS = 100;

/** Collects only the statements of the current work: the queues query the server all the time. */
const statements = new AsyncLocalStorage<Statement[]>();

/**
 * Records every statement that the work sends to the server, so that the limit always runs the product's
 * current SQL.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const { prototype } = pg.Client;
  const original: unknown = Reflect.get(prototype, 'query');
  if (typeof original !== 'function') throw new Error('pg.Client has no query');
  Reflect.set(prototype, 'query', function record(this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    const isText = typeof first === 'string';
    const text: unknown = isText ? first : Reflect.get(first as object, 'text');
    const values: unknown = isText ? second : Reflect.get(first as object, 'values');
    if (typeof text === 'string')
      statements.getStore()?.push({ text, values: Array.isArray(values) ? values : [] });
    return original.apply(this, args);
  });
  try {
    await statements.run(recorded, work);
    await pause(AFTERWARDS_MS);
  } finally {
    Reflect.set(prototype, 'query', original);
  }
  return recorded;
}
