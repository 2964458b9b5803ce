import { studyPageWords as words } from '@app/words/study-page.ts';
import { type Study, MAX_PARTICIPANTS } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/states.tsx';

const MorePlacesModal = lazyPart(async () => (await import('./more-places-modal.tsx')).MorePlacesModal);

export function PlacesCard({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const asked: { isAddingPlaces?: boolean } | null = useLocation().state;
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(asked?.isAddingPlaces === true);
  const { state, desiredNumberOfParticipants: all } = study;
  const taken = (all ?? 0) - Math.max(0, study.placesLeft ?? 0);
  const canGrow = mayChange && (state === 'PUBLISHED' || state === 'PAUSED') && (all ?? 0) < MAX_PARTICIPANTS;
  function close() {
    setIsAdding(false);
    // The request is removed from the history entry, so that a reload does not open the dialog again.
    if (asked?.isAddingPlaces) void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{words.places}</h2>
        {canGrow && study.incentive > 0 && (
          <LinkButton variant="secondary" size="small" to={paths.morePlaces(study.id)}>
            <Plus aria-hidden="true" className="size-4.5" />
            {words.morePlaces}
          </LinkButton>
        )}
        {canGrow && study.incentive === 0 && (
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
      {isAdding && canGrow && <MorePlacesModal study={study} onClose={close} />}
    </Card>
  );
}
