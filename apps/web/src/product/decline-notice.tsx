import { kycWords as words } from '@app/words/kyc.ts';
import type { ReactNode } from 'react';
import { Banner } from '../ui/banner.tsx';

interface DeclineNoticeProps {
  reason: string | null;
  action?: ReactNode;
  className?: string;
}

export function DeclineNotice({ reason, action, className }: DeclineNoticeProps) {
  return (
    <Banner tone="bad" title={words.declinedTitle} action={action} className={className ?? ''}>
      {reason === null ? (
        words.noReason
      ) : (
        <>
          {words.declinedReason}
          <span className="mt-1 block font-semibold whitespace-pre-wrap text-cocoa">{reason}</span>
        </>
      )}
    </Banner>
  );
}
