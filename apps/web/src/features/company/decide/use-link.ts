import { readCompanyVerification } from '@app/contracts/identity/company.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { useEffect, useState } from 'react';
import { callIdentity } from '../../../api/call.ts';
import { wordsOf } from '../../../api/failure.ts';
import { type Outcome, outcomeOfFailure, outcomeOfReading } from './outcome.ts';

export type Sent = ReplyOf<typeof readCompanyVerification>['sent'];

type Reading =
  | { kind: 'READING' }
  | { kind: 'UNREACHED'; text: string }
  | { kind: 'OPEN'; companyName: string; sent: Sent }
  | { kind: 'ENDED'; outcome: Outcome };

/** Which company the link is about, and whether it can still decide; asking uses nothing up (D-24). */
export function useLink(userId: string, token: string) {
  const [reading, setReading] = useState<Reading>({ kind: 'READING' });
  const isReading = reading.kind === 'READING';

  useEffect(() => {
    if (!isReading) return undefined;
    const gone = new AbortController();
    callIdentity(readCompanyVerification, { params: { userId }, query: { token } }, gone.signal).then(
      (found) => {
        const outcome = outcomeOfReading(found);
        const { companyName, sent } = found;
        setReading(outcome ? { kind: 'ENDED', outcome } : { kind: 'OPEN', companyName, sent });
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        const outcome = outcomeOfFailure(error);
        setReading(outcome ? { kind: 'ENDED', outcome } : { kind: 'UNREACHED', text: wordsOf(error) });
      },
    );
    return () => gone.abort();
  }, [isReading, userId, token]);

  return { reading, readAgain: () => setReading({ kind: 'READING' }) };
}
