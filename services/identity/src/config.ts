import * as z from 'zod';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { Environment } from '@app/kit/service.ts';
import { dataKeysSetting } from '@app/kit/sealed-columns.ts';
import { SettingsError, integerSetting, readSettings } from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { TurnSettings } from '@app/kit/turns.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import { phoneTextWords } from '@app/words/phone-texts.ts';
import { UNITS_OF_A_PART, unitsOf } from './texts/gsm7.ts';
import { openGateway } from './texts/open-gateway.ts';
import { canText } from './texts/queue-text.ts';

/** Rate limits; each name says what, who is counted and in how long. */
const IdentityLimits = z.object({
  LOG_INS_PER_ADDRESS_PER_10_MINUTES: integerSetting(1, 1_000_000, 1000),
  LOG_INS_PER_DEVICE_PER_10_MINUTES: integerSetting(1, 1_000_000, 60),
  REGISTRATIONS_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 300),
  LETTERS_ASKED_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 300),
  LINKS_TRIED_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 600),
  EMAIL_CHECKS_PER_DEVICE_PER_10_MINUTES: integerSetting(1, 1_000_000, 5),
  EMAIL_CHECKS_PER_DEVICE_PER_DAY: integerSetting(1, 1_000_000, 20),
  EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: integerSetting(1, 1_000_000, 60),
  EMAIL_CHECKS_PER_ADDRESS_PER_DAY: integerSetting(1, 1_000_000, 200),
  ACCOUNTS_FOUND_PER_ADDRESS_PER_10_MINUTES: integerSetting(1, 1_000_000, 5),
  ACCOUNTS_FOUND_PER_ADDRESS_PER_DAY: integerSetting(1, 1_000_000, 20),
  EMAIL_CHECKS_PER_INSTALLATION_PER_HOUR: integerSetting(1, 1_000_000, 2000),
  REFRESHES_PER_ADDRESS_PER_10_MINUTES: integerSetting(1, 1_000_000, 3000),
  REFRESHES_PER_DEVICE_PER_10_MINUTES: integerSetting(1, 1_000_000, 300),
  LETTER_CODES_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 5),
  EMAIL_CHANGES_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 10),
  PHONE_CODES_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 10),
  CODES_ASKED_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 60),
  CODES_TRIED_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 100),
  UNUSED_CODES_PER_INSTALLATION_PER_HOUR: integerSetting(1, 1_000_000, 300),
  WRONG_CODES_PER_INSTALLATION_PER_HOUR: integerSetting(1, 1_000_000, 500),
  DATA_DOWNLOADS_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 5),
  ACCOUNT_CHANGES_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 3),
  LEAVINGS_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 20),
  NOT_FOUND_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 300),
  ...TurnSettings.shape,
  REFUSALS_NOTED_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 60),
  NOTICES_PER_MAILBOX_PER_HOUR: integerSetting(1, 1_000_000, 1),
  NOTICES_PER_MAILBOX_PER_DAY: integerSetting(1, 1_000_000, 2),
  LETTERS_PER_MAILBOX_PER_HOUR: integerSetting(1, 1_000_000, 3),
  LETTERS_PER_MAILBOX_PER_DAY: integerSetting(1, 1_000_000, 10),
  TEXTS_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000, 4),
  TEXTS_PER_INSTALLATION_PER_DAY: integerSetting(1, 1_000_000, 2000),
});

/** The identity service's settings; .env.example explains each. */
export const IdentitySettings = z.object({
  ...IdentityLimits.shape,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  ADMIN_EMAIL: z.email(),
  /** Also the organizer of the meetings in calendar files. */
  MAIL_FROM: z.string().includes('@').default(`${PRODUCT_NAME} <no-reply@demo.test>`),
  IDENTITY_SIGNING_KEYS: signingKeysSetting,
  IDENTITY_DATA_KEYS: dataKeysSetting,
  ACCESS_TOKEN_MINUTES: integerSetting(1, 60, 10),
  SESSION_IDLE_HOURS: integerSetting(1, 24 * 30, 24),
  SESSION_DAYS: integerSetting(1, 90, 30),
  PASSWORD_MIN_LENGTH: integerSetting(PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH),
  LETTER_TRIES: integerSetting(1, 100, 5),
  FREE_PASSWORD_TRIES: integerSetting(1, 100, 4),
  MOST_PASSWORD_TRIES: integerSetting(1, 1000, 100),
  FIRST_PASSWORD_WAIT_SECONDS: integerSetting(1, 3600, 1),
  LONGEST_PASSWORD_WAIT_SECONDS: integerSetting(1, 86_400, 900),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_TIMEOUT_SECONDS: integerSetting(1, 60, 3),
  SMS_GATEWAY: z.enum(['none', 'arkesel', 'hubtel', 'africastalking']).default('none'),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_USER: z.string().optional(),
  SMS_KEY: z.string().optional(),
  SMS_SENDER: z.string().optional(),
  SMS_LOW_BALANCE: integerSetting(0, 1_000_000_000, 100),
  TEXT_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3])-([01]\d|2[0-4])$/, 'must be two hours such as 07-21')
    .default('07-21')
    .transform((text) => {
      const [from = 0, until = 24] = text.split('-').map(Number);
      return { from, until };
    }),
  EMAIL_CHECKS: z.enum(['honest', 'strict']).default('honest'),
  PUSH_KEYS: dataKeysSetting.optional(),
  PUSH_SERVICES: z
    .string()
    .optional()
    .transform((text) => text?.split(',').map((one) => one.trim()) ?? [])
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
});

