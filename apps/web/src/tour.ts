/**
 * The whole tour is one entry of the history. After a reload it goes on, and Back opens the page before it.
 */
export const tourAt = (stop: number) => ({ tour: stop });

export function tourStop(state: unknown): number | null {
  const { tour } = (state ?? {}) as { tour?: unknown };
  return typeof tour === 'number' ? tour : null;
}
