/**
 * The error catalogue: every failure that a call can answer, and its status. What people read of it: words/. A code that no
 * endpoint declares cannot be answered.
 */
export const errors = {
  INVALID_INPUT: { status: 400 },
  MALFORMED_REQUEST: { status: 400 },
  NOT_SIGNED_IN: { status: 401 },
  SESSION_REVOKED: { status: 401 },
  WRONG_CREDENTIALS: { status: 401 },
  WRONG_PASSWORD: { status: 400 },
  CODE_WRONG: { status: 400 },
  LOG_IN_AGAIN: { status: 403 },
  EMAIL_NOT_VERIFIED: { status: 403 },
  ACCOUNT_SUSPENDED: { status: 403 },
  GOOGLE_SIGN_IN_FAILED: { status: 400 },
  GOOGLE_EMAIL_NOT_VERIFIED: { status: 403 },
  GOOGLE_ACCOUNT_UNKNOWN: { status: 404 },
  NOT_ALLOWED: { status: 403 },
  NOT_VERIFIED: { status: 403 },
  EXPORTS_BLOCKED: { status: 403 },
  NOT_YOURS: { status: 403 },
  CROSS_SITE: { status: 403 },
  NO_SUCH_CALL: { status: 404 },
  PROJECT_NOT_FOUND: { status: 404 },
  STUDY_NOT_FOUND: { status: 404 },
  APPLICATION_NOT_FOUND: { status: 404 },
  NOTIFICATION_NOT_FOUND: { status: 404 },
  MESSAGE_NOT_FOUND: { status: 404 },
  SESSION_NOT_FOUND: { status: 404 },
  COMPANY_NOT_FOUND: { status: 404 },
  PROFILE_NOT_FOUND: { status: 404 },
  PERSON_NOT_FOUND: { status: 404 },
  SLOT_NOT_FOUND: { status: 404 },
  BOOKING_NOT_FOUND: { status: 404 },
  CALENDAR_NOT_FOUND: { status: 404 },
  BUDGET_NOT_FOUND: { status: 404 },
  PAYOUT_NOT_FOUND: { status: 404 },
  GOOGLE_NOT_OFFERED: { status: 404 },
  TEXTS_NOT_OFFERED: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  TOKEN_NOT_VALID: { status: 400 },
  CODE_NOT_VALID: { status: 400 },
  ROLE_NEEDED: { status: 409 },
  EMAIL_ALREADY_VERIFIED: { status: 409 },
  PASSWORD_NEEDED: { status: 409 },
  EMAIL_IN_USE: { status: 409 },
  PASSWORD_TOO_COMMON: { status: 400 },
  GOOGLE_ACCOUNT_EXISTS: { status: 409 },
  COMPANY_ALREADY_SUBMITTED: { status: 409 },
  COMPANY_ALREADY_DECIDED: { status: 409 },
  PROFILE_ALREADY_SUBMITTED: { status: 409 },
  PROFILE_MISSING: { status: 409 },
  PAYMENT_CHANGES_USED_UP: { status: 409 },
  MATCHING_WITHDRAWN: { status: 409 },
  ALREADY_APPLIED: { status: 409 },
  INVITATION_USED: { status: 409 },
  INVITATION_OF_OTHER_ADDRESS: { status: 409 },
  CONSENT_NEEDED: { status: 409 },
  CONSENT_OUTDATED: { status: 409 },
  THEIR_CONSENT_OUTDATED: { status: 409 },
  STUDY_DOES_NOT_FIT: { status: 409 },
  STUDY_IS_DRAFT: { status: 409 },
  STUDY_IS_PUBLISHED: { status: 409 },
  STUDY_IS_PAUSED: { status: 409 },
  STUDY_IS_CLOSED: { status: 409 },
  STUDY_IS_HALTED: { status: 409 },
  STUDY_IS_FULL: { status: 409 },
  GROUP_IS_FULL: { status: 409 },
  APPLICATION_IS_DECLINED: { status: 409 },
  NOT_ACCEPTED: { status: 409 },
  ALREADY_BOOKED: { status: 409 },
  SLOT_IS_FULL: { status: 409 },
  SLOT_IS_PAST: { status: 409 },
  SLOT_IS_TOO_SOON: { status: 409 },
  SLOT_IS_NOT_FREE: { status: 409 },
  SLOT_IS_BOOKED: { status: 409 },
  SLOT_IS_LAST: { status: 409 },
  MEETINGS_OVERLAP: { status: 409 },
  TIME_NOT_FOR_THEM: { status: 409 },
  MEETING_NOT_BEGUN: { status: 409 },
  BOOKING_IS_OVER: { status: 409 },
  BOOKING_IS_FINAL: { status: 409 },
  APPLICANT_HAS_ACTED: { status: 409 },
  TOO_MANY_MOVES: { status: 409 },
  TOO_MANY_CHANGES: { status: 409 },
  NOTHING_TO_REPORT: { status: 409 },
  MESSAGES_TOO_EARLY: { status: 409 },
  MESSAGES_CLOSED: { status: 409 },
  MESSAGES_BLOCKED: { status: 409 },
  TOO_MANY_THREADS: { status: 409 },
  NUMBER_IS_HIDDEN: { status: 409 },
  DISPUTE_IS_DECIDED: { status: 409 },
  APPLYING_IS_BLOCKED: { status: 409 },
  PROJECT_HAS_MEETINGS: { status: 409 },
  STUDIES_ARE_OPEN: { status: 409 },
  MEETINGS_TO_COME: { status: 409 },
  BUDGET_IS_OPEN: { status: 409 },
  PAYMENT_NOT_FINAL: { status: 409 },
  BUDGET_EXISTS: { status: 409 },
  BUDGET_IS_FUNDED: { status: 409 },
  BUDGET_IS_CLOSED: { status: 409 },
  BUDGET_IN_USE: { status: 409 },
  BUDGET_SHORT: { status: 409 },
  STUDY_NOT_FUNDED: { status: 409 },
  PAYOUT_DIFFERS: { status: 409 },
  PAYOUT_IS_UNDER_WAY: { status: 409 },
  QUOTE_CHANGED: { status: 409 },
  NUMBER_LEFT_ALONE: { status: 409 },
  PROMPTS_USED_UP: { status: 409 },
  FUNDING_UNDER_WAY: { status: 409 },
  CODE_NOT_ASKED: { status: 409 },
  TOO_MANY_TO_SEARCH: { status: 409 },
  IN_FLIGHT: { status: 409 },
  CONFLICT: { status: 409 },
  STALE: { status: 412 },
  PROJECT_HAS_OPEN_STUDIES: { status: 409 },
  REQUEST_TOO_SLOW: { status: 408 },
  TOO_LARGE: { status: 413 },
  NOT_JSON: { status: 415 },
  KEY_REUSED: { status: 422 },
  TOO_MANY_REQUESTS: { status: 429 },
  NO_TEXT_SENT: { status: 429 },
  PASSWORD_LOCKED: { status: 429 },
  HEADERS_TOO_LARGE: { status: 431 },
  INTERNAL: { status: 500 },
  UNAVAILABLE: { status: 503 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errors;

/**
 * One failed field, or the whole request where `field` is absent. `code` and `params` name the rule that was broken (a code
 * of rule.ts), for clients with words of their own; `message` says it in English.
 */
export interface ProblemItem {
  message: string;
  field?: string;
  code?: string;
  params?: { limit: number } | { key: string };
}

/** The failure envelope (D-20, RFC 9457): both readings of section 8 find their words in it. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  content: ProblemItem[];
  requestId: string;
}
