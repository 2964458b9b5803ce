import type { Role } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellMessages } from '@app/words/shell.ts';
import { tourMessages as words } from '@app/words/tour.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { findApplicants, findOpenStudy, findProject } from './find-screens.ts';

export interface Stop {
  name: string;
  text: string;
  /** The screen; where it shows one of many things, the newest that there is. */
  find: (user: SignedInUser) => string | Promise<string>;
  /** What is pointed at: the first of these that can be seen. Without any the words stand alone. */
  targets: readonly string[];
}

const HEADING = 'main h1';
const FIRST = 'main ul > li';
const MENU = ['aside nav', `header button[aria-label="${shellMessages.openMenu}"]`];
const BELL = ['[data-tour="bell"]'];
const linkTo = (path: string) => `main a[href^="${path}"]`;

const intro: Stop = { ...words.intro, find: () => `${paths.help}#tour`, targets: [] };
const help = { find: () => paths.help, targets: ['main [role="search"]'] };
const accounts = { find: () => paths.accounts, targets: ['main section', HEADING] };

const { participant, researcher } = words;

const participantStops: readonly Stop[] = [
  intro,
  { ...participant.menu, find: () => paths.browseStudies, targets: MENU },
  {
    ...participant.browse,
    find: () => paths.browseStudies,
    targets: [FIRST, linkTo(paths.participantSetup), HEADING],
  },
  { ...participant.study, find: findOpenStudy, targets: [HEADING] },
  { ...participant.studies, find: () => paths.studies, targets: [FIRST, HEADING] },
  { ...participant.bell, find: () => paths.studies, targets: BELL },
  { ...participant.accounts, ...accounts },
  { ...participant.help, ...help },
];

const researcherStops: readonly Stop[] = [
  intro,
  { ...researcher.menu, find: () => paths.projects, targets: MENU },
  { ...researcher.projects, find: () => paths.projects, targets: [linkTo(paths.createProject), HEADING] },
  { ...researcher.project, find: findProject, targets: [linkTo(paths.createStudy('')), HEADING] },
  { ...researcher.applicants, find: findApplicants, targets: ['main tbody tr', FIRST, HEADING] },
  { ...researcher.bell, find: () => paths.projects, targets: BELL },
  { ...researcher.accounts, ...accounts },
  { ...researcher.help, ...help },
];

export const stopsOf: Readonly<Record<Role, readonly Stop[]>> = {
  RESEARCHER: researcherStops,
  PARTICIPANT: participantStops,
};
