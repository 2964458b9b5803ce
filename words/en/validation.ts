import type { RuleWords } from '@app/contracts/rule.ts';
import { cedis } from '@app/words/cedis.ts';
import { longDate } from '@app/words/days.ts';
import { fieldValidation, moment } from '@app/words/field-validation.ts';

/** Texts of section 5 of the specification stay letter for letter (D-01). */
export const validation = {
  ...fieldValidation,
  numberFrom: (instant: string) =>
    `You can use this number again from ${moment(instant)}. Until then, pay with another number, a card or a bank account`,
  promptsFrom: (instant: string) =>
    `You can pay by phone again from ${moment(instant)}. Until then, pay with a card or a bank account`,
  projectName: 'Please enter your project name',
  studyName: 'Please enter your study name',
  publicStudyName: 'Please enter your public study name',
  studyDescription: 'Please enter your study description',
  device: 'Please select a device',
  minimumAge: 'Please enter minimum age',
  validAge: 'Please enter a valid age',
  maximumAge: 'Please enter maximum age',
  maximumAgeMoreThanMinimum: 'Maximum  must be more than minimum',
  gender: 'Please select at least one gender',
  education: 'Please select at least one education level',
  income: 'Please select at least one income range',
  screenerTooLong: (kilobytes: number) =>
    `All questions and choices together are too long: at most ${kilobytes} KB, about 600 short choices. Please shorten or remove some of them`,
  oneQuestion: 'Please add at least one question',
  duration: 'Please select your desired duration',
  participants: 'Please enter number of participants for study',
  participantsMin: 'The mimimum number of participants is 1',
  participantsMax: 'The maximum number of participants is 1000',
  incentive: 'Please enter whole cedis, such as 50. Enter 0 for an unpaid study',
  incentiveMax: 'You can pay a participant at most GH₵ 3,000',
  missingMoney: (pesewas: number) =>
    `The budget of this study needs ${cedis(pesewas)} more, plus the payment charge`,
  placesOnlyMore: 'You can add places, not remove them. People have seen how many there are',
  quotasOverlap: 'Some people fit two of these groups. Please change one',
  quotaOutside: 'Your criteria exclude some people of this group. Please change the group',
  quotasSum: 'The places of the groups must add up to the places of the study',
  quotasStay: 'You cannot change groups after publishing. You can move their places',
  approvalEnds: (day: string) =>
    `The approval ends on ${longDate(day)}. Please choose days on or before that day`,
  placeholderLeft: (placeholder: string) => `Please replace ${placeholder} in the consent text`,
  unknownPlaceholder: (known: string) => `Between double braces, use only “${known}”`,
  dates: 'Please select your desired dates',
  times: 'Please select your desired dates',
  datePast: 'Please choose today or a later day',
  timesPast: 'These times have passed. Please choose later ones, or another day',
  timesTooSoon: (hours: number) =>
    `These times are less than ${hours === 1 ? '1 hour' : `${hours} hours`} ahead, so no one can book them. Choose later ones, or change the rules below`,
  timesTaken: 'You have other meetings at all of these times. Please choose other times',
  dateTooFar: 'Please choose days within the next two years',
  timeNotASlot: 'This time does not fit the chosen duration',
  paymentCode: 'Please enter the digits of the voucher',
  screenerId: 'This id is not 6 letters or digits',
  twoChoices: 'Please give at least two choices',
  screenerIds: 'Every question and every choice needs its own id',
  meetingLink: 'Please enter the meeting link. It starts with https://',
  linkAlone: 'Please enter only the link, without other words',
  surveyAddress: 'Please enter a link that begins with https://, without a user name or a port',
  placeholderPlace: 'Put placeholders only after ? or # in the link',
  screenOutPay: 'Please enter at most the pay for taking part',
  completionCode: 'Please enter all 8 characters of the code',
  meetingPlace: 'Please enter the place where you meet',
  meetingLandmark: 'Please enter a place nearby that people know',
  digitalAddress: 'Please enter a digital address, such as GA-183-8164',
} as const satisfies RuleWords;
