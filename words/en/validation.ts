import type { RuleWords } from '@app/contracts/rule.ts';
import { cedis } from '@app/words/cedis.ts';
import { longDate } from '@app/words/days.ts';
import { fieldValidation, moment } from '@app/words/field-validation.ts';

/** Quoted texts of section 5 stay letter for letter (D-01). */
export const validation = {
  ...fieldValidation,
  numberFrom: (instant: string) =>
    `It can be asked again from ${moment(instant)} on. Until then another number, a card or a bank account can pay`,
  promptsFrom: (instant: string) =>
    `You can ask a phone again from ${moment(instant)} on. Until then a card or a bank account can pay`,
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
  incentive: 'Please enter whole cedis, such as 50. Enter 0 if you pay nobody',
  incentiveMax: 'The most that a participant can be paid is GH₵ 3,000',
  missingMoney: (pesewas: number) =>
    `${cedis(pesewas)} are missing in the budget of this study, not counting the fee for paying in`,
  placesOnlyMore: 'People have read how many places there are, so there can only be more of them',
  quotasOverlap: 'Somebody would be in two of these groups. Please change one',
  quotaOutside: 'Your study does not ask for all people of this group',
  quotasSum: 'The groups must have as many places as the study',
  quotasStay: 'The groups stay once a study is published. Only their places move',
  approvalEnds: (day: string) => `The approval ends on ${longDate(day)}. Please choose days until then`,
  placeholderLeft: (placeholder: string) => `Please replace ${placeholder} in the consent text`,
  dates: 'Please select your desired dates',
  times: 'Please select your desired dates',
  datePast: 'Please choose days from today on',
  timesPast: 'These times of today are past. Please choose later ones, or another day',
  timesTooSoon: (hours: number) =>
    `Nobody can book these times: they are less than ${hours === 1 ? '1 hour' : `${hours} hours`} ahead. Choose later ones, or change the rules below`,
  timesTaken: 'You have other meetings at all of these times. Please choose others',
  dateTooFar: 'Please choose days within the next two years',
  timeNotASlot: 'This time does not fit the chosen duration',
  paymentCode: 'Please enter the digits of the voucher',
  screenerId: 'This id is not 6 letters or digits',
  twoChoices: 'Please give at least two choices',
  screenerIds: 'Every question and every choice needs an id of its own',
  meetingLink: 'Please enter the link of the meeting. It begins with https://',
  linkAlone: 'Please enter the link alone, without other words',
  meetingPlace: 'Please say where you meet',
  meetingLandmark: 'Please name something near it that people know',
  digitalAddress: 'Please enter a digital address, such as GA-183-8164',
} as const satisfies RuleWords;