export type IdentityConfig = z.infer<typeof IdentitySettings>;

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

/** Pairs of which the first may not be more than the second. */
const notMoreThan: readonly [keyof IdentityConfig, keyof IdentityConfig][] = [
  ['FIRST_PASSWORD_WAIT_SECONDS', 'LONGEST_PASSWORD_WAIT_SECONDS'],
  ['EMAIL_CHECKS_PER_DEVICE_PER_10_MINUTES', 'EMAIL_CHECKS_PER_DEVICE_PER_DAY'],
  ['EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES', 'EMAIL_CHECKS_PER_ADDRESS_PER_DAY'],
  ['ACCOUNTS_FOUND_PER_ADDRESS_PER_10_MINUTES', 'ACCOUNTS_FOUND_PER_ADDRESS_PER_DAY'],
  ['NOTICES_PER_MAILBOX_PER_HOUR', 'LETTERS_PER_MAILBOX_PER_HOUR'],
  ['NOTICES_PER_MAILBOX_PER_HOUR', 'NOTICES_PER_MAILBOX_PER_DAY'],
  ['NOTICES_PER_MAILBOX_PER_DAY', 'LETTERS_PER_MAILBOX_PER_DAY'],
  ['LETTERS_PER_MAILBOX_PER_HOUR', 'LETTERS_PER_MAILBOX_PER_DAY'],
];

function contradictions(settings: IdentityConfig): string[] {
  const problems = notMoreThan
    .filter(([less, more]) => Number(settings[less]) > Number(settings[more]))
    .map(([less, more]) => `${less}: must not be more than ${more}`);
  if (settings.SESSION_IDLE_HOURS > settings.SESSION_DAYS * 24) {
    problems.push('SESSION_IDLE_HOURS: must not be longer than SESSION_DAYS');
  }
  // A page renews its session once its access token is over, and has to come before the session's end.
  if (settings.ACCESS_TOKEN_MINUTES >= settings.SESSION_IDLE_HOURS * 60) {
    problems.push('ACCESS_TOKEN_MINUTES: must be shorter than SESSION_IDLE_HOURS');
  }
  if (new URL(settings.PUBLIC_URL).pathname !== '/') problems.push('PUBLIC_URL: must be without a path');
  if (settings.MOST_PASSWORD_TRIES <= settings.FREE_PASSWORD_TRIES) {
    problems.push('MOST_PASSWORD_TRIES: must be more than FREE_PASSWORD_TRIES');
  }
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
    const code = phoneTextWords.code('0'.repeat(CODE_LENGTH), new URL(settings.PUBLIC_URL).hostname);
    const over = unitsOf(code) + (openGateway(settings)?.appendsUnits ?? 0) - UNITS_OF_A_PART;
    if (over > 0)
      problems.push(`PUBLIC_URL: must have a host shorter by ${over} letters, for a code to be one text`);
  } else if (
    [settings.SMS_URL, settings.SMS_USER, settings.SMS_KEY, settings.SMS_SENDER].some(
      (one) => one !== undefined,
    )
  )
    problems.push('SMS_GATEWAY: must say who sends texts, since others of SMS_ are set');
  if (settings.TEXT_HOURS.from >= settings.TEXT_HOURS.until)
    problems.push('TEXT_HOURS: must begin before they end');
  return problems;
}

/** Networks cut what is longer, and show what is digits only as a number. */
const isSenderId = (text: string) => /^[A-Za-z0-9 ]{3,11}$/.test(text) && /[A-Za-z]/.test(text);
