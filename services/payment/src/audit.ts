import { createAudit } from '@app/kit/audit.ts';

export type AuditEvent =
  | 'ACCESS_REFUSED'
  | 'BUDGET_FUNDING_ASKED'
  | 'BUDGET_CLOSED'
  | 'BONUS_PAID'
  | 'ACCOUNT_CONFIRMED'
  | 'PAYOUT_RETRIED'
  | 'PAYOUT_MISSING'
  | 'PAYOUT_ASKED'
  | 'FUNDING_ASKED'
  | 'PAYOUT_SENT_AGAIN'
  | 'PAYOUT_UNSEEN'
  | 'PAYOUT_PAID'
  | 'WALLET_ALLOWED'
  | 'PROVIDER_PAUSED'
  | 'PROVIDER_RESUMED'
  | 'DATABASE_RESTORED'
  | 'FLOAT_SETTLED'
  | 'DEAD_LETTERS_RETRIED'
  | 'ADMIN_LOOKED';

export const recordEvent = createAudit<AuditEvent>('payment');
