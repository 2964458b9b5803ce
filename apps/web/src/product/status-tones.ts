import type { PayoutState } from '@app/contracts/payment/payout-states.ts';
import type { ELIGIBILITIES, VerificationStatus } from '@app/contracts/enumerations.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import type { StudyStanding, StudySummary } from '@app/contracts/project/studies.ts';
import type { BadgeTone } from '../ui/badge.tsx';

/**
 * The one place that gives a status its colour. It says what the status asks of its reader: `good` nothing, all is
 * well; `info` nothing, others are at it; `waiting` their own next step; `bad` to put right what was refused; `plain`
 * nothing any more. So a declined company is red; a declined application is not, since nothing can be done about it.
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

/** How a study stands to those who take part. */
export const standingTones: Readonly<Record<StudyStanding, BadgeTone>> = {
  OPEN: 'good',
  FULL: 'plain',
  PAUSED: 'info',
  CLOSED: 'plain',
};

export const screeningTones = { QUALIFIED: 'good', DISQUALIFIED: 'plain' } as const satisfies Record<
  string,
  BadgeTone
>;

/** What a choice says of a participant; one without an eligibility only informs. */
export const eligibilityTones: Readonly<Record<(typeof ELIGIBILITIES)[number] | '', BadgeTone>> = {
  QUALIFY: 'good',
  DISQUALIFY: 'bad',
  '': 'plain',
};

/** A project in which somebody waits for an answer. */
export const waitingTone: BadgeTone = 'waiting';

/** The device that one sits at, among those that are signed in. */
export const thisDeviceTone: BadgeTone = 'good';

/** What a researcher should know before accepting. */
export const cautionTone: BadgeTone = 'waiting';

/** A participant's profile. */
export const setUpTones = { DONE: 'good', MISSING: 'waiting' } as const satisfies Record<string, BadgeTone>;

/** Of a payment. */
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
