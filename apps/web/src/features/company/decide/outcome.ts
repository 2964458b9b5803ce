import type { readCompanyVerification } from '@app/contracts/identity/company.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { CallFailed } from '../../../api/failure.ts';

export type CompanyDecisionOutcome =
  | { kind: 'DONE'; companyName: string }
  | { kind: 'DECIDED' }
  | { kind: 'ACCEPTED' | 'DECLINED' | 'OLD'; companyName: string }
  | { kind: 'NOT_VALID' };

/** Returns null if the link can still decide. */
export function outcomeAfterReading({
  companyName,
  adminVerificationStatus: status,
  canDecide,
}: ReplyOf<typeof readCompanyVerification>): CompanyDecisionOutcome | null {
  if (canDecide) return null;
  if (status === 'PENDING') return { kind: 'OLD', companyName };
  return { kind: status === 'VERIFIED' ? 'ACCEPTED' : 'DECLINED', companyName };
}

/** Returns null if a retry may help, or if the reason must be corrected. */
export function outcomeAfterFailure(error: unknown): CompanyDecisionOutcome | null {
  if (!(error instanceof CallFailed)) return null;
  if (error.code === 'COMPANY_ALREADY_DECIDED') return { kind: 'DECIDED' };
  // A malformed id or token is also a broken link.
  if (error.code === 'TOKEN_NOT_VALID' || error.code === 'NO_SUCH_CALL') return { kind: 'NOT_VALID' };
  const isReasonWrong = error.items.some((item) => item.field === 'reason');
  return error.code === 'INVALID_INPUT' && !isReasonWrong ? { kind: 'NOT_VALID' } : null;
}
