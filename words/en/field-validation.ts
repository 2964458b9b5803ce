import type { RuleWords } from '@app/contracts/rule.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { longDate } from '@app/words/days.ts';

export const moment = (instant: string) => calendarWords.instant(longDate(instant), instant);

/** Participants see these texts too, unlike those of validation.ts. */
export const fieldValidation = {
  valueRequired: 'Value is required',
  minLength: (min: number) => `This field should be at least ${min} characters long`,
  maxLength: (max: number) => `This field should be at most ${max} characters long`,
  min: (min: number) => `The minimum value allowed is ${min}`,
  codeOfText: 'Please enter all digits of the code',
  codeDigits: (digits: number) => `Please enter the ${digits} digits of the code`,
  max: (max: number) => `The maximum value allowed is ${max}`,
  email: 'Value is not a valid email address',
  otherEmail: 'Your account already has this email. Please enter another',
  url: 'The value is not a valid URL address',
  notOfThisKind: 'This value is not valid. Please change it',
  wholeNumber: 'Please enter a whole number',
  characterNotAllowed: 'This text has a character that we cannot save. Please remove it',
  notAKnownKey: (key: string) => `“${key}” is not a field of this form`,
  blockedUntil: (instant: string) => `You can apply again from ${moment(instant)}`,
  paymentFrom: (instant: string) =>
    `You can change it again from ${moment(instant)}. Until then, we pay to your old account`,
  notAnOption: 'Please choose one of the options',
  atLeastOne: 'Please choose at least one',
  noRepeats: 'Please choose each option only once',
  nothingToChange: 'There is nothing to change',
  tooMany: (max: number) => `Please choose at most ${max}`,
  consentAgreed: 'Please read this text and agree',
  dateNotReal: 'This date does not exist. Please check it',
  currentPassword: 'This is not your current password',
  agreedToTerms: 'Please agree to the terms and conditions',
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  personName: 'Please enter a name without symbols such as @ and /',
  nameLikeLink:
    'A name cannot contain a web address or phone number. Please put a space after each full stop',
  phoneNumber: 'Please enter a Ghana phone number, such as 024 123 4567',
  mobileNumber: 'Please enter a mobile number, such as 024 123 4567',
  dateOfBirth: 'Please enter your date of birth',
  fixedSinceApplying: 'You cannot change this after you apply to a study',
  adultsOnly: 'You must be 18 or older to have an account',
  linkedIn: 'Please enter a LinkedIn address. It starts with https://www.linkedin.com/',
  idempotencyKey: 'Please send one key of 1 to 255 visible characters',
  answerEveryQuestion: 'Please answer every question. Choose one answer for each',
  textChanged: 'This text has changed. Please load the page again',
  declineReason: 'Please say why you decline',
  reasonOfDecline: 'Only a decline has a reason',
} as const satisfies Partial<RuleWords>;
