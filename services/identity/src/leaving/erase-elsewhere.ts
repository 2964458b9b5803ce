import { erasePerson as eraseFromPayment } from '@app/contracts/payment/people.ts';
import { erasePerson as eraseFromProject } from '@app/contracts/project/people.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { findToErase, updateErased } from './queries.ts';

/** Looks for itself too: what no other service has erased outlasts any outage. */
export const LEAVINGS: Queue<NoData> = {
  name: 'leavings',
  cron: '*/5 * * * *',
  isDebounced: true,
  expireInSeconds: 300,
};

/** Has the other services erase what they hold of those who have left. One that fails holds up no other; the job then fails with it. */
export async function eraseElsewhere({
  db,
  callPayment,
  callProject,
}: Pick<Deps, 'db' | 'callPayment' | 'callProject'>): Promise<void> {
  const failures: unknown[] = [];
  for (const userId of await findToErase(db)) {
    const params = { userId };
    try {
      await callProject(eraseFromProject, { params });
      await callPayment(eraseFromPayment, { params });
      await updateErased(db, userId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everybody who left is erased');
}
