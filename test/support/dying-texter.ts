/** A text message worker in a separate process, which is killed at the given point. For tests only. */
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { readIdentityConfig } from '../../services/identity/src/config.ts';
import { deliverText } from '../../services/identity/src/texts/deliver-text.ts';
import { openGateway } from '../../services/identity/src/texts/open-gateway.ts';
import type { TextJob, TextKind } from '../../services/identity/src/texts/queue-text.ts';
import { TIMEOUT_FACTOR } from './sizes.ts';
import { textDeps } from './text-deps.ts';

export const TEXTER_DEATH_POINTS = [
  'before it is claimed',
  'after that, before the socket opens',
  'while the answer is awaited',
  'after the answer, before it is noted',
] as const;
export type TexterDeathPoint = (typeof TEXTER_DEATH_POINTS)[number];

export interface DyingTexterTask {
  point: TexterDeathPoint;
  url: string;
  settings: Record<string, string>;
  to: string;
  job: TextJob;
}

async function run({ point, url, settings, to, job }: DyingTexterTask): Promise<void> {
  const die = (at: TexterDeathPoint) => {
    if (at === point) process.kill(process.pid, 'SIGKILL');
  };
  const engine = openPostgres({ url, poolSize: 2, log: createLog('silent'), patience: TIMEOUT_FACTOR });
  const gateway = openGateway(readIdentityConfig(settings));
  if (!gateway) throw new Error('It is simulated');
  const kind: TextKind = {
    name: job.kind,
    async write() {
      die('before it is claimed');
      return { to, text: 'Your time is 09:00.' };
    },
  };
  const dying = {
    ...gateway,
    async send(text: Parameters<typeof gateway.send>[0]) {
      die('after that, before the socket opens');
      const fate = await gateway.send(text);
      die('after the answer, before it is noted');
      return fate;
    },
  };
  await deliverText(textDeps({ engine, settings }, dying), [kind], job);
  throw new Error('It has not come to the point');
}

const [task] = process.argv.slice(2);
if (task !== undefined && import.meta.main) await run(JSON.parse(task) as DyingTexterTask);
