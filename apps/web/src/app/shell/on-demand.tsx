import { failureMessages } from '@app/words/failures.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { shellNotice } from '../../session/session.ts';
import { tourStop } from '../../tour.ts';
import { toast } from '../../ui/toast.ts';
import { usePart } from '../../ui/use-part.ts';

const loadModals = () => import('./modals.tsx');
const loadTour = () => import('../tour/tour.tsx');

function TourPlace() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const stop = tourStop(state);
  const { part, isFailed } = usePart(loadTour, stop !== null);
  useEffect(() => {
    if (!isFailed) return;
    toast.error(failureMessages.network);
    void navigate({ pathname, search }, { replace: true, state: null });
  }, [isFailed, navigate, pathname, search]);
  return part && stop !== null && <part.Tour stop={stop} />;
}

/** The modals that greet, and the guided tour: most visits see neither, so nobody waits for their code. */
export function OnDemand() {
  const notice = useSyncExternalStore(shellNotice.subscribe, shellNotice.read, () => null);
  const { part } = usePart(loadModals, notice !== null);
  return (
    <>
      {part && <part.ShellModals notice={notice} />}
      <TourPlace />
    </>
  );
}
