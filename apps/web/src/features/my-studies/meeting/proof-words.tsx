import { DAY_MS } from '@app/contracts/durations.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { useLaterPart } from '../../../ui/use-lazy-part.ts';

const loadModal = async () => (await import('./proof-words-modal.tsx')).ProofWordsModal;
const ProofWordsModal = lazyPart(loadModal);

export function ProofWords({ booking, now }: { booking: OwnBooking; now: number }) {
  const { proofWords, meetingWay, startsAt, study } = booking;
  const [isShown, setIsShown] = useState(false);
  const canShow = proofWords !== null && meetingWay !== 'PHONE';
  // On the day of the meeting, the code must open even without a connection.
  useLaterPart(loadModal, canShow && Date.parse(startsAt ?? '') - now < DAY_MS);
  if (proofWords === null) return null;
  return (
    <div className="mt-3">
      <dl className="flex flex-wrap gap-x-6">
        {(['first', 'second'] as const).map((which) => (
          <div key={which}>
            <dt className="text-sm text-cocoa-2">{words[`${which}Word`]}</dt>
            <dd className="text-lg font-bold">{proofWords[which]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">{words.proofRule[meetingWay]}</p>
      {canShow && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-4"
          aria-label={words.of(words.showWord, study.publicName)}
          onClick={() => setIsShown(true)}
        >
          {words.showWord}
        </Button>
      )}
      {isShown && <ProofWordsModal {...proofWords} onClose={() => setIsShown(false)} />}
    </div>
  );
}
