import type { LetterKind as ProjectLetterKind } from '@app/contracts/project/letters.ts';
import { readLetter } from '@app/contracts/project/letters.ts';
import { findAccount } from '../accounts/find-account.ts';
import { letterAboutPerson } from '../accounts/write-about-person.ts';
import { writeProjectLetter } from './write-letter.ts';

interface Asked {
  asked: ProjectLetterKind;
  about: string;
}

/** Which choice of the person a letter asks for; any other is sent in any case. */
const CHOICES: Partial<Record<ProjectLetterKind, 'wantsDecisions' | 'wantsNewStudies'>> = {
  APPLICATION_ACCEPTED: 'wantsDecisions',
  APPLICATION_DECLINED: 'wantsDecisions',
  STUDIES_FIT: 'wantsNewStudies',
};

/**
 * A letter that the project service has asked for. It is asked at each try what the letter says now: nothing leaves about what
 * is over, and the outbox keeps nothing of it.
 */
export const PROJECT_LETTER = letterAboutPerson<Asked>(
  'PROJECT_LETTER',
  async ({ deps, person, job: { asked, about }, page }) => {
    const { userId } = person;
    const choice = CHOICES[asked];
    if (choice && !(await findAccount(deps.db, userId))?.[choice]) return undefined;
    const { letter } = await deps.callProject(readLetter, { params: { userId, kind: asked, about } });
    return letter ? writeProjectLetter(asked, letter, { person, page, config: deps.config }) : undefined;
  },
);
