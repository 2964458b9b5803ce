import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAMETER = 'step';

/** The step to show: what the address asks for, but never one whose earlier steps are not filled in. */
export function stepShown(asked: string | null, reachable: number): number {
  const step = Number(asked);
  if (!Number.isInteger(step) || step < 1) return 1;
  return Math.min(step, reachable);
}

export interface Steps {
  /** Counted from 1. */
  step: number;
  next: () => void;
  /** One step back; not at the first. */
  back: () => void;
}

/**
 * The step of a wizard, kept in the address: a reload stays where it was, and the phone's own back button goes one step
 * back instead of out. `reachable` is the furthest step that may be opened.
 */
export function useSteps(reachable: number): Steps {
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const step = stepShown(search.get(PARAMETER), reachable);
  const leaving = useRef<string>(null);
  useEffect(() => {
    if (leaving.current !== location.key) leaving.current = null;
  }, [location.key]);
  const addressOf = (other: number) => ({ search: `?${PARAMETER}=${other}` });
  return {
    step,
    next() {
      // A double click is one step: the second comes before the first has changed the address.
      if (leaving.current === location.key) return;
      leaving.current = location.key;
      void navigate(addressOf(step + 1), { state: { cameFrom: step } });
    },
    back() {
      const { cameFrom } = (location.state ?? {}) as { cameFrom?: number };
      // The step before is the entry before: going back to it leaves no trail of repeated steps.
      if (cameFrom === step - 1) void navigate(-1);
      else void navigate(addressOf(step - 1), { replace: true });
    },
  };
}
