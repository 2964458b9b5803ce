import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import { type Recipe, fixed } from './recipe.ts';

/** Every service has these calls. */
export const operationRecipes = {
  listDeadLettersAsAdmin: { by: 'spare', make: fixed({ query: { queue: 'emails' } }) },
  retryDeadLettersAsAdmin: { by: 'spare', make: () => ({ body: { id: crypto.randomUUID() } }) },
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
} satisfies Record<keyof AdminOperations, Recipe>;
