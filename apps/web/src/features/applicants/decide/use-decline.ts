import { useState } from 'react';

/** What has been chosen and written so far. */
export interface Decline {
  reason: string | null;
  note: string;
}

const NONE: Decline = { reason: null, note: '' };

/** The decline of these people: it outlives the dialog, which a press beside it closes, and is never shown for others. */
export function useDecline(ids: readonly string[]) {
  const of = ids.join();
  const [kept, setKept] = useState({ of, decline: NONE });
  const change = (decline: Decline) => setKept({ of, decline });
  return [kept.of === of ? kept.decline : NONE, change] as const;
}
