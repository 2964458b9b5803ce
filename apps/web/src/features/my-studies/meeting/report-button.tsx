import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { useState } from 'react';
import { exactTime } from '../../../format/exact-time.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { useRefetchMeetings } from './use-refetch-meetings.ts';

const ReportMeetingModal = lazyPart(async () => (await import('./report-modal.tsx')).ReportMeetingModal);

export function Report({ booking, now, onEnded }: { booking: OwnBooking; now: number; onEnded: () => void }) {
  const { canReport, study } = booking;
  const refetch = useRefetchMeetings();
  const [isOpen, setIsOpen] = useState(false);
  if (canReport === null || Date.parse(canReport.until) <= now) return null;
  const { kind, until } = canReport;
  const close = () => setIsOpen(false);
  return (
    <div className="mt-2">
      <p className="text-sm text-cocoa-2">{words.reportUntil[kind](exactTime(until))}</p>
      <Button
        variant="secondary"
        className="mt-2"
        aria-label={words.of(words.report[kind], study.publicName)}
        onClick={() => setIsOpen(true)}
      >
        {words.report[kind]}
      </Button>
      {isOpen && (
        <ReportMeetingModal
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
