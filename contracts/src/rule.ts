/** What a field can break; a limit stands behind the ones that have one. */
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
  | 'cellsOverlap'
  | 'cellOutside'
  | 'cellsSum'
  | 'cellsStay'
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

/** Behind these stands a key, or an instant. */
export const RULES_WITH_TEXT = [
  'notAKnownKey',
  'blockedUntil',
  'approvalEnds',
  'placeholderLeft',
  'numberFrom',
  'promptsFrom',
  'paymentFrom',
] as const;
type RuleWithText = (typeof RULES_WITH_TEXT)[number];

/** A broken rule as one text, which is what a schema can carry: its code, and after a space its limit or the key. */
export type Rule = PlainRule | `${RuleWithLimit} ${number}` | `${RuleWithText} ${string}`;

/** Holds a schema's error to the rules that there are words for. */
// @__NO_SIDE_EFFECTS__
export const rule = (broken: Rule): string => broken;

/** The code and what stands behind it. */
export function readRule(broken: string): { code: string; given: string | undefined } {
  const end = broken.indexOf(' ');
  return end === -1
    ? { code: broken, given: undefined }
    : { code: broken.slice(0, end), given: broken.slice(end + 1) };
}

/** What every language has words for. */
export type RuleWords = Record<PlainRule, string> &
  Record<RuleWithLimit, (limit: number) => string> &
  Record<RuleWithText, (key: string) => string>;
