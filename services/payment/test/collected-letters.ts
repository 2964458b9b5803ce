import type { Deps } from '../src/deps.ts';
import { type AskedLetter, LETTERS } from '../src/letters/queue-letter.ts';

/** The queued jobs do not run by themselves. */
export function collectLetters(): { letters: AskedLetter[]; jobs: Deps['jobs'] } {
  const letters: AskedLetter[] = [];
  const send = (async (_, { name }, letter) => {
    if (name === LETTERS.name) letters.push(letter as AskedLetter);
  }) as Deps['jobs']['send'];
  return { letters, jobs: { send } as Deps['jobs'] };
}
