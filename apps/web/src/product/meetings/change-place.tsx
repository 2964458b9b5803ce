import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useState } from 'react';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/states.tsx';
import type { ResearcherMeeting } from './group-meetings.ts';

export const LazyPlaceModal = lazyPart(async () => (await import('./place-modal.tsx')).PlaceModal);

export const placeText = ({ link, place, landmark, digitalAddress }: ResearcherMeeting['details']) =>
  [link, place, landmark, digitalAddress].filter(Boolean).join(', ');

interface ChangePlaceProps extends Pick<ButtonProps, 'variant' | 'className' | 'aria-label'> {
  of: Pick<ResearcherMeeting, 'studyId' | 'way' | 'details'> & { startsAt?: string; hasOwnDetails?: boolean };
}

/** Without a time, this changes the place of the whole study. */
export function ChangePlace({ of: { startsAt: slotId, ...meeting }, ...button }: ChangePlaceProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" {...button} onClick={() => setIsOpen(true)}>
        {words.changePlace[meeting.way]}
      </Button>
      {isOpen && <LazyPlaceModal {...meeting} slotId={slotId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
