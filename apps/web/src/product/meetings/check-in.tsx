import { DAY_MS } from '@app/contracts/durations.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/states.tsx';
import { useLaterPart } from '../../ui/use-lazy-part.ts';
import { useIsCallPending } from '../pending-calls.ts';

const loadModal = async () => (await import('./check-in-modal.tsx')).CheckInModal;
const CheckInModal = lazyPart(loadModal);

interface CheckInProps {
  booking: ResearcherBooking;
  name: string;
  now: number;
  mayMark: boolean;
}

export function CheckIn({ booking, name, now, mayMark }: CheckInProps) {
  const { id, startsAt, firstWord } = booking;
  const [isOpen, setIsOpen] = useState(false);
  const isCallPending = useIsCallPending(id);
  // Loaded early, because there may be no connection where the meeting is.
  const isSoon = firstWord !== null && Date.parse(startsAt ?? '') - now < DAY_MS;
  useLaterPart(loadModal, isSoon);
  if (firstWord === null || !mayMark) return null;
  return (
    <>
      {isCallPending && !isOpen && <p className="text-sm">{words.pendingWord}</p>}
      <Button
        variant="secondary"
        size="small"
        className="px-3!"
        aria-label={words.of(words.enterWord, name)}
        onClick={() => setIsOpen(true)}
      >
        {words.enterWord}
      </Button>
      {isOpen && <CheckInModal {...{ booking, name }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
