import { paths } from '@app/contracts/web-paths.ts';
import { createStore } from './ui/store.ts';

/** Each page of the dashboard exports this as its `handle`, for the shell (S-203, S-204). */
export interface Screen {
  /** `none` means that the screen has a header of its own. */
  readonly header: 'greeting' | 'back' | 'none';
  /** False for the study wizard, because it needs the whole width (S-303). */
  readonly hasMenu: boolean;
  readonly hasTools: boolean;
  /** Back opens this page if the person came from no other page of ours, or if `leadsUp` is set. */
  readonly backTo: string;
  readonly leadsUp: boolean;
  /** True if the screen itself asks for what the banner asks for (S-208, S-209). */
  readonly hidesBanner: boolean;
  /** True if this screen can be opened before the person agrees to new terms (docs/decisions/0062). */
  readonly asksNothing: boolean;
  readonly width: 'page' | 'form';
}

const ordinary: Screen = {
  header: 'back',
  hasMenu: true,
  hasTools: true,
  backTo: paths.dashboard,
  leadsUp: false,
  hidesBanner: false,
  asksNothing: false,
  width: 'page',
};

export const screens = {
  projects: { ...ordinary, header: 'greeting' },
  browseStudies: { ...ordinary, header: 'greeting' },
  study: { ...ordinary, leadsUp: true },
  studyApplicants: { ...ordinary, leadsUp: true },
  studyBudget: { ...ordinary, leadsUp: true },
  meetings: { ...ordinary, backTo: paths.projects },
  createProject: { ...ordinary, backTo: paths.projects, leadsUp: true, width: 'form' },
  createStudy: { ...ordinary, header: 'none', hasMenu: false, hidesBanner: true },
  projectDetails: { ...ordinary, header: 'none' },
  projectSettings: { ...ordinary, leadsUp: true, hasTools: false },
  studyApply: { ...ordinary, backTo: paths.browseStudies, width: 'form' },
  studies: { ...ordinary, backTo: paths.browseStudies },
  meeting: { ...ordinary, backTo: paths.studies, width: 'form' },
  chooseTime: { ...ordinary, backTo: paths.studies, width: 'form' },
  participantSetup: { ...ordinary, header: 'none', hidesBanner: true, width: 'form' },
  kyc: { ...ordinary, header: 'none', hidesBanner: true, width: 'form' },
  accounts: { ...ordinary, asksNothing: true },
  confirmEmail: { ...ordinary, backTo: paths.accounts, asksNothing: true, width: 'form' },
  statement: { ...ordinary, backTo: paths.accounts },
  messages: ordinary,
  help: { ...ordinary, asksNothing: true },
} as const satisfies Record<string, Screen>;

/** Back opens this page and not the page before. */
export const wayUp = createStore<string | null>(null);

export function currentScreen(handles: readonly unknown[]): Screen {
  const known: readonly unknown[] = Object.values(screens);
  return (handles.findLast((handle) => known.includes(handle)) as Screen | undefined) ?? ordinary;
}
