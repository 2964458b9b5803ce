import type { Applicant } from '@app/contracts/project/applicants.ts';
import { useState } from 'react';

export const isWaiting = ({ status }: Pick<Applicant, 'status'>) => status === 'PENDING';

/** The place of the next who waits, behind a place; the end where nobody does. */
export function nextWaiting(rows: readonly Pick<Applicant, 'status'>[], behind: number): number {
  const at = rows.findIndex((row, place) => place > behind && isWaiting(row));
  return at === -1 ? rows.length : at;
}

/** Which applicant is looked at, counted from 0; the number of rows is the end. Rows only ever come after the last. */
export function usePlace(rows: readonly Applicant[]) {
  // As of its beginning: an applicant who is decided on leaves the waiting ones, but must stay on the screen.
  const [at, setAt] = useState(() => nextWaiting(rows, -1));
  return { at, current: rows[at], goTo: setAt };
}
