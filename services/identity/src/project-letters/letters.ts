import type { LetterKind as ProjectLetterKind } from '@app/contracts/project/letters.ts';
import { readLetter } from '@app/contracts/project/letters.ts';
import { letterAboutPerson } from '../accounts/write-about-person.ts';
import { writeProjectLetter } from './write-letter.ts';

interface Asked {
  asked: ProjectLetterKind;
  about: string;
}

/**
 * A letter that the project service has asked for. It is asked at each try what the letter says now: nothing leaves about what
 * is over, and the outbox keeps nothing of it.
 */
export const PROJECT_LETTER = letterAboutPerson<Asked>(
  'PROJECT_LETTER',
  async ({ deps, person, job: { asked, about }, page }) => {
    const { userId } = person;
    const { letter } = await deps.callProject(readLetter, { params: { userId, kind: asked, about } });
    return letter ? writeProjectLetter(asked, letter, { person, page, config: deps.config }) : undefined;
  },
);
