/**
 * Where a guided tour stands is kept in the entry of the history: a reload resumes it, and whoever goes anywhere else has
 * left it. One entry is the whole tour, so that the browser's Back leads to where one was before.
 */
export const tourAt = (stop: number) => ({ tour: stop });

export function tourStop(state: unknown): number | null {
  const { tour } = (state ?? {}) as { tour?: unknown };
  return typeof tour === 'number' ? tour : null;
}
