import type { CompanyState } from '@app/contracts/identity/admin-companies.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const companyStateTones: Readonly<Record<CompanyState, BadgeTone>> = {
  PENDING: 'waiting',
  VERIFIED: 'good',
  DECLINED: 'plain',
  REVOKED: 'bad',
};
