import { applicantWords as words } from '@app/words/applicants.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../../forms/drafts.ts';
import { cx } from '../../../ui/cx.ts';
import { lazyPart, Loading, Skeleton } from '../../../ui/states.tsx';

const loadRecruiting = async () => (await import('./recruiting.tsx')).Recruiting;
const Recruiting = lazyPart(
  loadRecruiting,
  <Loading>
    <Skeleton className="mx-6 mb-5 h-24" />
  </Loading>,
);
const OPEN_KEY = 'recruitingOpen';
const PANEL_ID = 'recruiting';
const wasOpen = () => readDraft(OPEN_KEY) === true;

/** If the panel came later than its numbers, it would move the content below. */
export function usePreloadedRecruiting(): void {
  useEffect(() => {
    if (wasOpen()) loadRecruiting().catch(() => undefined);
  }, []);
}

function recruitingSummary({ all, byStatus, byScreening, wanted }: ApplicantCounts): string {
  return words.recruitingLine(all, byScreening.QUALIFIED, words.acceptedCount(byStatus.ACCEPTED, wanted));
}

export function RecruitingPanel({ counts }: { counts: ApplicantCounts | undefined }) {
  const [isOpen, setIsOpen] = useState(wasOpen);
  function toggle() {
    setIsOpen(!isOpen);
    writeDraft(OPEN_KEY, !isOpen);
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        onClick={toggle}
        className="flex min-h-11 items-center justify-between gap-2 rounded-control border border-line bg-surface px-3 py-1.5 grow"
      >
        <span className="flex min-w-0 flex-wrap gap-x-4 text-left text-xs sm:text-sm">
          <span className="sr-only">{words.recruiting}</span>
          <span className="figures text-cocoa-2">{counts && recruitingSummary(counts)}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cx('size-5 shrink-0 text-cocoa-2 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div
        id={PANEL_ID}
        hidden={!isOpen}
        className="w-full rounded-card border border-line bg-surface pt-3 empty:hidden"
      >
        {isOpen && counts && <Recruiting counts={counts} />}
      </div>
    </>
  );
}
