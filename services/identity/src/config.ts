import * as z from 'zod';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { Environment } from '@app/kit/service.ts';
import { dataKeysSetting } from '@app/kit/sealed-columns.ts';
import { SettingsError, constant, integerSetting, readSettings } from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { TurnSettings } from '@app/kit/turns.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { CODE_LENGTH, DIALLED_CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import { phoneTextWords } from '@app/words/phone-texts.ts';
import { UNITS_OF_A_PART, unitsOf } from './texts/gsm7.ts';
import { openGateway } from './texts/open-gateway.ts';
import { sayNobody } from './ussd/screens.ts';

/**
 * How often something may be asked for; each name says what, who is counted and in how long. Those per address (an IPv6
 * /64 counts as one) are wide, since a whole network of phones can share one. Those that an operator under attack turns
 * are settings.
 */
const identityLimits = {
  LOG_INS_PER_ADDRESS_PER_10_MINUTES: constant(1000),
  /** A device that has signed in to the account before is counted by itself, and a renewal by its session. */
  LOG_INS_PER_DEVICE_PER_10_MINUTES: constant(60),
  LETTERS_ASKED_PER_ADDRESS_PER_HOUR: constant(300),
  /** A link that we have sent is counted by itself, so that nobody else at its reader's address keeps it out. */
  LINKS_TRIED_PER_ADDRESS_PER_HOUR: constant(600),
  LINKS_TRIED_PER_DEVICE_PER_HOUR: constant(20),
  /** Those that go into the audit. */
  REFUSED_LINKS_PER_ADDRESS_PER_HOUR: constant(100),
  REFRESHES_PER_ADDRESS_PER_10_MINUTES: constant(3000),
  REFRESHES_PER_DEVICE_PER_10_MINUTES: constant(300),
  /** Each may keep an answer for its Idempotency-Key. A session that lives has a count of its own. */
  LOG_OUTS_PER_ADDRESS_PER_10_MINUTES: constant(600),
  LOG_OUTS_PER_DEVICE_PER_10_MINUTES: constant(60),
  /**
   * Email checks tell who has an account: a device may ask for few, which a cookie tells apart, and an address, whatever
   * its cookies say, may find few. Each mailbox that verifies an email gives its address five checks back, once a day.
   */
  EMAIL_CHECKS_PER_DEVICE_PER_10_MINUTES: constant(5),
  EMAIL_CHECKS_PER_DEVICE_PER_DAY: constant(20),
  EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: constant(60),
  EMAIL_CHECKS_PER_ADDRESS_PER_DAY: constant(200),
  SIGN_UPS_THAT_PAY_PER_MAILBOX_PER_DAY: constant(1),
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
  PHONE_CODES_PER_MAILBOX_PER_DAY: constant(10),
  /** The pace of a number; two strangers use it up for an hour. */
  PHONE_CODES_PER_NUMBER_PER_HOUR: constant(8),
  /** Each mailbox asks at most five times a day for one number, so three strangers do not use this up. */
  PHONE_CODES_PER_NUMBER_PER_DAY: constant(20),
  /** Less than a share of the hour's codes. A number that is proven gives one back: a lecture hall shares one address. */
  PHONE_CODES_PER_ADDRESS_PER_HOUR: constant(50),
  CODES_ASKED_PER_ADDRESS_PER_HOUR: constant(60),
  CODES_ASKED_PER_DEVICE_PER_HOUR: constant(60),
  /** A browser that has asked for a code is counted by itself, so that no other keeps its right code out. */
  CODES_TRIED_PER_ADDRESS_PER_10_MINUTES: constant(1000),
  CODES_TRIED_PER_DEVICE_PER_10_MINUTES: constant(60),
  /** Wrong ones that go into the audit. */
  WRONG_CODES_PER_ADDRESS_PER_HOUR: constant(100),
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

/** The identity service's settings; .env.example explains each. */
export const IdentitySettings = z.object({
  ...identityLimits,
  ...TurnSettings.shape,
  REGISTRATIONS_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 300),
  UNUSED_CODES_PER_INSTALLATION_PER_HOUR: integerSetting(1, 1_000_000, 300),
  TEXTS_PER_INSTALLATION_PER_DAY: integerSetting(1, 1_000_000, 2000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** Each gets every email about a company, a report or a dispute; the first decision counts. */
  ADMIN_EMAIL: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine(
      (addresses) => addresses.every((address) => z.email().safeParse(address).success),
      'must be one email address, or several divided by commas',
    ),
  /** Also the organizer of the meetings in calendar files. */
  MAIL_FROM: z.string().includes('@').default(`${PRODUCT_NAME} <no-reply@demo.test>`),
  IDENTITY_SIGNING_KEYS: signingKeysSetting,
  IDENTITY_DATA_KEYS: dataKeysSetting,
  PASSWORD_MIN_LENGTH: integerSetting(PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH),
  /** A page renews its session once the token is over, so the token is the shorter one. */
  ACCESS_TOKEN_MINUTES: constant(10),
  SESSION_IDLE_HOURS: constant(24),
  SESSION_DAYS: constant(30),
  /** Of a letter that the mail server refuses for good. A server that is down is tried for three days. */
  LETTER_TRIES: constant(5),
  /** Passwords tried in a row for one address that cost no wait; the first wait doubles until it is the longest. */
  FREE_PASSWORD_TRIES: constant(4),
  FIRST_PASSWORD_WAIT_SECONDS: constant(1),
  LONGEST_PASSWORD_WAIT_SECONDS: constant(900),
  /** After so many only a letter opens the account again. */
  MOST_PASSWORD_TRIES: constant(100),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_TIMEOUT_SECONDS: constant(3),
  SMS_GATEWAY: z.enum(['none', 'arkesel', 'hubtel', 'africastalking']).default('none'),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_USER: z.string().optional(),
  SMS_KEY: z.string().optional(),
  SMS_SENDER: z.string().optional(),
  /** In texts at arkesel, in its currency at africastalking. */
  SMS_LOW_BALANCE: constant(100),
  /** When news leaves, in hours of GMT; what is about security leaves at any hour. */
  TEXT_HOURS: constant({ from: 7, until: 21 }),
  USSD_GATEWAY: z.enum(['none', 'arkesel', 'hubtel', 'africastalking']).default('none'),
  USSD_CODE: z
    .string()
    .regex(/^\*\d{2,6}(\*\d{1,6})*#$/, 'must be what people dial, such as *920*55#')
    .optional(),
  /** Networks wait for an answer for a few seconds, and show an error of their own then. */
  USSD_ANSWER_MILLISECONDS: constant(1500),
  EMAIL_CHECKS: z.enum(['honest', 'strict']).default('honest'),
  PUSH_KEYS: dataKeysSetting.optional(),
  /** Origins beside those of the usual browsers. */
  PUSH_SERVICES: constant<readonly string[]>([]),
});

export type IdentityConfig = z.infer<typeof IdentitySettings>;

/** Whether the installation has a gateway for texts. */
export const canText = ({ SMS_GATEWAY }: Pick<IdentityConfig, 'SMS_GATEWAY'>): boolean =>
  SMS_GATEWAY !== 'none';

export function readIdentityConfig(environment: Environment): IdentityConfig {
  const settings = readSettings(IdentitySettings, environment);
  const problems = contradictions(settings);
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** What of them an operator's command needs, who has none of the secrets. */
export const readMostTries = (environment: Environment) =>
  readSettings(IdentitySettings.pick({ MOST_PASSWORD_TRIES: true }), environment);

/** The keys alone, for an operator who takes somebody's data along. */
export const readDataKeys = (environment: Environment) =>
  readSettings(IdentitySettings.pick({ IDENTITY_DATA_KEYS: true }), environment).IDENTITY_DATA_KEYS;

function contradictions(settings: IdentityConfig): string[] {
  const problems: string[] = [];
  if (new URL(settings.PUBLIC_URL).pathname !== '/') problems.push('PUBLIC_URL: must be without a path');
  if ((settings.GOOGLE_CLIENT_ID === undefined) !== (settings.GOOGLE_CLIENT_SECRET === undefined)) {
    problems.push('GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: must be set both or neither');
  }
  if (canText(settings)) {
    const { SMS_GATEWAY, SMS_SENDER } = settings;
    const hasUser = settings.SMS_USER !== undefined;
    if (hasUser && SMS_GATEWAY === 'arkesel')
      problems.push('SMS_USER: must not be set, since arkesel has none');
    if (!hasUser && SMS_GATEWAY !== 'arkesel') problems.push('SMS_USER: must be set for this gateway');
    if (settings.SMS_KEY === undefined) problems.push('SMS_KEY: must be set for texts to be sent');
    if (SMS_SENDER === undefined || !isSenderId(SMS_SENDER))
      problems.push('SMS_SENDER: must be 3 to 11 letters and digits, one letter at least');
    const digits = settings.USSD_GATEWAY === 'none' ? CODE_LENGTH : DIALLED_CODE_LENGTH;
    const code = phoneTextWords.code('0'.repeat(digits), new URL(settings.PUBLIC_URL).hostname);
    const over = unitsOf(code) + (openGateway(settings)?.appendsUnits ?? 0) - UNITS_OF_A_PART;
    if (over > 0)
      problems.push(`PUBLIC_URL: must have a host shorter by ${over} letters, for a code to be one text`);
  } else if (
    [settings.SMS_URL, settings.SMS_USER, settings.SMS_KEY, settings.SMS_SENDER].some(
      (one) => one !== undefined,
    )
  )
    problems.push('SMS_GATEWAY: must say who sends texts, since others of SMS_ are set');
  if ((settings.USSD_GATEWAY === 'none') !== (settings.USSD_CODE === undefined))
    problems.push('USSD_GATEWAY, USSD_CODE: must be set both or neither');
  if (settings.USSD_GATEWAY !== 'none') {
    if (!canText(settings))
      problems.push('SMS_GATEWAY: must be set for USSD_GATEWAY, since a text proves whose number dials');
    const over = unitsOf(sayNobody(new URL(settings.PUBLIC_URL).host).text) - UNITS_OF_A_PART;
    if (over > 0)
      problems.push(`PUBLIC_URL: must have a host shorter by ${over} letters, for a phone's screen`);
  }
  return problems;
}

/** Networks cut what is longer, and show what is digits only as a number. */
const isSenderId = (text: string) => /^[A-Za-z0-9 ]{3,11}$/.test(text) && /[A-Za-z]/.test(text);
