/**
 * The stop of the guided tour, in the state of the history entry: a reload resumes the tour, and going elsewhere ends it.
 * The whole tour is one entry, so that the browser's Back leads to the page before it.
 */
export const tourAt = (stop: number) => ({ tour: stop });

export function tourStop(state: unknown): number | null {
  const { tour } = (state ?? {}) as { tour?: unknown };
  return typeof tour === 'number' ? tour : null;
}
