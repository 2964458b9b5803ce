/**
 * What the host fills into pages whose HTML was made at build time: settings of the installation that the pages show,
 * whether it sends text messages, what phones dial without data, whether the browser is signed in, and the open studies. The web writes marks (product/filled-in.tsx), the host reads them (pages.ts).
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
/** What the page of open studies says first. */
export type StudiesNotice = 'STUDY_GONE' | 'TOO_MANY_READERS';

/** What the public pages say of a study. The last four stand on its own page alone. */
export const STUDY_MARKS = [
  'ADDRESS',
  'NAME',
  'COMPANY',
  'TEXT',
  'PAY',
  'FACTS',
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
  /** What stands between these is repeated for each study. */
  eachStudy: '[[each study]]',
  endStudy: '[[end study]]',
  /** What stands between these leads to signing up for a study. It stands inside other marks. */
  signUp: '[[sign up]]',
  endSignUp: '[[end sign up]]',
  ofStudy: (mark: StudyMark) => `[[study ${mark}]]`,
  value: (name: PageSetting) => `[[${name}]]`,
  /** A telephone number as addresses hold it. */
  digits: (name: PageSetting) => `[[${name} digits]]`,
};

/** In the head of each page, for what the script draws. */
export const settingMeta = (name: PageSetting) => `setting:${name}`;

export const digitsOf = (number: string) => number.replaceAll(/\D/g, '');
