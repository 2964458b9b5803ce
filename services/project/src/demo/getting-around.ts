import type { DemoProject } from './demo-study.ts';

export const gettingAround: DemoProject = {
  projectName: 'Getting around town',
  description:
    'Trotros, ride apps, motorbikes and parcels: how people and things move through Ghanaian cities.',
  studies: [
    {
      name: 'Trotro fares, short diary talk',
      publicName: 'A week of trotro rides',
      description:
        'Tell us about your rides of the past week: fares, change, waiting, and when you take something else.',
      deviceRequirements: ['MOBILE_PHONE', 'TABLET', 'COMPUTER_WITH_WEBCAM'],
      ages: [18, 100],
      questions: [
        [
          'How many trotro rides did you take in the past seven days?',
          { None: 'DISQUALIFY', '1 to 4': 'QUALIFY', '5 to 10': 'QUALIFY', 'More than 10': 'QUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 7, startsInDays: 2, weekdays: 10, durationInMinutes: 15, places: 50 },
      times: ['07:00 AM', '07:15 AM', '12:00 PM', '12:15 PM', '06:00 PM'],
      applicants: 3,
    },
    {
      name: 'Night rides, women',
      publicName: 'Riding home after dark',
      description:
        'A talk with women about getting home in the evening: what you check, whom you tell and what would make it safer.',
      deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM'],
      ages: [18, 50],
      gender: ['FEMALE'],
      questions: [
        [
          'How often are you on your way home after 7 PM?',
          { 'Most days': 'QUALIFY', 'Some days': 'QUALIFY', 'Rarely or never': 'DISQUALIFY' },
        ],
        [
          'How do you usually travel then?',
          { Trotro: '', 'Ride app': '', Taxi: '', 'On foot': '', 'Own car': 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 3, startsInDays: 6, weekdays: 5, durationInMinutes: 45, places: 12 },
      times: ['09:00 AM', '09:45 AM', '06:00 PM', '06:45 PM'],
      applicants: 3,
    },
    {
      name: 'Okada and delivery riders',
      publicName: 'Delivering by motorbike',
      description:
        'For young riders who carry food or parcels: your day, your costs, and what the apps get wrong.',
      deviceRequirements: ['MOBILE_PHONE'],
      ages: [18, 28],
      questions: [
        [
          'Do you deliver by motorbike for pay?',
          { 'Yes, full time': 'QUALIFY', 'Yes, part time': 'QUALIFY', No: 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 3, startsInDays: 4, weekdays: 6, durationInMinutes: 30, places: 10 },
      times: ['10:00 AM', '10:30 AM', '03:00 PM'],
      applicants: 1,
      isPaused: true,
    },
    {
      name: 'Parcel points, card sorting',
      publicName: 'Where should your parcel wait?',
      description:
        'You sort twelve places, from the chop bar to the fuel station, by how much you would trust them with a parcel.',
      deviceRequirements: ['COMPUTER_WITH_WEBCAM', 'TABLET'],
      ages: [20, 60],
      questions: [
        [
          'When did you last order something that was brought or sent to you?',
          { 'This month': 'QUALIFY', 'This year': 'QUALIFY', 'Longer ago or never': 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 1, startsInDays: 8, weekdays: 4, durationInMinutes: 30, places: 16 },
      times: ['11:00 AM', '11:30 AM', '02:00 PM', '02:30 PM'],
      applicants: 1,
    },
    {
      name: 'Fuel prices, household budgets',
      publicName: 'When fuel prices go up',
      description:
        'What your household changes first when fuel becomes dearer: trips, cooking, school runs or something else.',
      deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM'],
      ages: [25, 65],
      annualHouseholdIncome: ['BETWEEN_10000_30000', 'BETWEEN_40000_60000', 'BETWEEN_70000_100000'],
      questions: [
        [
          'Who plans the spending in your household?',
          { 'I do': 'QUALIFY', 'I do together with somebody': 'QUALIFY', 'Somebody else': 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 1, startsInDays: 9, weekdays: 6, durationInMinutes: 30, places: 18 },
      times: ['09:00 AM', '01:00 PM', '05:00 PM'],
    },
  ],
};
