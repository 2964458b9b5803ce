import type { Role } from '@app/contracts/enumerations.ts';
import { guardWords } from '@app/words/guards.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { ShouldRevalidateFunction } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { landingOf } from './roles.ts';

/** Section 2 of the specification defines who may open which page. */
export type Guard =
  | 'GUEST'
  | 'SIGNED_IN'
  | 'RESEARCHER'
  | 'VERIFIED_RESEARCHER'
  | 'PARTICIPANT'
  | 'KYC'
  | 'PARTICIPANT_SETUP';

export interface Elsewhere {
  readonly to: string;
  readonly message?: string;
}

type Rule = (user: SignedInUser) => Elsewhere | null;

const open = null;
/** `unknown` is for a role that this build does not know. */
const only =
  (role: Role, unknown: Elsewhere | null): Rule =>
  (user) => {
    if (user.role === role) return open;
    return user.role in landingOf ? { to: landingOf[user.role] } : unknown;
  };
const researchers = only('RESEARCHER', open);
const participants = only('PARTICIPANT', open);
const isVerified = (user: SignedInUser) => user.adminVerificationStatus === 'VERIFIED';

const rules: Record<Guard, Rule> = {
  GUEST: () => ({ to: paths.dashboard }),
  SIGNED_IN: () => open,
  RESEARCHER: researchers,
  VERIFIED_RESEARCHER: (user) =>
    researchers(user) ??
    (isVerified(user) ? open : { to: paths.dashboard, message: guardWords.mustBeVerified }),
  PARTICIPANT: only('PARTICIPANT', { to: paths.dashboard }),
  KYC: (user) =>
    researchers(user) ??
    (isVerified(user) ? { to: paths.dashboard, message: guardWords.alreadyVerified } : open),
  PARTICIPANT_SETUP: (user) =>
    participants(user) ??
    (user.hasUserInfo ? { to: paths.browseStudies, message: guardWords.alreadySubmitted } : open),
};

/** Returns null if the page may open. Otherwise returns the path to go to. */
export function findRedirect(guard: Guard, user: SignedInUser | null): Elsewhere | null {
  if (user === null) return guard === 'GUEST' ? open : { to: paths.home };
  return rules[guard](user);
}

/** VERIFIED and a finished set-up never change back. So a person with both need not wait for the server. */
export function needsFreshUser(guard: Guard, user: SignedInUser): boolean {
  if (guard === 'VERIFIED_RESEARCHER' || guard === 'KYC')
    return user.role === 'RESEARCHER' && !isVerified(user);
  return guard === 'PARTICIPANT_SETUP' && user.role === 'PARTICIPANT' && !user.hasUserInfo;
}

/** False within a page, for example for the next step of a wizard or a filter of a list. */
export const onOtherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname;
