import { createAudit } from '@app/kit/audit.ts';

type AuditEvent = 'ACCESS_REFUSED' | 'BUDGET_FUNDING_ASKED' | 'BUDGET_CLOSED';

export const noteEvent = createAudit<AuditEvent>('payment');
