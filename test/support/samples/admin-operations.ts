import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { insertDeadLetter } from '../dead-letters.ts';
import { type Recipe, fixed } from './recipe.ts';

/** These jobs are about no one, so a retry does nothing. */
const idleJobs = {
  identity: { queue: 'suspensions', data: { userId: crypto.randomUUID() } },
  payment: { queue: 'paid-places', data: { studyId: crypto.randomUUID(), places: 1 } },
  project: { queue: 'offers', data: { studyId: crypto.randomUUID() } },
};

/** Every service has these calls. */
export const operationRecipes = (service: ServiceName) =>
  ({
    listDeadLettersAsAdmin: { by: 'spare', make: fixed({ query: { queue: 'emails' } }) },
    retryDeadLettersAsAdmin: {
      by: 'spare',
      make: async ({ app }) => ({
        body: { id: await insertDeadLetter(app.engine.owner, service, idleJobs[service]) },
      }),
    },
    listAuditAsAdmin: {
      by: 'spare',
      make: ({ people: { spare } }) => ({
        query: { userId: spare.userId, adminId: crypto.randomUUID(), event: 'LEFT', since: '2026-11-01' },
      }),
    },
    exportAuditAsAdmin: {
      by: 'spare',
      make: () => ({ query: { userId: crypto.randomUUID(), adminId: crypto.randomUUID() } }),
    },
  }) satisfies Record<keyof AdminOperations, Recipe>;
