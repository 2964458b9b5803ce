import { isBulk, isToAdmin } from '@app/contracts/letters.ts';
import { findPerson } from '../accounts/find-person.ts';
import type { LetterKind } from '../deliveries/queue-letter.ts';
import { CHOICES, isWanted } from './choices.ts';
import { type Asked, readAsked } from './read-asked.ts';
import { pathToStop } from './stop-secret.ts';
import { writeProjectLetter } from './write-letter.ts';

/**
 * A letter that another service has asked for. At each try that service says what the letter says now: nothing leaves
 * about what is over, and the outbox keeps nothing of it.
 */
export const PROJECT_LETTER: LetterKind<Asked> = {
  name: 'PROJECT_LETTER',
  haste: ({ asked }) => (isToAdmin(asked) ? 'FIRST' : isBulk(asked) ? 'BULK' : 'NEXT'),
  async write(deps, { userId, asked, about }) {
    const reader = isToAdmin(asked) ? 'ADMIN' : await findPerson(deps.db, userId);
    if (!reader) return undefined;
    const choice = CHOICES[asked];
    if (!(await isWanted(deps, userId, asked, 'letters'))) return undefined;
    const letter = await readAsked(deps, { userId, asked, about });
    const page = (path: string) => new URL(path, deps.config.PUBLIC_URL).href;
    if (!letter) return undefined;
    const written = writeProjectLetter(asked, letter, { reader, page, config: deps.config });
    return choice ? { ...written, stopUrl: page(pathToStop(deps.config, { userId, choice })) } : written;
  },
};
