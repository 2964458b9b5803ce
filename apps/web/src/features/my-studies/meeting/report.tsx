import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { useState } from 'react';
import { exactTime } from '../../../format/exact-time.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useRefetchMeetings } from './use-refetch-meetings.ts';

// Few meetings are told differently, so this is fetched on demand.
const ReportModal = lazyPart(async () => (await import('./report-modal.tsx')).ReportModal);

interface ReportProps {
  booking: OwnBooking;
  now: number;
  onEnded: () => void;
}

/** That they were there, or that nobody came: while it may be said. */
export function Report({ booking, now, onEnded }: ReportProps) {
  const { canReport, study } = booking;
  const refetch = useRefetchMeetings();
  const [isOpen, setIsOpen] = useState(false);
  if (canReport === null || Date.parse(canReport.until) <= now) return null;
  const { kind, until } = canReport;
  const close = () => setIsOpen(false);
  return (
    <div className="mt-2">
      <p className="text-sm text-cocoa-2">{words.reportUntil(exactTime(until))}</p>
      <Button
        variant="secondary"
        className="mt-2"
        aria-label={words.of(words.report[kind], study.publicName)}
        onClick={() => setIsOpen(true)}
      >
        {words.report[kind]}
      </Button>
      {isOpen && (
        <ReportModal
          booking={booking}
          kind={kind}
          refetch={refetch}
          onClose={close}
          onEnded={() => {
            close();
            onEnded();
          }}
        />
      )}
    </div>
  );
}
