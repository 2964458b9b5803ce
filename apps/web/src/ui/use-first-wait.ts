import { useState } from 'react';

/** True only for the first load, because a later wait must not hide the screen. */
export function useFirstWait(isLoading: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  if (!isLoading && !isOver) setIsOver(true);
  return isLoading && !isOver;
}
