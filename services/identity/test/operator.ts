import { oneForAll } from '@app/kit/database.ts';
import { type Jobs, openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import type { TestApp } from '@app/test/support/app.ts';
import { SERVICES } from '../../../apps/host/src/services.ts';
import { SERVICE_ROLE } from '../src/open-db.ts';
import { runCommand } from '../src/operator/run-command.ts';
import type { IdentityTables } from '../src/schema.ts';

type CommandDeps = Parameters<typeof runCommand>[0];

export const openIdentityJobs = (app: TestApp, log = createLog('silent')): Promise<Jobs> =>
  openJobs(app.engine, { queues: [], log, schema: 'identity', role: SERVICE_ROLE });

export const operatorCommands =
  (app: TestApp, jobs: Jobs, given: Partial<CommandDeps> = {}) =>
  (...args: string[]) =>
    runCommand(
      {
        db: app.engine.connect<IdentityTables>(SERVICE_ROLE),
        jobs,
        databases: oneForAll(app.engine),
        services: SERVICES,
        disputes: { list: async () => [], sendAgain: async () => false },
        surveyDisputes: { list: async () => [], sendAgain: async () => false, decide: async () => false },
        listUnsentPayables: async () => [],
        findObstacles: async () => [],
        openSeal: () => Promise.reject(new Error('Not asked for')),
        async *readOwnData() {},
        sendMail: app.mailbox.send,
        readBalances: async () => [],
        folder: '.',
        environment: app.settings,
        by: 'kofi',
        ...given,
      },
      args,
    );
