import { type ProjectLetter, isBulk, isToAdmin } from '@app/contracts/letters.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { readOwnSums } from '@app/contracts/payment/people.ts';
import { findPerson } from '../accounts/find-person.ts';
import type { LetterKind } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { CHOICES, isWanted } from './choices.ts';
import { type Asked, readAsked } from './read-asked.ts';
import { pathToStop } from './stop-secret.ts';
import { writeProjectLetter } from './write-letter.ts';

/**
 * Says of a letter with a sum whether the first payment waits for a word about the number. It leaves without that where
 * the payment service does not answer.
 */
async function withQuestion(
  { callPayment }: Pick<Deps, 'callPayment'>,
  userId: string,
  letter: ProjectLetter,
): Promise<ProjectLetter> {
  if (!(Number(letter.params['incentive']) > 0)) return letter;
  const sums = await callPayment(readOwnSums, { params: { userId } }).catch(() => undefined);
  return sums?.asksAboutNumber === true ? { ...letter, params: { ...letter.params, asks: 'yes' } } : letter;
}

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
    const found = await readAsked(deps, { userId, asked, about });
    const letter = found && (await withQuestion(deps, userId, found));
    const page = (path: string) => new URL(path, deps.config.PUBLIC_URL).href;
    if (!letter) return undefined;
    const written = writeProjectLetter(asked, letter, { reader, page, config: deps.config });
    return choice
      ? {
          ...written,
          stopUrl: page(pathToStop(deps.config, { userId, choice })),
          choicesUrl: page(paths.lettersByLetter),
        }
      : written;
  },
};
