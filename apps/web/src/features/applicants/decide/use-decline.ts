import { useState } from 'react';

export interface Decline {
  reason: string | null;
  note: string;
}

const NONE: Decline = { reason: null, note: '' };

/** The text of a decline stays when its dialog closes. It is never shown for other applicants. */
export function useDeclineDraft(ids: readonly string[]) {
  const of = ids.join();
  const [draft, setDraft] = useState({ of, decline: NONE });
  const change = (decline: Decline) => setDraft({ of, decline });
  return [draft.of === of ? draft.decline : NONE, change] as const;
}
