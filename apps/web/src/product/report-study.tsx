import { reportLinkWords as words } from '@app/words/report-link.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/states.tsx';

// Few people report a study, so this is fetched on demand.
const ReportStudyModal = lazyPart(async () => (await import('./report-study-modal.tsx')).ReportStudyModal);

interface ReportStudyProps {
  studyId: string;
  publicName: string;
  className?: string;
}

/** A quiet way to tell the admin that something is wrong. */
export function ReportStudy({ studyId, publicName, className }: ReportStudyProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={className}>
      <Button
        variant="plain"
        size="small"
        className="-ml-4.25 text-cocoa-2"
        aria-label={words.linkOf(publicName)}
        onClick={() => setIsOpen(true)}
      >
        {words.link}
      </Button>
      {isOpen && (
        <ReportStudyModal studyId={studyId} publicName={publicName} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}
