import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/states.tsx';

/** If a mark agrees with the report, the dispute ends. */
export const isInDispute = ({ report, decision, state }: ResearcherBooking) =>
  report !== null && decision === null && (state === 'NO_SHOW' || state === 'NOBODY_CAME');

const AnswerReportModal = lazyPart(async () => (await import('./answer-report-modal.tsx')).AnswerReportModal);

export function ReportAnswer({ booking, name }: { booking: ResearcherBooking; name: string }) {
  const [isWriting, setIsWriting] = useState(false);
  const label = booking.answer === null ? words.answer : words.answerAgain;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={words.of(label, name)}
        onClick={() => setIsWriting(true)}
      >
        {label}
      </Button>
      {isWriting && <AnswerReportModal booking={booking} onClose={() => setIsWriting(false)} />}
    </>
  );
}
