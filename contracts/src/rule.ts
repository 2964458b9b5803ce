type PlainRule =
  | 'valueRequired'
  | 'email'
  | 'otherEmail'
  | 'url'
  | 'notOfThisKind'
  | 'wholeNumber'
  | 'characterNotAllowed'
  | 'notAnOption'
  | 'atLeastOne'
  | 'noRepeats'
  | 'nothingToChange'
  | 'projectName'
  | 'studyName'
  | 'publicStudyName'
  | 'studyDescription'
  | 'device'
  | 'minimumAge'
  | 'validAge'
  | 'maximumAge'
  | 'maximumAgeMoreThanMinimum'
  | 'gender'
  | 'education'
  | 'income'
  | 'oneQuestion'
  | 'duration'
  | 'participants'
  | 'participantsMin'
  | 'participantsMax'
  | 'incentive'
  | 'incentiveMax'
  | 'placesOnlyMore'
  | 'quotasOverlap'
  | 'quotaOutside'
  | 'quotasSum'
  | 'quotasStay'
  | 'consentAgreed'
  | 'dates'
  | 'times'
  | 'datePast'
  | 'timesPast'
  | 'timesTaken'
  | 'dateTooFar'
  | 'dateNotReal'
  | 'timeNotASlot'
  | 'currentPassword'
  | 'agreedToTerms'
  | 'textChanged'
  | 'firstName'
  | 'lastName'
  | 'personName'
  | 'nameLikeLink'
  | 'phoneNumber'
  | 'mobileNumber'
  | 'paymentCode'
  | 'codeOfText'
  | 'dateOfBirth'
  | 'adultsOnly'
  | 'fixedSinceApplying'
  | 'reasonOfDecline'
  | 'screenerId'
  | 'twoChoices'
  | 'screenerIds'
  | 'declineReason'
  | 'meetingLink'
  | 'linkAlone'
  | 'surveyAddress'
  | 'placeholderPlace'
  | 'screenOutPay'
  | 'completionCode'
  | 'linkedIn'
  | 'meetingPlace'
  | 'meetingLandmark'
  | 'digitalAddress'
  | 'idempotencyKey'
  | 'answerEveryQuestion';
type RuleWithLimit =
  | 'minLength'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'codeDigits'
  | 'tooMany'
  | 'missingMoney'
  | 'timesTooSoon'
  | 'screenerTooLong';

/** The parameter of these rules is a key or a time. Other rules have a limit. */
export const RULES_WITH_TEXT = [
  'notAKnownKey',
  'blockedUntil',
  'approvalEnds',
  'placeholderLeft',
  'unknownPlaceholder',
  'numberFrom',
  'promptsFrom',
  'paymentFrom',
] as const;
type RuleWithText = (typeof RULES_WITH_TEXT)[number];

/** An error of a schema is one string: the code, and then a space and the limit or key. */
export type Rule = PlainRule | `${RuleWithLimit} ${number}` | `${RuleWithText} ${string}`;

// @__NO_SIDE_EFFECTS__
export const rule = (broken: Rule): string => broken;

export function parseRule(broken: string): { code: string; given: string | undefined } {
  const end = broken.indexOf(' ');
  return end === -1
    ? { code: broken, given: undefined }
    : { code: broken.slice(0, end), given: broken.slice(end + 1) };
}

export type RuleWords = Record<PlainRule, string> &
  Record<RuleWithLimit, (limit: number) => string> &
  Record<RuleWithText, (key: string) => string>;
