import { createAudit } from '@app/kit/audit.ts';

type AuditEvent = 'ACCESS_REFUSED';

export const noteEvent = createAudit<AuditEvent>('payment');
