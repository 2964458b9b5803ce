import { applicantMessages as words } from '@app/words/applicants.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

const loadRecruiting = async () => (await import('./recruiting.tsx')).Recruiting;
const Recruiting = lazyPart(
  loadRecruiting,
  <Loading>
    <Skeleton className="mx-6 mb-5 h-24" />
  </Loading>,
);
const isWide = () => matchMedia('(min-width: 64rem)').matches;

/** Beside the numbers that it draws, and not after them: what is below it would move. */
export function useRecruitingEarly(): void {
  useEffect(() => {
    if (isWide()) loadRecruiting().catch(() => undefined);
  }, []);
}

/** One line says how it goes; the picture comes with a press, and by itself where the list is not far below it. */
export function RecruitingPanel({ counts }: { counts: ApplicantCounts }) {
  const [isOpen, setIsOpen] = useState(isWide);
  const accepted = words.acceptedOf(counts.byStatus.ACCEPTED, counts.wanted);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group mb-6 rounded-card border border-line bg-surface"
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-card px-4 py-3 sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block font-semibold">{words.recruiting}</span>
          <span className="figures block text-sm text-cocoa-2">
            {words.recruitingLine(counts.all, counts.byScreening.QUALIFIED, accepted)}
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-cocoa-2 transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && <Recruiting counts={counts} />}
    </details>
  );
}
