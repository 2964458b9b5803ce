/** A caller who has gone away in the middle may begin again after it. */
const LONGEST_MS = 60_000;

/** Lets each person begin one at a time, of this process; gives how it is ended, undefined while there is one. */
export function createOneAtATime(now: () => number = Date.now) {
  const begun = new Map<string, number>();
  return (userId: string): (() => void) | undefined => {
    const at = now();
    if (at - (begun.get(userId) ?? -LONGEST_MS) < LONGEST_MS) return undefined;
    begun.set(userId, at);
    return () => {
      if (begun.get(userId) === at) begun.delete(userId);
    };
  };
}
