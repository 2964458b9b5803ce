/**
 * The error catalogue: every failure that a call can answer, its status and its words.
 * `detail` is what the screen shows (section 8: the message is taken from the response detail); it never holds a
 * person's data. A code that no endpoint declares cannot be answered.
 */
export const errors = {
  INVALID_INPUT: { status: 400, detail: 'Please check the highlighted fields and try again.' },
  MALFORMED_REQUEST: { status: 400, detail: 'We could not read this request.' },
  NOT_SIGNED_IN: { status: 401, detail: 'Please log in to continue.' },
  WRONG_CREDENTIALS: { status: 401, detail: 'The email or the password is not right.' },
  WRONG_PASSWORD: { status: 400, detail: 'This is not your current password.' },
  LOG_IN_AGAIN: { status: 403, detail: 'For this, please log out and log in again first.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    detail: 'Please verify your email first. We can send you the link again.',
  },
  GOOGLE_SIGN_IN_FAILED: { status: 400, detail: 'Signing in with Google did not work. Please try again.' },
  GOOGLE_EMAIL_NOT_VERIFIED: {
    status: 403,
    detail: 'Google has not verified your email yet. Verify it there, or sign up with a password.',
  },
  GOOGLE_ACCOUNT_UNKNOWN: {
    status: 404,
    detail: 'There is no account for this Google address yet. Please sign up first.',
  },
  NOT_ALLOWED: { status: 403, detail: 'Your account cannot do this.' },
  NOT_VERIFIED: { status: 403, detail: 'Your account must be verified to view this resource' },
  NOT_YOURS: { status: 403, detail: 'This belongs to somebody else.' },
  CROSS_SITE: { status: 403, detail: 'This request came from another site and was refused.' },
  NO_SUCH_CALL: { status: 404, detail: 'There is nothing at this address.' },
  PROJECT_NOT_FOUND: { status: 404, detail: 'We cannot find this project.' },
  STUDY_NOT_FOUND: { status: 404, detail: 'We cannot find this study.' },
  APPLICATION_NOT_FOUND: { status: 404, detail: 'We cannot find this application.' },
  NOTIFICATION_NOT_FOUND: { status: 404, detail: 'We cannot find this notification.' },
  SESSION_NOT_FOUND: { status: 404, detail: 'We cannot find this log-in. It may have ended already.' },
  COMPANY_NOT_FOUND: { status: 404, detail: 'You have not sent your company information yet.' },
  PROFILE_NOT_FOUND: { status: 404, detail: 'You have not set up your account yet.' },
  PERSON_NOT_FOUND: { status: 404, detail: 'We cannot find this person.' },
  GOOGLE_NOT_OFFERED: {
    status: 404,
    detail: 'You cannot sign in with Google here. Please use your email and password.',
  },
  METHOD_NOT_ALLOWED: { status: 405, detail: 'This address does not take this method.' },
  TOKEN_NOT_VALID: { status: 400, detail: 'This link is no longer valid. Please ask for a new one.' },
  PASSWORD_TOO_COMMON: {
    status: 400,
    detail: 'This password is among the first ones an attacker tries. Please choose another.',
  },
  GOOGLE_ACCOUNT_EXISTS: {
    status: 409,
    detail: 'You have an account with this email already. Please log in with your password.',
  },
  COMPANY_ALREADY_SUBMITTED: {
    status: 409,
    detail: 'You have already sent your company information.',
  },
  COMPANY_ALREADY_DECIDED: { status: 409, detail: 'This company has already been decided on.' },
  PROFILE_ALREADY_SUBMITTED: { status: 409, detail: 'You are have already submitted this information' },
  PROFILE_MISSING: {
    status: 409,
    detail: 'You need to submit your demographics before applying for a study',
  },
  ALREADY_APPLIED: { status: 409, detail: 'You have already applied to this study.' },
  STUDY_DOES_NOT_FIT: {
    status: 409,
    detail: 'This study is looking for people with other characteristics than your profile shows.',
  },
  STUDY_IS_DRAFT: { status: 409, detail: 'This study is still a draft.' },
  STUDY_IS_PUBLISHED: { status: 409, detail: 'This study is already published and cannot be changed.' },
  STUDY_IS_PAUSED: {
    status: 409,
    detail: 'This study is paused: it takes no applications for now, and cannot be changed.',
  },
  STUDY_IS_CLOSED: { status: 409, detail: 'This study is closed.' },
  STUDY_IS_FULL: { status: 409, detail: 'All places in this study are taken.' },
  APPLICATION_IS_DECLINED: { status: 409, detail: 'This application was declined.' },
  TOO_MANY_TO_SEARCH: {
    status: 409,
    detail: 'These are too many people to search by name. Please choose a filter first, and search again.',
  },
  IN_FLIGHT: { status: 409, detail: 'We are still working on this. Please wait a moment.' },
  CONFLICT: {
    status: 409,
    detail: 'This does not go together with what is there now. Please reload and try again.',
  },
  STALE: {
    status: 412,
    detail: 'This was changed somewhere else in the meantime. Please reload it and try again.',
  },
  PROJECT_HAS_OPEN_STUDIES: {
    status: 409,
    detail: 'This project has published studies. Close them first, so that their applicants are told.',
  },
  REQUEST_TOO_SLOW: { status: 408, detail: 'This request took too long to arrive. Please try again.' },
  TOO_LARGE: { status: 413, detail: 'This is more than we can take in one request.' },
  NOT_JSON: { status: 415, detail: 'This call takes JSON only.' },
  KEY_REUSED: {
    status: 422,
    detail: 'This was sent before with other content. Please reload the page and send it anew.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    detail: 'That was too often in a short time. Please wait a while and try again.',
  },
  PASSWORD_LOCKED: {
    status: 429,
    detail: 'Too many wrong passwords were tried. Please set a new one with “Forgot password?”.',
  },
  HEADERS_TOO_LARGE: { status: 431, detail: 'We could not read this request.' },
  INTERNAL: { status: 500, detail: 'Oops! Server error' },
  UNAVAILABLE: { status: 503, detail: 'We are having trouble right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof errors;

/** One failed field, or the whole request where `field` is absent. */
export interface ProblemItem {
  message: string;
  field?: string;
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
