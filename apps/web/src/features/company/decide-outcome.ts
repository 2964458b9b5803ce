import { CallFailed } from '../../api/failure.ts';

/** What came of a press on the button. */
export type Outcome = { kind: 'DONE'; companyName: string } | { kind: 'DECIDED' } | { kind: 'NOT_VALID' };

/** A refusal that ends the matter; null where another try may help, or the reason needs correcting. */
export function outcomeOfFailure(error: unknown): Outcome | null {
  if (!(error instanceof CallFailed)) return null;
  if (error.code === 'COMPANY_ALREADY_DECIDED') return { kind: 'DECIDED' };
  // An id or a token that is no such thing at all is a broken link too.
  if (error.code === 'TOKEN_NOT_VALID' || error.code === 'NO_SUCH_CALL') return { kind: 'NOT_VALID' };
  const isReasonWrong = error.items.some((item) => item.field === 'reason');
  return error.code === 'INVALID_INPUT' && !isReasonWrong ? { kind: 'NOT_VALID' } : null;
}
