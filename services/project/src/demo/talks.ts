import { PAID_STUDY } from '@app/demo/paid-study.ts';
import type { DemoMeeting, DemoStudy } from './demo-study.ts';

const calls: DemoMeeting[] = [
  { by: 0, at: [2, 10], state: 'BOOKED' },
  { by: 1, at: [-1, 9], state: 'ATTENDED' },
  { by: 2, at: [-1, 10], state: 'NO_SHOW' },
  { by: 3, at: [-1, 11], state: 'TURNED_AWAY' },
  { by: 4, at: [-1, 14], state: 'NOBODY_CAME' },
  { by: 5, at: [-1, 15], state: 'BOOKED' },
  { by: 6, inHours: -1, state: 'CONFIRMED' },
  { by: 7, inHours: 2, state: 'CONFIRMED' },
  { by: 8, at: [1, 9], state: 'BOOKED' },
  { by: 9, at: [1, 11], state: 'CANCELLED_BY_PARTICIPANT' },
  { by: 10, at: [7, 9], state: 'CONFIRMED' },
  { by: 11, at: [7, 10], state: 'CANCELLED_BY_RESEARCHER' },
];
const group: DemoMeeting[] = [
  { by: 0, at: [-1, 17], state: 'CONFIRMED' },
  { by: 1, at: [-1, 17], state: 'BOOKED' },
  { by: 2, at: [-1, 17], state: 'BOOKED' },
  { by: 3, at: [6, 17], state: 'BOOKED' },
  { by: 4, at: [6, 17], state: 'CONFIRMED' },
];

/** Studies whose places are all taken, with meetings in every state: what Meetings and My Studies show. */
export const talks: DemoStudy[] = [
  {
    name: 'Market calls, phone interviews',
    publicName: 'How do traders keep track of daily sales?',
    description: 'We call you and ask how you note what you sell and what you owe, on paper or on the phone.',
    deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM', 'TABLET'],
    ages: [18, 80],
    questions: [['How do you note what you sell?', { 'On paper': 'QUALIFY', 'On the phone': 'QUALIFY' }]],
    plan: { publishedDaysAgo: 9, startsInDays: 1, weekdays: 6, durationInMinutes: 30, places: 14 },
    times: ['09:00 AM', '10:00 AM', '11:00 AM', '02:00 PM'],
    meetingFields: { leadHours: 2 },
    applicants: 13,
    hasAbena: true,
    isAllAccepted: true,
    meetings: calls,
  },
  {
    name: 'Savings circle, group talk',
    publicName: 'Saving together, a talk in a group',
    description: 'Four people around a table: what a savings group is good for, and when one leaves it.',
    deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM', 'TABLET'],
    ages: [18, 80],
    incentive: PAID_STUDY.incentive,
    questions: [['Have you saved with others before?', { Yes: 'QUALIFY', 'Not yet': 'QUALIFY' }]],
    plan: {
      publishedDaysAgo: 9,
      startsInDays: 6,
      weekdays: 3,
      durationInMinutes: 60,
      places: PAID_STUDY.places,
    },
    times: ['05:00 PM'],
    meetingFields: {
      meetingWay: 'IN_PERSON',
      meetingDetails: {
        place: 'Osu library, reading room on the first floor',
        landmark: 'Oxford Street, beside the petrol station',
        digitalAddress: 'GA-183-8164',
      },
      seatsPerSlot: 4,
    },
    applicants: 5,
    isAllAccepted: true,
    meetings: group,
  },
  {
    name: 'Bus app, first look by video',
    publicName: 'A first look at a bus app',
    description: 'You look at an app with us by video and say what you would expect of it.',
    deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM', 'TABLET'],
    ages: [18, 80],
    questions: [['How often do you take a bus?', { 'Every day': 'QUALIFY', Sometimes: 'QUALIFY' }]],
    plan: { publishedDaysAgo: 8, startsInDays: 3, weekdays: 4, durationInMinutes: 30, places: 3 },
    times: ['12:00 PM', '12:30 PM', '01:00 PM'],
    meetingFields: { meetingWay: 'VIDEO', meetingDetails: { link: 'https://meet.example.com/bus-app' } },
    applicants: 2,
    hasAbena: true,
    isAllAccepted: true,
    meetings: [{ by: 1, at: [4, 12], state: 'BOOKED' }],
  },
];
