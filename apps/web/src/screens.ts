import { paths } from '@app/contracts/web-paths.ts';
import { createStore } from './ui/store.ts';

/** What the dashboard's shell draws around a screen (S-203, S-204); each dashboard page exports its own as `handle`. */
export interface Screen {
  /** `greeting` on the two landings, `back` elsewhere, `none` where the screen brings its own head. */
  readonly header: 'greeting' | 'back' | 'none';
  /** The study wizard has the whole width, with its own way back and out (S-303). */
  readonly hasMenu: boolean;
  /** Notification button and wallet. */
  readonly hasTools: boolean;
  /** Where Back leads when there is no earlier page of ours in the history; or always, where the screen lies below that one. */
  readonly backTo: string;
  readonly leadsUp: boolean;
  /** The banner that asks for exactly what this screen collects stays away (S-208, S-209). */
  readonly hidesBanner: boolean;
  /** It stays open to people who have not agreed to a new version of the terms yet (docs/decisions/0062). */
  readonly asksNothing: boolean;
  /** Wizards stand in a narrow column of their own. */
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

/** The page above the one that is shown, once that knows it: Back leads there and not to where somebody came from. */
export const wayUp = createStore<string | null>(null);

/** The screen among the handles of the matched routes; the innermost that has one decides. */
export function currentScreen(handles: readonly unknown[]): Screen {
  const known: readonly unknown[] = Object.values(screens);
  return (handles.findLast((handle) => known.includes(handle)) as Screen | undefined) ?? ordinary;
}
