import { MAX_PARTICIPANTS, type Study } from '@app/contracts/project/studies.ts';
import { studyPageMessages as words } from '@app/words/study-page.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const MorePlacesModal = lazyPart(async () => (await import('./more-places-modal.tsx')).MorePlacesModal);

interface PlacesCardProps {
  study: Study;
  mayChange: boolean;
}

/** How many of its places are taken, with the way to more of them while people can come. */
export function PlacesCard({ study, mayChange }: PlacesCardProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { state, desiredNumberOfParticipants: all } = study;
  const taken = (all ?? 0) - Math.max(0, study.placesLeft ?? 0);
  const canGrow = mayChange && (state === 'PUBLISHED' || state === 'PAUSED') && (all ?? 0) < MAX_PARTICIPANTS;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{words.places}</h2>
        {canGrow && (
          <Button variant="secondary" size="small" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden="true" className="size-4.5" />
            {words.morePlaces}
          </Button>
        )}
      </div>
      {all === null ? (
        <p className="mt-2 text-sm text-cocoa-2">{words.placesUnset}</p>
      ) : (
        <>
          <p className="figures mt-2 font-semibold">{words.placesTaken(taken, all)}</p>
          <div aria-hidden="true" className="mt-2 h-2 overflow-hidden rounded-pill bg-sunken">
            <div className="h-full bg-green" style={{ width: `${(100 * taken) / all}%` }} />
          </div>
        </>
      )}
      {isAdding && <MorePlacesModal study={study} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}
