/**
 * The host (pages.ts) replaces these placeholders in pages that are built in advance
 * (product/page-settings.tsx).
 */
export const PAGE_SETTINGS = [
  'OPERATED_BY',
  'CONTACT_PHONE',
  'CONTACT_WHATSAPP',
  'TEXTS',
  'USSD_CODE',
] as const;
export type PageSetting = (typeof PAGE_SETTINGS)[number];
export type PageMark = PageSetting | 'SIGNED_IN' | 'STUDIES' | StudiesNotice;
export type StudiesNotice = 'STUDY_GONE' | 'TOO_MANY_READERS';

/** Only the page of a single study has the last four placeholders. */
export const STUDY_MARKS = [
  'ADDRESS',
  'NAME',
  'COMPANY',
  'TEXT',
  'PAY',
  'STUDY_DETAILS',
  'PEOPLE',
  'PREVIEW',
  'TEXT_SIGNED_IN',
  'APPLY',
  'SIGN_UP',
  'LOG_IN',
] as const;
export type StudyMark = (typeof STUDY_MARKS)[number];

export const marks = {
  begin: (name: PageMark) => `[[if ${name}]]`,
  otherwise: '[[else]]',
  end: '[[end]]',
  /** The host repeats the part up to `endStudy` for each study. */
  eachStudy: '[[each study]]',
  endStudy: '[[end study]]',
  /** The part up to `endSignUp` contains the link to the sign-up. */
  signUp: '[[sign up]]',
  endSignUp: '[[end sign up]]',
  ofStudy: (mark: StudyMark) => `[[study ${mark}]]`,
  value: (name: PageSetting) => `[[${name}]]`,
  digits: (name: PageSetting) => `[[${name} digits]]`,
};

export const settingMeta = (name: PageSetting) => `setting:${name}`;

export const stripNonDigits = (number: string) => number.replaceAll(/\D/g, '');
