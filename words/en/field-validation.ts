import type { RuleWords } from '@app/contracts/rule.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { longDate } from '@app/words/days.ts';

export const moment = (instant: string) => calendarWords.instant(longDate(instant), instant);

/** Not only researchers read these (validation.ts). */
export const fieldValidation = {
  valueRequired: 'Value is required',
  minLength: (min: number) => `This field should be at least ${min} characters long`,
  maxLength: (max: number) => `This field should be at most ${max} characters long`,
  min: (min: number) => `The minimum value allowed is ${min}`,
  codeOfText: 'Please enter all digits of the code',
  codeDigits: (digits: number) => `Please enter the ${digits} digits of the code`,
  max: (max: number) => `The maximum value allowed is ${max}`,
  email: 'Value is not a valid email address',
  otherEmail: 'This is the email of your account already',
  url: 'The value is not a valid URL address',
  notOfThisKind: 'Value is not of the right kind',
  wholeNumber: 'Value is not a whole number',
  characterNotAllowed: 'This text holds a character that cannot be stored',
  notAKnownKey: (key: string) => `“${key}” is not a field of this call`,
  blockedUntil: (instant: string) => `You can apply again from ${moment(instant)} on`,
  paymentFrom: (instant: string) =>
    `You can change it again from ${moment(instant)} on. Until then money goes to the account as it is`,
  notAnOption: 'Please choose one of the options',
  atLeastOne: 'Please choose at least one',
  noRepeats: 'Each choice may be made once',
  nothingToChange: 'There is nothing to change in this request',
  tooMany: (max: number) => `Please choose at most ${max}`,
  consentAgreed: 'Please read this text and agree',
  dateNotReal: 'This is not a day of the calendar',
  currentPassword: 'This is not your current password',
  agreedToTerms: 'Please agree to the terms and conditions',
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  personName: 'Please enter a name without signs such as @ and /',
  nameLikeLink:
    'A name cannot hold a web address or a number to call. Please put a space after each full stop',
  phoneNumber: 'Please enter a phone number of Ghana, such as 024 123 4567',
  mobileNumber: 'Please enter a mobile number, such as 024 123 4567',
  dateOfBirth: 'Please enter your date of birth',
  fixedSinceApplying: 'This stays as it is once you have applied to a study',
  adultsOnly: 'Accounts are for people of 18 and over',
  linkedIn: 'An address of LinkedIn begins with https://www.linkedin.com/',
  idempotencyKey: 'Please send one key of 1 to 255 visible ASCII characters',
  answerEveryQuestion: 'Please answer every question of this study, each with one of its choices',
  textChanged: 'This text has changed since you opened the page. Load it again, please',
  declineReason: 'Please say why you decline',
  reasonOfDecline: 'Only a decline has a reason',
} as const satisfies Partial<RuleWords>;
