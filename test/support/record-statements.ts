import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** One statement of a call, with the values of the sample as they were. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** What a call still writes after its answer. */
const AFTERWARDS_MS = 100;

/** Where the statements of the work at hand are noted, and no others': the queues ask the server all the time. */
const statements = new AsyncLocalStorage<Statement[]>();

/**
 * Records every statement that the work sends to the server. So the limit runs exactly the SQL of the product, also
 * when that changes.
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
