import { useEffect, useRef, useState } from 'react';
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
  toFirst: () => void;
  /** Leaves the finished wizard, and removes its steps from the history. */
  leave: (to: string) => void;
  isLeaving: boolean;
}

/** What an entry of the browser's history knows of the steps before it. */
interface Trail {
  cameFrom?: number;
  /** How many entries back the wizard was entered. */
  length?: number;
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
  const { cameFrom, length = 0 } = (location.state ?? {}) as Trail;
  const [goal, setGoal] = useState<string | null>(null);
  const leaving = useRef<string>(null);
  // An answer may come after the person has gone on: back within the wizard, or out of it.
  const trail = useRef<number>(null);
  useEffect(() => {
    trail.current = length;
    return () => void (trail.current = null);
  }, [length]);
  useEffect(() => {
    if (leaving.current !== location.key) leaving.current = null;
  }, [location.key]);
  // Back at the first entry of the wizard, which is replaced by the goal.
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
      // Two quick presses are one step: the second comes before the first has changed the address.
      if (leaving.current === location.key) return;
      leaving.current = location.key;
      // An address that asks for a later step than may be opened is not what stands before the next one.
      const replace = Number(search.get(PARAMETER) ?? 1) > step;
      const state: Trail = replace ? { length } : { cameFrom: step, length: length + 1 };
      void navigate(stepAddress(step + 1), { state, replace });
    },
    back() {
      // The step before is the entry before: going back to it leaves no trail of repeated steps.
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
