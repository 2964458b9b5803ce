import { ONLINE_STUDY, PAID_OPEN_STUDIES, PAID_STUDY } from '@app/demo/people.ts';
import type { DemoProject, DemoMeeting, DemoStudy } from './demo-study.ts';

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

/** There is a meeting in every state, so that the screens Meetings and My Studies show each of them. */
const phoneInterviewStudies: DemoStudy[] = [
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
    meetingFields: {
      meetingWay: 'VIDEO',
      meetingDetails: { link: 'https://meet.example.com/bus-app-{{MEETING}}' },
    },
    applicants: 2,
    hasAbena: true,
    isAllAccepted: true,
    meetings: [{ by: 1, at: [4, 12], state: 'BOOKED' }],
  },
];

export const mobileMoney: DemoProject = {
  projectName: 'Mobile money at the market',
  description:
    'How traders and buyers pay, save and stay safe with mobile money in Accra, Kumasi and Tamale.',
  studies: [
    {
      name: 'MoMo at the stall, round 1',
      publicName: 'Taking payments at your stall',
      description:
        'Do you pay or get paid with mobile money at the market? Tell us what works, what fails and what you do when the network is down.',
      deviceRequirements: ['MOBILE_PHONE'],
      ages: [18, 65],
      questions: [
        [
          'How often do you pay or get paid with mobile money?',
          {
            'Every day': 'QUALIFY',
            'Some days of the week': 'QUALIFY',
            'Once a month or less': '',
            Never: 'DISQUALIFY',
          },
        ],
        [
          'Where do you mostly buy or sell?',
          { 'At a market': 'QUALIFY', 'In a shop': '', 'Along the road': '', Online: '' },
        ],
      ],
      plan: { publishedDaysAgo: 6, startsInDays: 3, weekdays: 8, durationInMinutes: 30, places: 20 },
      times: ['09:00 AM', '09:30 AM', '10:00 AM', '02:00 PM', '02:30 PM'],
      applicants: 9,
      hasAbena: true,
    },
    {
      name: 'Cost of sending, interviews',
      publicName: 'Fees for sending money',
      description:
        'A talk about fees: when you send in parts, when you use cash instead, and what you would change about the charges.',
      deviceRequirements: ['MOBILE_PHONE'],
      ages: [18, 60],
      incentive: PAID_OPEN_STUDIES.fees.incentive,
      questions: [
        [
          'Did you send money to another person in the past month?',
          { 'Yes, several times': 'QUALIFY', 'Yes, once': 'QUALIFY', No: 'DISQUALIFY' },
        ],
      ],
      plan: {
        publishedDaysAgo: 5,
        startsInDays: 5,
        weekdays: 6,
        durationInMinutes: 45,
        places: PAID_OPEN_STUDIES.fees.places,
      },
      times: ['11:15 AM', '12:00 PM', '03:00 PM', '03:45 PM'],
      applicants: 5,
    },
    {
      name: 'Wallet prototype, usability',
      publicName: 'Try a new wallet app with us',
      description:
        'You open an early version of an app, do four small tasks and say what you think. Nothing is paid from your own wallet.',
      deviceRequirements: ['MOBILE_PHONE', 'TABLET'],
      ages: [18, 45],
      education: [
        'HIGH_SECONDARY_SCHOOL',
        'DIPLOMA',
        'ASSOCIATE_DEGREE',
        'BACHELORS_DEGREE',
        'MASTERS_DEGREE',
      ],
      incentive: PAID_OPEN_STUDIES.wallet.incentive,
      questions: [
        [
          'Which of these have you used yourself on a phone?',
          {
            'A wallet app': 'QUALIFY',
            'Only the short code (*170#)': 'QUALIFY',
            'A bank app': 'QUALIFY',
            None: 'DISQUALIFY',
          },
        ],
        [
          'Do you work for a bank, a telecom company or a payment company?',
          { Yes: 'DISQUALIFY', No: 'QUALIFY' },
        ],
      ],
      plan: {
        publishedDaysAgo: 4,
        startsInDays: 7,
        weekdays: 5,
        durationInMinutes: 60,
        places: PAID_OPEN_STUDIES.wallet.places,
      },
      times: ['10:00 AM', '01:00 PM', '04:00 PM'],
      applicants: 4,
    },
    {
      name: 'PIN scams, what people notice',
      publicName: 'Messages that ask for your PIN',
      description:
        'We show real scam messages without any names and ask how you tell them from honest ones. We never ask for your PIN.',
      deviceRequirements: ['MOBILE_PHONE'],
      ages: [18, 100],
      incentive: PAID_OPEN_STUDIES.scams.incentive,
      questions: [
        [
          'Have you or somebody close to you received a message that tried to cheat you?',
          { 'Yes, this year': 'QUALIFY', 'Yes, longer ago': 'QUALIFY', 'No, never': '' },
        ],
      ],
      plan: {
        publishedDaysAgo: 2,
        startsInDays: 4,
        weekdays: 10,
        durationInMinutes: 15,
        places: PAID_OPEN_STUDIES.scams.places,
      },
      times: ['08:00 AM', '08:15 AM', '08:30 AM', '05:00 PM', '05:15 PM', '05:30 PM'],
      applicants: 4,
    },
    {
      name: 'Susu groups, first talks',
      publicName: 'How your susu group saves',
      description: 'A talk with members of savings groups about trust, late payments and keeping the books.',
      deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM'],
      ages: [21, 70],
      questions: [
        [
          'Are you a member of a susu group now?',
          { Yes: 'QUALIFY', 'Not any more': '', 'Never was': 'DISQUALIFY' },
        ],
      ],
    },
    ...phoneInterviewStudies,
    {
      name: 'MoMo at the stall, round 2',
      publicName: 'Mobile money at your stall, again',
      description: 'The same questions as in our first round, to people whom we have not asked yet.',
      deviceRequirements: ['MOBILE_PHONE'],
      ages: [18, 65],
      approval: {
        committee: 'Ethics Committee for the Humanities, University of Ghana',
        number: 'ECH 031/26-27',
      },
      consentText: [
        'Who asks: Ama Owusu, Market Square Research.',
        'What you do: You talk with us once for half an hour about mobile money. You may leave out any question.',
        'Risks: None that we know.',
        'Recording: We record nothing, and write down what you say without your name.',
        'Your choice: You decide freely, and can stop at any time. Nothing bad follows.',
      ].join('\n\n'),
      excludesStudy: 'MoMo at the stall, round 1',
      quotas: [
        { gender: 'FEMALE', places: 10 },
        { gender: 'MALE', places: 10 },
      ],
      gender: ['FEMALE', 'MALE'],
      questions: [
        [
          'How often do you pay or get paid with mobile money?',
          { 'Every day': 'QUALIFY', 'Some days of the week': 'QUALIFY', Never: 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 5, startsInDays: 9, weekdays: 6, durationInMinutes: 30, places: 20 },
      times: ['09:00 AM', '09:30 AM', '10:00 AM'],
      applicants: 6,
    },
    {
      name: 'Radio at home, online survey',
      publicName: 'How you listen to the radio',
      description:
        'Eight minutes online: which stations you listen to, when, and on what. You answer on your own phone.',
      deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM', 'TABLET'],
      ages: [18, 80],
      incentive: ONLINE_STUDY.incentive,
      questions: [
        [
          'How often do you listen to the radio?',
          { 'Every day': 'QUALIFY', 'Some days of the week': 'QUALIFY', Rarely: 'QUALIFY' },
        ],
      ],
      online: {
        publishedDaysAgo: 4,
        opensForDays: 14,
        minutes: 8,
        screenOutPay: 1,
        places: ONLINE_STUDY.places,
      },
      applicants: 6,
      isAllAccepted: true,
      submissions: [
        { tookMinutes: 9 },
        { tookMinutes: 7 },
        { tookMinutes: 12 },
        { tookMinutes: 1 },
        { tookMinutes: 8 },
        { tookMinutes: 10, hasNoCode: true },
      ],
    },
  ],
};
