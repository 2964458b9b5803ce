import { isToAdmin } from '@app/contracts/letters.ts';
import type { LetterChoice } from '@app/contracts/identity/own-account.ts';
import { findAccount } from '../accounts/find-account.ts';
import { findPerson } from '../accounts/find-person.ts';
import type { LetterKind } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { type Asked, type AskedKind, readAsked } from './read-asked.ts';
import { pathToStop } from './stop-secret.ts';
import { writeProjectLetter } from './write-letter.ts';

/** Which choice of the person a letter asks for; any other is sent in any case. */
const CHOICES: Partial<Record<AskedKind, LetterChoice>> = {
  APPLICATION_ACCEPTED: 'decisions',
  APPLICATION_DECLINED: 'decisions',
  STUDIES_FIT: 'newStudies',
  APPLICANT_FIRST: 'applications',
  APPLICANTS_NEW: 'applications',
  TIME_TAKEN: 'meetings',
  TIME_MOVED: 'meetings',
  MEETING_GIVEN_BACK: 'meetings',
  MESSAGE_UNREAD: 'messages',
};

/** Whoever is suspended can act on none of them. */
async function wants({ db }: Pick<Deps, 'db'>, userId: string, choice: LetterChoice): Promise<boolean> {
  const account = await findAccount(db, userId);
  return account !== undefined && !account.isSuspended && account.letters[choice];
}

/**
 * A letter that another service has asked for. At each try that service says what the letter says now: nothing leaves
 * about what is over, and the outbox keeps nothing of it.
 */
export const PROJECT_LETTER: LetterKind<Asked> = {
  name: 'PROJECT_LETTER',
  async write(deps, { userId, asked, about }) {
    const reader = isToAdmin(asked) ? 'ADMIN' : await findPerson(deps.db, userId);
    if (!reader) return undefined;
    const choice = CHOICES[asked];
    if (choice && !(await wants(deps, userId, choice))) return undefined;
    const letter = await readAsked(deps, { userId, asked, about });
    const page = (path: string) => new URL(path, deps.config.PUBLIC_URL).href;
    if (!letter) return undefined;
    const written = writeProjectLetter(asked, letter, { reader, page, config: deps.config });
    return choice ? { ...written, stopUrl: page(pathToStop(deps.config, { userId, choice })) } : written;
  },
};
