import type { readCompanyVerification } from '@app/contracts/identity/company.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { CallFailed } from '../../../api/failure.ts';

/** What came of a press on the button, or of a link on which there is none to press. */
export type Outcome =
  | { kind: 'DONE'; companyName: string }
  | { kind: 'DECIDED' }
  | { kind: 'ACCEPTED' | 'DECLINED' | 'OLD'; companyName: string }
  | { kind: 'NOT_VALID' };

/** Null where the link can still decide. */
export function outcomeOfReading({
  companyName,
  adminVerificationStatus: status,
  canDecide,
}: ReplyOf<typeof readCompanyVerification>): Outcome | null {
  if (canDecide) return null;
  if (status === 'PENDING') return { kind: 'OLD', companyName };
  return { kind: status === 'VERIFIED' ? 'ACCEPTED' : 'DECLINED', companyName };
}

/** A refusal that ends the matter; null where another try may help, or the reason needs correcting. */
export function outcomeOfFailure(error: unknown): Outcome | null {
  if (!(error instanceof CallFailed)) return null;
  if (error.code === 'COMPANY_ALREADY_DECIDED') return { kind: 'DECIDED' };
  // An id or a token that is no such thing at all is a broken link too.
  if (error.code === 'TOKEN_NOT_VALID' || error.code === 'NO_SUCH_CALL') return { kind: 'NOT_VALID' };
  const isReasonWrong = error.items.some((item) => item.field === 'reason');
  return error.code === 'INVALID_INPUT' && !isReasonWrong ? { kind: 'NOT_VALID' } : null;
}
