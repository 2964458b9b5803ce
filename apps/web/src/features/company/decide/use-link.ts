import { readCompanyVerification } from '@app/contracts/identity/company.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { callIdentity } from '../../../api/call.ts';
import { wordsOf } from '../../../api/failure.ts';
import { useMailedLink } from '../../../api/use-mailed-link.ts';
import { type Outcome, outcomeOfFailure, outcomeOfReading } from './outcome.ts';

export type Sent = ReplyOf<typeof readCompanyVerification>['sent'];

type Reading =
  | { kind: 'READING' }
  | { kind: 'UNREACHED'; text: string }
  | { kind: 'OPEN'; companyName: string; sent: Sent }
  | { kind: 'ENDED'; outcome: Outcome };

/** Which company the link is about, and whether it can still decide. */
export function useLink(userId: string, token: string): { reading: Reading; readAgain: () => void } {
  const { reading, readAgain } = useMailedLink((signal) =>
    callIdentity(readCompanyVerification, { params: { userId }, query: { token } }, signal),
  );
  if (reading.kind === 'READING') return { reading, readAgain };
  if (reading.kind === 'FAILED') {
    const outcome = outcomeOfFailure(reading.error);
    const text = wordsOf(reading.error);
    return { reading: outcome ? { kind: 'ENDED', outcome } : { kind: 'UNREACHED', text }, readAgain };
  }
  const outcome = outcomeOfReading(reading.found);
  const { companyName, sent } = reading.found;
  return { reading: outcome ? { kind: 'ENDED', outcome } : { kind: 'OPEN', companyName, sent }, readAgain };
}
