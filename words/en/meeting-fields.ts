import type { CHOOSING } from '@app/contracts/project/meeting-choices.ts';

type Choosing = (typeof CHOOSING)[number];

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);

export const meetingFieldWords = {
  isListed: 'Show it on our public page of open studies',
  isListedHint:
    'Anyone can find it there, with the name of your company. Otherwise only participants who are logged in find it.',
  wayLabel: 'How will you meet?',
  way: {
    PHONE: { label: 'Phone call', hint: 'You call their number' },
    VIDEO: { label: 'Video', hint: 'You give a link' },
    IN_PERSON: { label: 'In person', hint: 'At a place you name' },
  },
  link: 'Meeting link',
  linkHint:
    'Only people who booked see it. Write {{MEETING}} where each time gets a room of its own, such as https://meet.jit.si/{{MEETING}}.',
  linkPreview: (link: string) => `The link of one time: ${link}`,
  place: 'Place',
  placeHint: 'Only people who booked see it.',
  landmark: 'Nearby landmark',
  landmarkHint: 'A place people know, such as a church, filling station or shop.',
  digitalAddress: 'Digital address',
  digitalAddressHint: 'GhanaPostGPS, such as GA-183-8164',
  bring: 'What to bring',
  language: 'Language of the meeting',

  change: 'Change rules',
  rules: (seats: number, choosing: Choosing, notice: number) =>
    `${people(seats)} at each time. Participants choose a time ${choosing === 'AT_ONCE' ? 'as soon as they qualify' : 'after you accept them'}.${notice === 0 ? '' : ` They can change it freely until ${hours(notice)} before.`}`,
  choosing: 'When do they choose a time?',
  choosingChoices: {
    AFTER_ACCEPTANCE: { label: 'After you accept them', hint: 'You read the answers first' },
    AT_ONCE: { label: 'At once', hint: 'Everyone who qualifies gets a place' },
  } satisfies Record<Choosing, object>,
  seats: 'People at one time',
  seatsHint: 'From 1 to 30. With more than one, you meet a group.',
  lead: 'Booking closes (hours before the meeting)',
  leadHint: '0 to 72 hours. After booking closes, no one can book this time.',
  notice: 'Participants can change freely until (hours before the meeting)',
  noticeHint: '0 to 72 hours. They can still change after that, but you see that it was late.',
  buffer: 'Gap after each meeting',
  bufferChoices: { 0: 'None', 15: '15 mins', 30: '30 mins' },

  withoutTitle: 'Remove single times',
  withoutHint: (count: number) =>
    count === 0 ? 'If you are busy at a time on one day.' : `${count} removed`,
  withoutText: 'Untick the times when you are busy.',
  day: 'Day',

  past: 'past',
  tooSoon: 'too soon',
  tooEarly: (count: number, lead: number) =>
    `${count} of your times ${count === 1 ? 'is' : 'are'} past${lead === 0 ? '' : `, or less than ${hours(lead)} ahead`}.`,
  timesTaken: (count: number) =>
    `${count} of your times ${count === 1 ? 'overlaps' : 'overlap'} your other meetings.`,
  tooFew: (seats: number, wanted: number) =>
    `Your times have room for ${people(seats)}, but you want ${wanted}. Add days or times, or allow more people at each time.`,
} as const;
