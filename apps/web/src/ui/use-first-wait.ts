import { useState } from 'react';

/** Returns true only for the first wait, because a later one must not hide the screen. */
export function useFirstWait(isLoading: boolean): boolean {
  const [hasEnded, setHasEnded] = useState(false);
  if (!isLoading && !hasEnded) setHasEnded(true);
  return isLoading && !hasEnded;
}
