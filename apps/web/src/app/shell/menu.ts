import type { Role } from '@app/contracts/enumerations.ts';
import { shellWords } from '@app/words/shell.ts';
import { paths } from '@app/contracts/web-paths.ts';

export interface MenuItem {
  readonly label: string;
  readonly to: string;
  readonly icon: 'projects' | 'meetings' | 'browse' | 'studies' | 'messages' | 'accounts' | 'help' | 'tour';
  /** Beginnings of the addresses during which this item is the current one. */
  readonly covers: readonly string[];
}

const projects: MenuItem = {
  label: shellWords.myProjects,
  to: paths.dashboard,
  icon: 'projects',
  covers: [
    paths.projects,
    paths.createProject,
    paths.project(''),
    paths.projectSettings(''),
    paths.createStudy(''),
    paths.study(''),
    paths.studyApplicants(''),
    paths.studyBudget(''),
  ],
};
const meetings: MenuItem = {
  label: shellWords.meetings,
  to: paths.meetings,
  icon: 'meetings',
  covers: [paths.meetings],
};
const browse: MenuItem = {
  label: shellWords.browseStudies,
  to: paths.browseStudies,
  icon: 'browse',
  covers: [paths.browseStudies, paths.studyApply('')],
};
const studies: MenuItem = {
  label: shellWords.myStudies,
  to: paths.studies,
  icon: 'studies',
  covers: [paths.studies],
};
const messages: MenuItem = {
  label: shellWords.messages,
  to: paths.messages,
  icon: 'messages',
  covers: [paths.messages],
};
const accounts: MenuItem = {
  label: shellWords.myAccounts,
  to: paths.accounts,
  icon: 'accounts',
  covers: [paths.accounts],
};
const help: MenuItem = { label: shellWords.needHelp, to: paths.help, icon: 'help', covers: [paths.help] };
const tour: MenuItem = { label: shellWords.takeATour, to: `${paths.help}#tour`, icon: 'tour', covers: [] };

const ownItems: Readonly<Record<Role, readonly MenuItem[]>> = {
  RESEARCHER: [projects, meetings, messages],
  PARTICIPANT: [browse, studies, messages],
};

/** The side menu of a role (S-201). */
export function sideMenu(role: Role): MenuItem[] {
  return [...ownItems[role], accounts, help, tour];
}

/** The phone's menu (S-202): the same without the tour, which leads to the same page. */
export function phoneMenu(role: Role): MenuItem[] {
  return sideMenu(role).filter((item) => item !== tour);
}

export function isCurrent(item: MenuItem, pathname: string): boolean {
  return item.covers.some((start) => pathname.startsWith(start));
}
