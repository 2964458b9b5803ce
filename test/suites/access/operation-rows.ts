import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import type { Row } from './access-responses.ts';

const filtered = { own: 'DONE', foreign: 'DONE', malformed: 'INVALID_INPUT' } as const satisfies Row;

/** Every service has these calls. */
export const operationRows = {
  listDeadLettersAsAdmin: { own: 'DONE' },
  retryDeadLettersAsAdmin: { own: 'DONE', foreign: 'ALREADY_DONE', malformed: 'INVALID_INPUT' },
  listAuditAsAdmin: filtered,
  exportAuditAsAdmin: filtered,
} satisfies Record<keyof AdminOperations, Row>;
