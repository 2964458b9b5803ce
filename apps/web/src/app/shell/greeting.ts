import { shellWords } from '@app/words/shell.ts';

const MORNING = 5;
const NOON = 12;
const EVENING = 17;

/** The greeting of a local hour (S-204). */
export function greetingAt(hour: number): string {
  if (hour >= MORNING && hour < NOON) return shellWords.goodMorning;
  return hour >= NOON && hour < EVENING ? shellWords.goodAfternoon : shellWords.goodEvening;
}
