import * as z from 'zod';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { dataKeysSetting } from '@app/kit/sealed-columns.ts';
import {
  type Environment,
  SettingsError,
  constant,
  integerSetting,
  readSettings,
} from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { ConcurrencyLimitSettings } from '@app/kit/fair-queue.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { CODE_LENGTH, DIALLED_CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import { phoneTextWords } from '@app/words/phone-texts.ts';
import { ussdWords } from '@app/words/ussd.ts';
import { UNITS_PER_PART, countGsm7Units, toGsm7 } from './gsm7.ts';
import { OPT_OUT_UNITS } from './text-gateway.ts';

/**
 * Many people of a mobile network may share one IP address, so the limits per address are high. An IPv6 /64
 * counts as one address. Operators can lower the limits during an attack.
 */
const identityLimits = {
  LOG_INS_PER_ADDRESS_PER_10_MINUTES: constant(1000),
  /** A sign-in needs two calls. */
  ADMIN_SIGN_INS_PER_ADDRESS_PER_10_MINUTES: constant(30),
  /** Log-ins on a known device count separately. */
  LOG_INS_PER_DEVICE_PER_10_MINUTES: constant(60),
  EMAILS_REQUESTED_PER_ADDRESS_PER_HOUR: constant(300),
  /** Links that we really sent count separately, so that others at the same IP address cannot block them. */
  LINKS_TRIED_PER_ADDRESS_PER_HOUR: constant(600),
  LINKS_TRIED_PER_DEVICE_PER_HOUR: constant(20),
  REFUSED_LINKS_PER_ADDRESS_PER_HOUR: constant(100),
  REFRESHES_PER_ADDRESS_PER_10_MINUTES: constant(3000),
  REFRESHES_PER_DEVICE_PER_10_MINUTES: constant(300),
  /** Each log-out may store an answer for its Idempotency-Key, so log-outs are limited. */
  LOG_OUTS_PER_ADDRESS_PER_10_MINUTES: constant(600),
  LOG_OUTS_PER_DEVICE_PER_10_MINUTES: constant(60),
  /**
   * Email checks reveal who has an account, so they are limited. When a mailbox verifies an email, its IP
   * address gets five more checks that day.
   */
  EMAIL_CHECKS_PER_DEVICE_PER_10_MINUTES: constant(5),
  EMAIL_CHECKS_PER_DEVICE_PER_DAY: constant(20),
  EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: constant(60),
  EMAIL_CHECKS_PER_ADDRESS_PER_DAY: constant(200),
  SIGN_UPS_THAT_PAY_PER_MAILBOX_PER_DAY: constant(1),
  ACCOUNTS_FOUND_PER_ADDRESS_PER_10_MINUTES: constant(5),
  ACCOUNTS_FOUND_PER_ADDRESS_PER_DAY: constant(20),
  /** If the whole installation exceeds this number, the log raises an alarm. */
  EMAIL_CHECKS_PER_INSTALLATION_PER_HOUR: constant(2000),
  /** Anyone can cause these emails by typing an address. */
  EMAILS_PER_MAILBOX_PER_HOUR: constant(3),
  EMAILS_PER_MAILBOX_PER_DAY: constant(10),
  NOTICES_PER_MAILBOX_PER_HOUR: constant(1),
  NOTICES_PER_MAILBOX_PER_DAY: constant(2),
  EMAIL_CODES_PER_PERSON_PER_HOUR: constant(5),
  EMAIL_CHANGES_PER_PERSON_PER_HOUR: constant(10),
  ACCOUNT_DELETIONS_PER_PERSON_PER_HOUR: constant(20),
  /** Limited, because each change sends the typed name to the mobile network. */
  ACCOUNT_CHANGES_PER_PERSON_PER_DAY: constant(3),
  PHONE_CODES_PER_PERSON_PER_DAY: constant(10),
  PHONE_CODES_PER_MAILBOX_PER_DAY: constant(10),
  /** Two strangers together can use up this limit of a number. */
  PHONE_CODES_PER_NUMBER_PER_HOUR: constant(8),
  /**
   * A mailbox gets five codes a day for one number, so even three strangers together cannot use this limit
   * up.
   */
  PHONE_CODES_PER_NUMBER_PER_DAY: constant(20),
  /**
   * When a number is verified, its code no longer counts, because a whole lecture hall may share one IP
   * address.
   */
  PHONE_CODES_PER_ADDRESS_PER_HOUR: constant(50),
  CODES_ASKED_PER_ADDRESS_PER_HOUR: constant(60),
  CODES_ASKED_PER_DEVICE_PER_HOUR: constant(60),
  /**
   * The browser that requested a code counts separately, so that others at the same IP address cannot block
   * the right code.
   */
  CODES_TRIED_PER_ADDRESS_PER_10_MINUTES: constant(1000),
  CODES_TRIED_PER_DEVICE_PER_10_MINUTES: constant(60),
  WRONG_CODES_PER_ADDRESS_PER_HOUR: constant(100),
  /** Above this number, the person gets only emails. */
  TEXTS_PER_PERSON_PER_DAY: constant(4),
  USSD_SESSIONS_PER_PERSON_PER_HOUR: constant(30),
  USSD_SESSIONS_PER_INSTALLATION_PER_HOUR: constant(20_000),
  DATA_DOWNLOADS_PER_PERSON_PER_DAY: constant(5),
  NOT_FOUND_PER_PERSON_PER_HOUR: constant(300),
  REFUSALS_RECORDED_PER_PERSON_PER_HOUR: constant(60),
};

