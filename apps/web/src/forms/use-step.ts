import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAMETER = 'step';

/** Returns the asked step, but at most the first step that is not complete. */
export function stepShown(asked: string | null, reachable: number): number {
  const step = Number(asked);
  if (!Number.isInteger(step) || step < 1) return 1;
  return Math.min(step, reachable);
}

export interface Steps {
  /** The count starts at 1. */
  step: number;
  next: () => void;
  back: () => void;
  toFirst: () => void;
  /** Leaves the wizard and removes its steps from the history. */
  leave: (to: string) => void;
  isLeaving: boolean;
}

interface Trail {
  cameFrom?: number;
  length?: number;
}

/**
 * The address contains the step, so a reload stays at the step and the phone's back button goes one step
 * back.
 */
export function useSteps(reachable: number): Steps {
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const step = stepShown(search.get(PARAMETER), reachable);
  const { cameFrom, length = 0 } = (location.state ?? {}) as Trail;
  const [goal, setGoal] = useState<string | null>(null);
  const leaving = useRef<string>(null);
  // The person may leave the step before a response arrives.
  const trail = useRef<number>(null);
  useEffect(() => {
    trail.current = length;
    return () => void (trail.current = null);
  }, [length]);
  useEffect(() => {
    if (leaving.current !== location.key) leaving.current = null;
  }, [location.key]);
  // The page after the wizard replaces the wizard's first history entry.
  useEffect(() => {
    if (goal !== null && length === 0) void navigate(goal, { replace: true });
  }, [goal, length, navigate]);

  function stepAddress(other: number) {
    const asked = new URLSearchParams(search);
    asked.set(PARAMETER, String(other));
    return { search: `?${asked}` };
  }
  const exchangeFor = (other: number) =>
    void navigate(stepAddress(other), { replace: true, state: { length } satisfies Trail });
  return {
    step,
    next() {
      // A second quick click comes before the address has changed.
      if (leaving.current === location.key) return;
      leaving.current = location.key;
      // The address of an unreachable step must not stay in the history.
      const replace = Number(search.get(PARAMETER) ?? 1) > step;
      const state: Trail = replace ? { length } : { cameFrom: step, length: length + 1 };
      void navigate(stepAddress(step + 1), { state, replace });
    },
    back() {
      if (cameFrom === step - 1) void navigate(-1);
      else exchangeFor(step - 1);
    },
    toFirst: () => exchangeFor(1),
    leave(to) {
      if (trail.current === null) return;
      setGoal(to);
      if (trail.current > 0) void navigate(-trail.current);
    },
    isLeaving: goal !== null,
  };
}
