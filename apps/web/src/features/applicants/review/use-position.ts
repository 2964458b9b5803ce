import type { Applicant } from '@app/contracts/project/applicants.ts';
import { useState } from 'react';

export const isWaiting = ({ status }: Pick<Applicant, 'status'>) => status === 'PENDING';

export function nextWaiting(rows: readonly Pick<Applicant, 'status'>[], behind: number): number {
  const at = rows.findIndex((row, position) => position > behind && isWaiting(row));
  return at === -1 ? rows.length : at;
}

export function usePosition(rows: readonly Applicant[]) {
  // Computed only once: a decided applicant is no longer pending but must stay on the screen.
  const [at, setAt] = useState(() => nextWaiting(rows, -1));
  return { at, current: rows[at], goTo: setAt };
}
