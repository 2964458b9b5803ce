import pg from 'pg';
import { expect, test } from 'vitest';
import { DefiniteFailure } from './jobs.ts';
import { createLog } from './log.ts';
import { SettingsError } from './settings.ts';

/** Returns the logged form of an error. */
function logged(error: unknown): Record<string, unknown> {
  let line = '';
  createLog('info', { write: (text: string) => (line = text) }).error({ err: error }, 'failed');
  return (JSON.parse(line) as { err: Record<string, unknown> }).err;
}
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test('an error of our own keeps its message, also with another as its cause', () => {
  const words = 'No data key opens this value';
  expect(logged(new Error(words))).toMatchObject({ kind: 'Error', message: words });
  expect(logged(new DefiniteFailure(words))).toMatchObject({ kind: 'DefiniteFailure', message: words });
  expect(logged(new SettingsError([words]))).toMatchObject({
    message: expect.stringContaining(words) as string,
  });
  expect(logged(new AggregateError([], words))).toMatchObject({ kind: 'AggregateError', message: words });
  const outer = new Error('outside', { cause: new Error(words) });
  expect(logged(outer)).toMatchObject({ message: 'outside', cause: { message: words } });
});

test('emails and telephone numbers are removed from our own messages, and ids are kept', () => {
  const id = '01a21e5d-4706-7692-8265-425052783722';
  const entry = logged(new Error(`Payout ${id} to +233247654321 of esi@example.test failed`));
  expect(entry).toMatchObject({ message: `Payout ${id} to … of … failed` });
});

test('messages of libraries, servers and the engine are not logged', () => {
  const secret = 'esi@example.test';
  const ofDriver = new pg.DatabaseError(`Key (email)=(${secret}) already exists.`, 1, 'error');
  // Created here; the folder in its stack distinguishes it from our own errors.
  ofDriver.stack = `error: ${ofDriver.message}\n    at Parser.parse (/node_modules/pg-protocol/dist/parser.js:1:2)`;
  const forged = new Error(`550 no ${secret}\n    at ours (${import.meta.url}:1:2)`);
  forged.stack = `Error: ${forged.message}\n    at run (/node_modules/nodemailer/lib/smtp.js:1:2)`;
  for (const error of [
    ofDriver,
    forged,
    thrownBy(() => JSON.parse(`{"email": ${secret}`) as unknown),
    thrownBy(() => BigInt(secret)),
    thrownBy(() => new URL(`http://${secret}:port`)),
    secret,
  ]) {
    expect(JSON.stringify(logged(error))).not.toContain('esi');
  }
});
