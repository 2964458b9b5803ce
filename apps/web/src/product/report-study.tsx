import { reportLinkWords as words } from '@app/words/reports-link.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { lazyPart } from '../ui/states.tsx';

const ReportStudyModal = lazyPart(async () => (await import('./report-study-modal.tsx')).ReportStudyModal);

interface ReportStudyProps {
  studyId: string;
  publicName: string;
  hasReported?: boolean | undefined;
  className?: string;
}

const takeFocus = (text: HTMLElement | null) => text?.focus();

export function ReportStudy({ studyId, publicName, hasReported = false, className }: ReportStudyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  if (hasReported || isSent)
    return (
      <p
        ref={isSent ? takeFocus : undefined}
        tabIndex={-1}
        className={cx('py-2.75 text-sm text-cocoa-2 focus:unmarked', className)}
      >
        {words.reported}
      </p>
    );
  return (
    <div className={className}>
      <Button
        variant="plain"
        size="small"
        className="-ml-4.25 text-cocoa-2"
        aria-label={words.reportStudyLabel(publicName)}
        onClick={() => setIsOpen(true)}
      >
        {words.link}
      </Button>
      {isOpen && (
        <ReportStudyModal
          studyId={studyId}
          publicName={publicName}
          onClose={() => setIsOpen(false)}
          onSent={() => setIsSent(true)}
        />
      )}
    </div>
  );
}
