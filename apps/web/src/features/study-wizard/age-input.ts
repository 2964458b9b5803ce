import { OLDEST_PARTICIPANT } from '@app/contracts/project/studies.ts';

/** What an age field takes of what was typed: digits, from 0 to 100 (S-305). */
export function ageText(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (digits === '') return '';
  return String(Math.min(Number(digits), OLDEST_PARTICIPANT));
}
