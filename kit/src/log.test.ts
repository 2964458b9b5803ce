import pg from 'pg';
import { expect, test } from 'vitest';
import { PermanentFailure } from './jobs.ts';
import { createLog } from './log.ts';
import { SettingsError } from './settings.ts';

/** What the log holds of an error. */
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

test('an error of our own keeps its words, also where another is its cause', () => {
  const words = 'No data key opens this value';
  expect(logged(new Error(words))).toMatchObject({ kind: 'Error', message: words });
  expect(logged(new PermanentFailure(words))).toMatchObject({ kind: 'PermanentFailure', message: words });
  expect(logged(new SettingsError([words]))).toMatchObject({
    message: expect.stringContaining(words) as string,
  });
  expect(logged(new AggregateError([], words))).toMatchObject({ kind: 'AggregateError', message: words });
  const outer = new Error('outside', { cause: new Error(words) });
  expect(logged(outer)).toMatchObject({ message: 'outside', cause: { message: words } });
});

test('of our own words an email or a telephone number stays out, and an id stays in', () => {
  const id = '01a21e5d-4706-7692-8265-425052783722';
  const said = logged(new Error(`Payout ${id} to +233247654321 of esi@example.test failed`));
  expect(said).toMatchObject({ message: `Payout ${id} to … of … failed` });
});

test('what a library, a server or the engine says of a value stays out', () => {
  const secret = 'esi@example.test';
  const ofDriver = new pg.DatabaseError(`Key (email)=(${secret}) already exists.`, 1, 'error');
  // Made here, it is told from ours by the folder of who makes it.
  ofDriver.stack = `error: ${ofDriver.message}\n    at Parser.parse (/node_modules/pg-protocol/dist/parser.js:1:2)`;
  const forged = new Error(`550 no ${secret}\n    at ours (${import.meta.url}:1:2)`);
  forged.stack = `Error: ${forged.message}\n    at told (/node_modules/nodemailer/lib/smtp.js:1:2)`;
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
