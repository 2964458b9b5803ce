import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, oneForAll } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { type RunningProcess, migrateAll, openProcess } from '@app/kit/process.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import { startProcess, stopProcess } from '../test/support/product.ts';
import type { Sample } from './sample.ts';

const POOL_SIZE = 10;

interface Setting {
  folder: string;
  databaseUrl: string;
  secrets: Record<string, string>;
}

/** One database and the processes that can use it. */
export interface Bench {
  databaseUrl: string;
  secrets: Record<string, string>;
  /** Runs both services in this process, migrated, to fill the database and take samples. */
  inProcess(work: (running: RunningProcess, engine: Engine) => Promise<void>): Promise<void>;
  /** Starts the product in a separate process and returns its address. */
  startProduct(given?: Record<string, string>): Promise<string>;
  /** Starts `node:http` with the samples' statements in a separate process and returns its address. */
  startLimits(samples: Record<string, Sample>): Promise<string>;
  stopProcesses(): Promise<void>;
}

export function openBench({ folder, databaseUrl, secrets }: Setting): Bench {
  const children: ChildProcess[] = [];
  return {
    databaseUrl,
    secrets,
    async inProcess(work) {
      const engine = openPostgres({ url: databaseUrl, poolSize: POOL_SIZE, log: createLog('error') });
      await migrateAll(engine, SERVICES);
      const running = await openProcess({
        services: SERVICES,
        databases: oneForAll(engine),
        environment: secrets,
        log: createLog('error'),
        sendMail: async () => {},
        origins: {},
      });
      await running.app.ready();
      await work(running, engine);
      await running.stop();
    },
    async startProduct(given = {}) {
      const settings = {
        SERVICES: SERVICES.map(({ contract }) => contract.name).join(),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
      };
      const quiet = { DEMO_DATA: 'none', LOG_LEVEL: 'error' };
      const { child, url } = await startProcess({ ...secrets, ...settings, ...quiet, ...given });
      child.stderr?.pipe(process.stderr);
      children.push(child);
      return url;
    },
    async startLimits(samples) {
      const plan = join(folder, `plan-${randomUUID()}.json`);
      await writeFile(plan, JSON.stringify({ databaseUrl, poolSize: POOL_SIZE, samples }));
      const child = spawn(process.execPath, ['bench/limit-server.ts', plan], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      return `http://127.0.0.1:${Number(chunk.toString())}`;
    },
    async stopProcesses() {
      await Promise.all(children.splice(0).map(stopProcess));
    },
  };
}
