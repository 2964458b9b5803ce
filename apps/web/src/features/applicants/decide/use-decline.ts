import { useState } from 'react';

export interface Decline {
  reason: string | null;
  note: string;
}

const NONE: Decline = { reason: null, note: '' };

/** The draft decline outlives its dialog, but is never shown for other people. */
export function useDecline(ids: readonly string[]) {
  const of = ids.join();
  const [kept, setKept] = useState({ of, decline: NONE });
  const change = (decline: Decline) => setKept({ of, decline });
  return [kept.of === of ? kept.decline : NONE, change] as const;
}
