import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAMETER = 'step';

/** Returns the wanted step. If earlier steps are not complete, returns the first of these. */
export function reachableStep(asked: string | null, reachable: number): number {
  const step = Number(asked);
  if (!Number.isInteger(step) || step < 1) return 1;
  return Math.min(step, reachable);
}

export interface Steps {
  /** The first step is 1. */
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

/** With the step in the address, a reload stays at it, and a phone's back button goes to the step before. */
export function useSteps(reachable: number): Steps {
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const step = reachableStep(search.get(PARAMETER), reachable);
  const { cameFrom, length = 0 } = (location.state ?? {}) as Trail;
  const [goal, setGoal] = useState<string | null>(null);
  const leaving = useRef<string>(null);
  // When a response arrives, the person may have left the step.
  const trail = useRef<number>(null);
  useEffect(() => {
    trail.current = length;
    return () => void (trail.current = null);
  }, [length]);
  useEffect(() => {
    if (leaving.current !== location.key) leaving.current = null;
  }, [location.key]);
  // The page that follows the wizard replaces the wizard's first entry in the history.
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
      // A second quick click can come before the address changes.
      if (leaving.current === location.key) return;
      leaving.current = location.key;
      // If a step cannot be reached, its address must not stay in the history.
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
