import { dayBeyond } from '@app/contracts/project/ethics.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';

/** Nobody is met beyond the last day of an approval; the study is held, so that it cannot be another meanwhile. */
export function assertApproved(
  { ethics }: Pick<Study, 'ethics'>,
  days: readonly string[],
  field: 'availableDates' | 'startsAt' | 'proposes',
  fail: Fail<'INVALID_INPUT'>,
): void {
  if (ethics?.approval === 'APPROVED' && dayBeyond(ethics, days) !== undefined)
    fail('INVALID_INPUT', [{ rule: `approvalEnds ${ethics.validUntil}`, field }]);
}
