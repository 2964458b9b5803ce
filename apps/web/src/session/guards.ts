import { guardMessages } from '@app/words/guards.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { ShouldRevalidateFunction } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';

/** Who may open a page (section 2). */
export type Guard =
  | 'GUEST'
  | 'SIGNED_IN'
  | 'RESEARCHER'
  | 'VERIFIED_RESEARCHER'
  | 'PARTICIPANT'
  | 'KYC'
  | 'PARTICIPANT_SETUP';

/** Where somebody is sent instead, and what they are told. */
export interface Elsewhere {
  readonly to: string;
  readonly message?: string;
}

type Rule = (user: SignedInUser) => Elsewhere | null;

const open = null;
const participantsBrowse: Rule = (user) => (user.role === 'PARTICIPANT' ? { to: paths.browseStudies } : open);
const isVerified = (user: SignedInUser) => user.adminVerificationStatus === 'VERIFIED';

const rules: Record<Guard, Rule> = {
  GUEST: () => ({ to: paths.dashboard }),
  SIGNED_IN: () => open,
  RESEARCHER: participantsBrowse,
  VERIFIED_RESEARCHER: (user) =>
    participantsBrowse(user) ??
    (isVerified(user) ? open : { to: paths.dashboard, message: guardMessages.mustBeVerified }),
  PARTICIPANT: (user) => {
    if (user.role === 'PARTICIPANT') return open;
    return { to: user.role === 'RESEARCHER' ? paths.projects : paths.dashboard };
  },
  KYC: (user) =>
    participantsBrowse(user) ??
    (isVerified(user) ? { to: paths.dashboard, message: guardMessages.alreadyVerified } : open),
  PARTICIPANT_SETUP: (user) => {
    if (user.role === 'RESEARCHER') return { to: paths.projects };
    return user.hasUserInfo ? { to: paths.browseStudies, message: guardMessages.alreadySubmitted } : open;
  },
};

/** The decision on a page: null lets it open. */
export function decide(guard: Guard, user: SignedInUser | null): Elsewhere | null {
  if (user === null) return guard === 'GUEST' ? open : { to: paths.home };
  return rules[guard](user);
}

/**
 * Whether the stored user may be out of date in a way that changes the decision. VERIFIED and a sent profile are
 * final, so whoever has them is not made to wait for the server, which checks each call anyway.
 */
export function mayBeStale(guard: Guard, user: SignedInUser): boolean {
  if (guard === 'VERIFIED_RESEARCHER' || guard === 'KYC')
    return user.role === 'RESEARCHER' && !isVerified(user);
  return guard === 'PARTICIPANT_SETUP' && user.role === 'PARTICIPANT' && !user.hasUserInfo;
}

/** For the same route: a wizard's next step or a list's filter is no other page, and asks for no guard. */
export const onOtherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname;
