// Slow, since it starts processes and kills them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '@app/kit/database.ts';
import { createManualClock } from '@app/simulators/clock.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  type TexterDeathPoint,
  type DyingTexterTask,
  TEXTER_DEATH_POINTS,
} from '@app/test/support/dying-texter.ts';
import { textDeps } from '@app/test/support/text-deps.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';
import { readIdentityConfig } from '../config.ts';
import { deliverText } from './deliver-text.ts';
import { openGateway } from './open-gateway.ts';
import { type TextJob, type TextKind, queueText } from './queue-text.ts';

const PROGRAM = join(import.meta.dirname, '../../../../test/support/dying-texter.ts');
/** This clock stands still, so a delayed answer reaches no one. */
const clock = createManualClock(Date.now());

let app: TestApp;
let phones: TextPhones;
beforeAll(async () => {
  phones = await startTextPhones(clock);
  app = await startTestApp(phones.settings, undefined, { withWorkers: false });
});
afterAll(async () => {
  await app.close();
  await phones.stop();
});

/** Whether the gateway has the text, and its state after the next tries. */
const ENDS: Record<TexterDeathPoint, [texts: number, state: string]> = {
  'before it is claimed': [1, 'ACCEPTED'],
  'after that, before the socket opens': [0, 'UNKNOWN'],
  'while the answer is awaited': [1, 'UNKNOWN'],
  'after the answer, before it is noted': [1, 'UNKNOWN'],
};

test.each(TEXTER_DEATH_POINTS.map((point, at) => [point, at] as const))(
  'killed %s: never sent twice',
  async (point, at) => {
    const to = `+23324${String(7_000_000 + at)}`;
    const gateway = openGateway(readIdentityConfig(app.settings));
    if (!gateway) throw new Error('It is simulated');
    const deps = textDeps(app, gateway);
    const kind: TextKind = { name: 'NOTIFICATION', write: async () => ({ to, text: 'Your time is 09:00.' }) };
    await transaction(deps.db, (trx) => queueText(deps, trx, kind, { userId: null }));
    const job = deps.sentJobs.at(-1)?.data as TextJob;
    if (point === 'while the answer is awaited')
      phones.alone.world.faults.force({ of: to, faults: ['delay'] });

    const { length: calls } = phones.alone.world.calls;
    const task: DyingTexterTask = { point, url: app.databaseUrl ?? '', settings: app.settings, to, job };
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'exit');
    if (point === 'while the answer is awaited') {
      await expect.poll(() => phones.alone.world.calls.length).toBeGreaterThan(calls);
      child.kill('SIGKILL');
    }
    expect([...((await ended) as unknown[]), output]).toEqual([null, 'SIGKILL', '']);

    // The queue gives the job to another worker once the first is considered dead.
    await deliverText(deps, [kind], job);
    await deliverText(deps, [kind], job);
    await clock.advance(120_000);
    await phones.alone.world.settled();
    const { rows } = await sql<{ state: string }>`
    select state from identity.texts where text_id = ${job.id}`.execute(app.engine.owner);
    expect([phones.read(to).length, rows[0]?.state]).toEqual(ENDS[point]);
  },
);
