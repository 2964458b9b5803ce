import { constant } from '@app/kit/settings.ts';

/**
 * How often something may be asked for; each name says what, who is counted and in how long. Those per address (an IPv6
 * /64 counts as one) are wide, since a whole network of phones can share one. Those that an operator under attack turns
 * are settings.
 */
export const identityLimits = {
  LOG_INS_PER_ADDRESS_PER_10_MINUTES: constant(1000),
  /** A device that has signed in to the account before is counted by itself, and a renewal by its session. */
  LOG_INS_PER_DEVICE_PER_10_MINUTES: constant(60),
  LETTERS_ASKED_PER_ADDRESS_PER_HOUR: constant(300),
  LINKS_TRIED_PER_ADDRESS_PER_HOUR: constant(600),
  REFRESHES_PER_ADDRESS_PER_10_MINUTES: constant(3000),
  REFRESHES_PER_DEVICE_PER_10_MINUTES: constant(300),
  /**
   * Email checks tell who has an account: a device may ask for few, which a cookie tells apart, and an address, whatever
   * its cookies say, may find few. Each email that is verified gives its address five checks back.
   */
  EMAIL_CHECKS_PER_DEVICE_PER_10_MINUTES: constant(5),
  EMAIL_CHECKS_PER_DEVICE_PER_DAY: constant(20),
  EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: constant(60),
  EMAIL_CHECKS_PER_ADDRESS_PER_DAY: constant(200),
  ACCOUNTS_FOUND_PER_ADDRESS_PER_10_MINUTES: constant(5),
  ACCOUNTS_FOUND_PER_ADDRESS_PER_DAY: constant(20),
  /** Beyond this many in all an alarm goes into the log. */
  EMAIL_CHECKS_PER_INSTALLATION_PER_HOUR: constant(2000),
  /**
   * Letters that anybody can ask for by typing an address. Those that are asked for on devices that have signed in to
   * the account before are counted apart, as many again.
   */
  LETTERS_PER_MAILBOX_PER_HOUR: constant(3),
  LETTERS_PER_MAILBOX_PER_DAY: constant(10),
  /** Of these, letters that only say that the address has an account. */
  NOTICES_PER_MAILBOX_PER_HOUR: constant(1),
  NOTICES_PER_MAILBOX_PER_DAY: constant(2),
  /** Letters with a code for people without a password, tries to change an email, and to delete an account. */
  LETTER_CODES_PER_PERSON_PER_HOUR: constant(5),
  EMAIL_CHANGES_PER_PERSON_PER_HOUR: constant(10),
  LEAVINGS_PER_PERSON_PER_HOUR: constant(20),
  /** Each has its network asked once whether it has the typed name. */
  ACCOUNT_CHANGES_PER_PERSON_PER_DAY: constant(3),
  PHONE_CODES_PER_PERSON_PER_DAY: constant(10),
  CODES_ASKED_PER_ADDRESS_PER_HOUR: constant(60),
  CODES_TRIED_PER_ADDRESS_PER_HOUR: constant(100),
  /** News as texts; beyond it only the letter goes. */
  TEXTS_PER_PERSON_PER_DAY: constant(4),
  /** How often one number, and all together, dial. */
  USSD_SESSIONS_PER_PERSON_PER_HOUR: constant(30),
  USSD_SESSIONS_PER_INSTALLATION_PER_HOUR: constant(20_000),
  DATA_DOWNLOADS_PER_PERSON_PER_DAY: constant(5),
  NOT_FOUND_PER_PERSON_PER_HOUR: constant(300),
  /** Refused calls that go into the audit. */
  REFUSALS_NOTED_PER_PERSON_PER_HOUR: constant(60),
};
