import { cedis } from '@app/words/cedis.ts';
import type { MeetingWay } from '@app/contracts/project/meeting-choices.ts';

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);

export const studyDetailsWords = {
  incentive: 'What you are paid',
  paid: (incentive: number) =>
    `${cedis(incentive * 100)} by mobile money, minutes after the researcher confirms that you came`,
  whenPaid: 'When you are paid',
  /**
   * The settings decide how many minutes this takes, and how long payments wait after an account has changed
   * (ACCOUNT_HOLD_HOURS).
   */
  leaves:
    'We pay minutes after the researcher confirms that you came, or after 3 days. If you change your mobile-money account, payments wait for two days.',
  notPaid: 'Not paid',
  online: 'Online',
  takePart: 'How you take part',
  /** If the median is longer than the promised length, the median is shown. */
  paidOnline: (incentive: number, minutes: number, median?: number | null) =>
    `${cedis(incentive * 100)}, about ${cedis(Math.floor((incentive * 6000) / (median ?? minutes)))} an hour`,
  aboutMinutes: (minutes: number, median?: number | null) =>
    `about ${minutes} min${median ? ` (others needed ${median} min)` : ''}`,
  until: (day: string) => `until\u00A0${day}`,
  duration: 'How long',
  days: 'Which days',
  times: 'Which times',
  way: 'How you meet',
  ways: { PHONE: 'Phone call', VIDEO: 'Video', IN_PERSON: 'In person' } satisfies Record<MeetingWay, string>,
  bring: 'Please bring',
  language: 'Language',
  meets: (way: string, seats: number, notice: number) =>
    [
      `${way}.`,
      seats > 1 && `Up to ${seats} people together.`,
      notice > 0 && `You can change your time freely until ${hours(notice)} before.`,
    ]
      .filter(Boolean)
      .join(' '),
  atOnce: 'If your answers fit, you get a place and can choose your time at once.',
  devices: 'Which device',
  places: 'How many places',
  company: 'Company',
  ethics: 'Ethics',
  approvedBy: (committee: string) => `Approved by ${committee}`,
  approval: (number: string, until: string) => `Number ${number}, valid until ${until}`,
  approvalNotNeeded: (reason: string) => `No approval is needed: ${reason}`,
  more: 'Days, times and more',
  less: 'Show less',
  verified: 'Verified company',
  unnamedCompany: 'A verified company',
  twoDays: (first: string, second: string) => `${first} and ${second}`,
  manyDays: (count: number, first: string, last: string) => `${count} days, ${first} to ${last}`,
  daysPassed: 'All days have passed',
  anyDevice: (devices: readonly string[]) =>
    devices.length < 3 ? devices.join(' or ') : `${devices.slice(0, -1).join(', ')} or ${devices.at(-1)}`,
  placesLeft: (left: number, all: number) => {
    if (left === 0) return 'No places left';
    if (left === all) return all === 1 ? '1 place' : `${all} places`;
    return `${left} of ${all} places left`;
  },
  timesInGmt: (times: string) => `${times} (GMT)`,
  question: (number: number, text: string) => `${number}. ${text}`,
  untitledQuestion: (number: number) => `Question ${number}`,
  untitledChoice: (number: number) => `Choice ${number}`,
  andMore: (items: string, count: number) => `${items} and ${count} more`,
} as const;
