import { type LetterContent, type Recipients, NO_NAME } from '../deliveries/compose-letter.ts';
import type { LetterJob, LetterKind } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { type Person, findPerson } from './find-person.ts';
import { isEmailVerified } from './queries.ts';

interface Occasion<Details> {
  deps: Deps;
  person: Person;
  job: LetterJob & Details;
  /** The address of a page of the web app. */
  page(path: string): string;
}
type Written = (LetterContent & Partial<Recipients>) | undefined;

/** A kind of letter about a person, and to them unless it says to whom; none is sent once they are gone. */
export function letterAboutPerson<Details extends object = object>(
  name: string,
  write: (occasion: Occasion<Details>) => Written | Promise<Written>,
): LetterKind<Details> {
  return {
    name,
    async write(deps, job) {
      const found = await findPerson(deps.db, job.userId);
      if (!found) return undefined;
      const person = (await isEmailVerified(deps.db, job.userId)) ? found : { ...found, firstName: NO_NAME };
      const page = (path: string) => new URL(path, deps.config.PUBLIC_URL).href;
      const letter = await write({ deps, person, job, page });
      return letter && { to: person.email, ...letter };
    },
  };
}
