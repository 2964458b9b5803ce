import { myStudiesWords as words } from '@app/words/my-studies.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import type { StudyStanding } from '@app/contracts/project/studies.ts';

type Status = Application['status'];

/** How the study stands, where that still matters: not once an application has ended, and to a place taken only the end. */
export function standingBadge(status: Status, standing: StudyStanding): string | undefined {
  if (standing === 'OPEN' || status === 'DECLINED' || status === 'WITHDRAWN') return undefined;
  if (status === 'ACCEPTED' && standing === 'FULL') return undefined;
  return words.standing[standing];
}

export function nextOf(
  status: Status,
  { standing, isOver }: Pick<Application['study'], 'standing' | 'isOver'>,
): string {
  if (status === 'PENDING') return isOver ? words.nextPendingOver : words.nextPending[standing];
  if (status === 'DECLINED') return words.nextDeclined;
  if (status === 'WITHDRAWN') return words.nextWithdrawn;
  if (isOver) return words.nextOver;
  return words.nextAccepted[standing === 'FULL' ? 'OPEN' : standing];
}

/** The decline that holds now; one that was taken back does not count any more. */
export function declineOf({ status, history }: Pick<Application, 'status' | 'history'>) {
  return status === 'DECLINED' ? history.findLast((step) => step.status === 'DECLINED') : undefined;
}

/** What is decided against or given up cannot be withdrawn any more (docs/states.md). */
export function mayWithdraw({ status }: Pick<Application, 'status'>): boolean {
  return status === 'PENDING' || status === 'ACCEPTED';
}
