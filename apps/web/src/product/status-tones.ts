import type { PayoutState } from '@app/contracts/payment/payout-states.ts';
import type { ELIGIBILITIES, VerificationStatus } from '@app/contracts/enumerations.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import type { RecruitmentStatus, StudySummary } from '@app/contracts/project/studies.ts';
import type { BadgeTone } from '../ui/badge.tsx';

/**
 * With `good` and `plain`, the reader need not do anything. `info` means to wait, `waiting` to act, and `bad`
 * to correct something. A declined application needs no correction.
 */
export const companyTones: Readonly<Record<VerificationStatus | 'NOT_SENT', BadgeTone>> = {
  NOT_SENT: 'waiting',
  PENDING: 'info',
  VERIFIED: 'good',
  DECLINED: 'bad',
};

export const applicationTones: Readonly<Record<Application['status'], BadgeTone>> = {
  PENDING: 'info',
  ACCEPTED: 'good',
  DECLINED: 'plain',
  WITHDRAWN: 'plain',
};

export const studyTones: Readonly<Record<StudySummary['state'], BadgeTone>> = {
  DRAFT: 'waiting',
  PUBLISHED: 'good',
  PAUSED: 'info',
  CLOSED: 'plain',
};

export const recruitmentTones: Readonly<Record<RecruitmentStatus, BadgeTone>> = {
  OPEN: 'good',
  FULL: 'plain',
  PAUSED: 'info',
  CLOSED: 'plain',
  SUSPENDED: 'info',
};

/** For the researcher, who must correct something. */
export const suspendedTone: BadgeTone = 'bad';

export const screeningTones = { QUALIFIED: 'good', DISQUALIFIED: 'plain' } as const satisfies Record<
  string,
  BadgeTone
>;

/** A choice without an eligibility has no effect. */
export const eligibilityTones: Readonly<Record<(typeof ELIGIBILITIES)[number] | '', BadgeTone>> = {
  QUALIFY: 'good',
  DISQUALIFY: 'bad',
  '': 'plain',
};

export const waitingTone: BadgeTone = 'waiting';

export const thisDeviceTone: BadgeTone = 'good';

export const cautionTone: BadgeTone = 'waiting';

export const setUpTones = { DONE: 'good', MISSING: 'waiting' } as const satisfies Record<string, BadgeTone>;

export const payoutTones: Readonly<Record<PayoutState, BadgeTone>> = {
  CREATED: 'info',
  UNFUNDED: 'waiting',
  HELD: 'info',
  SENDING: 'info',
  PENDING: 'info',
  UNKNOWN: 'info',
  SUCCEEDED: 'good',
  ACTION_NEEDED: 'waiting',
  REVIEW: 'info',
  REVERSED: 'waiting',
  CANCELLED: 'plain',
};
