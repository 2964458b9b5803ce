import { createAudit } from '@app/kit/audit.ts';

type AuditEvent =
  | 'REGISTERED'
  | 'EMAIL_VERIFIED'
  | 'LOGGED_IN'
  | 'LOG_IN_REFUSED'
  | 'LOGGED_OUT'
  | 'SESSION_ENDED'
  | 'SESSION_THEFT_SUSPECTED'
  | 'ACCESS_REFUSED'
  | 'PASSWORD_LOCKED'
  | 'PASSWORD_CHANGED'
  | 'LINK_REFUSED'
  | 'GOOGLE_ADDED'
  | 'GOOGLE_REMOVED'
  | 'ACCOUNT_CHANGED'
  | 'LEFT'
  | 'PROFILE_SUBMITTED'
  | 'PROFILE_CHANGED'
  | 'PAYMENT_CHANGED'
  | 'COMPANY_SUBMITTED'
  | 'COMPANY_ACCEPTED'
  | 'COMPANY_DECLINED';

export const noteEvent = createAudit<AuditEvent>('identity');
