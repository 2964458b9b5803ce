import { useState } from 'react';

/** Returns true only for the first wait: a later one must not hide the screen. */
export function useFirstWait(isLoading: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  if (!isLoading && !isOver) setIsOver(true);
  return isLoading && !isOver;
}
