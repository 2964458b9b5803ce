import type { NoData, Queue } from '@app/kit/jobs.ts';
import { lapsePlaces } from '../applications/apply/lapse-places.ts';
import { clockSteps } from '../bookings/clock/clock-steps.ts';
import type { Deps } from '../deps.ts';

/** What happens to meetings by time alone, looked for each minute: no job waits for a time that may be another by then. */
export const MEETING_CLOCK: Queue<NoData> = { name: 'meeting-clock', cron: '* * * * *', isDebounced: true };

/** One step that fails holds up no other; the job then fails with it, so that it is seen. */
export async function turnMeetingClock(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages' | 'config' | 'openStudyCounts'>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const step of [lapsePlaces, ...clockSteps])
    await step(deps).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some of the clock of meetings failed');
}
