import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** One statement of a call, with the sample's unchanged values. */
export interface Statement {
  text: string;
  values: unknown[];
  /** False if it was sent while the same connection still waited for an earlier reply. */
  startsRoundTrip: boolean;
}

/** A call may write this long after its response. */
const AFTERWARDS_MS = 100;

/** Collects only the statements of the current work: the queues query the server all the time. */
const statements = new AsyncLocalStorage<Statement[]>();
const unanswered = new WeakMap<object, number>();

/**
 * Records every statement that the work sends to the server, so that the limit always runs the product's
 * current SQL.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const { prototype } = pg.Client;
  const original: unknown = Reflect.get(prototype, 'query');
  if (typeof original !== 'function') throw new Error('pg.Client has no query');
  Reflect.set(prototype, 'query', function record(this: object, ...args: unknown[]) {
    const [first, second] = args;
    const isText = typeof first === 'string';
    const text: unknown = isText ? first : Reflect.get(first as object, 'text');
    const values: unknown = isText ? second : Reflect.get(first as object, 'values');
    const open = unanswered.get(this) ?? 0;
    if (typeof text === 'string')
      statements
        .getStore()
        ?.push({ text, values: Array.isArray(values) ? values : [], startsRoundTrip: open === 0 });
    unanswered.set(this, open + 1);
    const answer: unknown = original.apply(this, args);
    const onAnswer = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
    if (answer instanceof Promise) answer.then(onAnswer, onAnswer);
    else onAnswer();
    return answer;
  });
  try {
    await statements.run(recorded, work);
    await pause(AFTERWARDS_MS);
  } finally {
    Reflect.set(prototype, 'query', original);
  }
  return recorded;
}
