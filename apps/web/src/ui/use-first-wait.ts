import { useState } from 'react';

/** True until what a page needs has come or failed for the first time: a later wait takes nothing from the screen. */
export function useFirstWait(isLoading: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  if (!isLoading && !isOver) setIsOver(true);
  return isLoading && !isOver;
}
