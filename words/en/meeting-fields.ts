import type { CHOOSING } from '@app/contracts/project/meeting-choices.ts';

type Choosing = (typeof CHOOSING)[number];

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);

export const meetingPlanWords = {
  isListed: 'Show it on our public page of open studies',
  isListedHint:
    'Anyone can find it there, with your company. Without it, only people with the link can read it.',
  wayLabel: 'How will you meet?',
  way: {
    PHONE: { label: 'Phone call', hint: 'You call their number' },
    VIDEO: { label: 'Video', hint: 'By a link of yours' },
    IN_PERSON: { label: 'In person', hint: 'At a place you name' },
  },
  link: 'Link of the meeting',
  linkHint: 'Seen by those who booked. In a room that is used again, the next person may walk in.',
  place: 'Place',
  placeHint: 'Seen by those who booked.',
  landmark: 'Landmark near it',
  landmarkHint: 'What people know there: a church, a filling station, a shop.',
  digitalAddress: 'Digital address',
  digitalAddressHint: 'GhanaPostGPS, such as GA-183-8164',
  bring: 'What to bring',
  language: 'Language of the meeting',

  change: 'Change rules',
  rules: (seats: number, choosing: Choosing, notice: number) =>
    `${people(seats)} at each time · they choose ${choosing === 'AT_ONCE' ? 'as soon as they qualify' : 'after you accept'}${notice === 0 ? '' : ` · change until ${hours(notice)} before`}`,
  choosing: 'When do they choose a time?',
  choosingChoices: {
    AFTER_ACCEPTANCE: { label: 'After you accept them', hint: 'You read the answers first' },
    AT_ONCE: { label: 'At once', hint: 'Whoever qualifies has a place' },
  } satisfies Record<Choosing, object>,
  seats: 'People at one time',
  seatsHint: 'From 1 to 30. More than one meet as a group.',
  lead: 'Booking closes, hours before',
  leadHint: 'From 0 to 72. After that nobody can book the time.',
  notice: 'Free changes end, hours before',
  noticeHint: 'From 0 to 72. After that a change counts as late.',
  buffer: 'Gap after each meeting',
  bufferChoices: { 0: 'None', 15: '15 mins', 30: '30 mins' },

  withoutTitle: 'Remove single times',
  withoutHint: (count: number) =>
    count === 0 ? 'If you are busy at a time on one day.' : `${count} removed`,
  withoutText: 'Untick the times when you are busy on this day.',
  day: 'Day',

  past: 'past',
  tooSoon: 'too soon',
  tooEarly: (count: number, lead: number) =>
    `${count} of your times ${count === 1 ? 'is' : 'are'} past${lead === 0 ? '' : `, or less than ${hours(lead)} ahead`}.`,
  timesTaken: (count: number) =>
    `${count} of your times ${count === 1 ? 'meets' : 'meet'} other meetings of yours.`,
  tooFew: (seats: number, wanted: number) =>
    `Your times have room for ${people(seats)}, and you want ${wanted}. Add days or times, or let more people share one.`,
} as const;