/** .env.example explains each setting. */
export const IdentitySettings = z.object({
  ...identityLimits,
  ...ConcurrencyLimitSettings.shape,
  REGISTRATIONS_PER_ADDRESS_PER_HOUR: integerSetting(1, 1_000_000, 300),
  UNUSED_CODES_PER_INSTALLATION_PER_HOUR: integerSetting(1, 1_000_000, 300),
  TEXTS_PER_INSTALLATION_PER_DAY: integerSetting(1, 1_000_000, 2000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** Passkeys of admins belong to this address. */
  ADMIN_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** If there are several addresses, each gets every email, and the first decision is final. */
  ADMIN_EMAIL: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine(
      (addresses) => addresses.every((address) => z.email().safeParse(address).success),
      'must be one email address, or several divided by commas',
    ),
  /** Calendar files also use this address, for the organizer. */
  MAIL_FROM: z.string().includes('@').default(`${PRODUCT_NAME} <no-reply@demo.test>`),
  IDENTITY_SIGNING_KEYS: signingKeysSetting,
  IDENTITY_DATA_KEYS: dataKeysSetting,
  PASSWORD_MIN_LENGTH: integerSetting(PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH),
  /** Short, because pages renew their session when the token expires. */
  ACCESS_TOKEN_MINUTES: constant(10),
  SESSION_IDLE_HOURS: constant(24),
  SESSION_DAYS: constant(30),
  /** Limits only tries after the mail server has refused the email permanently. */
  EMAIL_TRIES: constant(5),
  FREE_PASSWORD_TRIES: constant(4),
  FIRST_PASSWORD_WAIT_SECONDS: constant(1),
  LONGEST_PASSWORD_WAIT_SECONDS: constant(900),
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
  /**
   * Arkesel gives a number of texts, and Africa's Talking gives money in the account's currency. Hubtel gives
   * no balance, so there is no warning for it.
   */
  SMS_LOW_BALANCE: constant(100),
  /** Hours are in GMT. Texts about the security of an account are sent at any hour. */
  TEXT_HOURS: constant({ from: 7, until: 21 }),
  USSD_GATEWAY: z.enum(['none', 'arkesel', 'hubtel', 'africastalking']).default('none'),
  USSD_CODE: z
    .string()
    .regex(/^\*\d{2,6}(\*\d{1,6})*#$/, 'must be what people dial, such as *920*55#')
    .optional(),
  /** Networks end a session after a few seconds, so the answer must be faster. */
  USSD_ANSWER_MILLISECONDS: constant(1500),
  EMAIL_CHECKS: z.enum(['honest', 'strict']).default('honest'),
  PUSH_KEYS: dataKeysSetting.optional(),
  /** Origins of more push services. Those of the usual browsers are always accepted. */
  PUSH_SERVICES: constant<readonly string[]>([]),
});

export type IdentityConfig = z.infer<typeof IdentitySettings>;

export const canText = ({ SMS_GATEWAY }: Pick<IdentityConfig, 'SMS_GATEWAY'>): boolean =>
  SMS_GATEWAY !== 'none';

export function readIdentityConfig(environment: Environment): IdentityConfig {
  const settings = readSettings(IdentitySettings, environment);
  const problems = contradictions(settings);
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** Read separately from the other settings, because operator commands run without the secrets. */
export const readMostTries = (environment: Environment) =>
  readSettings(IdentitySettings.pick({ MOST_PASSWORD_TRIES: true }), environment);

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
    const appended = SMS_GATEWAY === 'africastalking' ? OPT_OUT_UNITS : 0;
    const excess = countGsm7Units(code) + appended - UNITS_PER_PART;
    if (excess > 0)
      problems.push(
        `PUBLIC_URL: must have a host shorter by ${excess} characters, for a code to be one text`,
      );
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
    const unknownCaller = ussdWords.nobody(new URL(settings.PUBLIC_URL).host);
    const excess = countGsm7Units(toGsm7(unknownCaller) ?? unknownCaller) - UNITS_PER_PART;
    if (excess > 0)
      problems.push(`PUBLIC_URL: must have a host shorter by ${excess} characters, for a phone's screen`);
  }
  return problems;
}

/** Networks cut off longer sender ids. An id of digits would be shown as a telephone number. */
const isSenderId = (text: string) => /^[A-Za-z0-9 ]{3,11}$/.test(text) && /[A-Za-z]/.test(text);
