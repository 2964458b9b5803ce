import { Incentive } from '@app/contracts/project/studies.ts';

/** It is asked beside the plan, and is of the study: its budget is funded before the plan is sent. */
export function incentiveIn(plan: unknown): number {
  const { incentive } = (plan ?? {}) as { incentive?: unknown };
  const parsed = Incentive.safeParse(incentive);
  return parsed.success ? parsed.data : 0;
}
