import type { DemoProject } from './demo-study.ts';

export const healthAndLearning: DemoProject = {
  projectName: 'Health and learning at home',
  description:
    'Small decisions of every day: the pharmacy or the clinic, school fees, cooking, and classes after work.',
  studies: [
    {
      name: 'Pharmacy first, interviews',
      publicName: 'Before you go to the clinic',
      description:
        'What do you do first when somebody at home feels ill? We talk about advice and distance, never about your own illnesses.',
      deviceRequirements: ['MOBILE_PHONE', 'TABLET'],
      ages: [18, 75],
      questions: [
        [
          'Where do you ask for advice first?',
          { 'At a pharmacy': 'QUALIFY', 'From family': 'QUALIFY', 'At a clinic': '', 'On the internet': '' },
        ],
      ],
      plan: { publishedDaysAgo: 8, startsInDays: 3, weekdays: 7, durationInMinutes: 30, places: 24 },
      times: ['08:00 AM', '08:30 AM', '04:00 PM', '04:30 PM'],
      applicants: 2,
    },
    {
      name: 'School fees by instalment',
      publicName: 'Paying school fees in parts',
      description:
        'For people who pay school fees for a child: how you plan the term, and what an offer to pay in parts must have.',
      deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM'],
      ages: [25, 60],
      questions: [
        [
          'For how many children do you pay school fees?',
          { None: 'DISQUALIFY', One: 'QUALIFY', 'Two or three': 'QUALIFY', 'Four or more': 'QUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 4, startsInDays: 6, weekdays: 6, durationInMinutes: 45, places: 14 },
      times: ['09:00 AM', '12:00 PM', '06:00 PM'],
    },
    {
      name: 'Evening classes, video pilot',
      publicName: 'Learning online after work',
      description:
        'You take a lesson of twenty minutes by video and tell us when you would have switched it off.',
      deviceRequirements: ['COMPUTER_WITH_WEBCAM'],
      ages: [20, 45],
      education: ['HIGH_SECONDARY_SCHOOL', 'DIPLOMA', 'ASSOCIATE_DEGREE', 'BACHELORS_DEGREE'],
      questions: [
        [
          'Which subject would you rather take?',
          { 'Book-keeping': '', 'English writing': '', 'Data analysis': '', French: '' },
        ],
        [
          'Is your internet at home good enough for a video call?',
          { 'Yes, mostly': 'QUALIFY', 'Only at night': 'QUALIFY', No: 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 2, startsInDays: 10, weekdays: 8, durationInMinutes: 60, places: 30 },
      times: ['05:00 PM', '06:00 PM', '07:00 PM'],
    },
    {
      name: 'Radio health hour, listeners over 50',
      publicName: 'Health talk on the radio',
      description:
        'For listeners of fifty and over: which programmes you trust, and in which language you like to listen.',
      deviceRequirements: ['MOBILE_PHONE'],
      ages: [50, 100],
      questions: [
        [
          'How often do you listen to the radio?',
          { 'Every day': 'QUALIFY', 'Some days': 'QUALIFY', Never: 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 5, startsInDays: 3, weekdays: 6, durationInMinutes: 30, places: 12 },
      times: ['09:00 AM', '10:00 AM', '11:00 AM'],
      isInviteOnly: true,
      applicants: 1,
    },
    {
      name: 'Shopping lists, short talk',
      publicName: 'How do you plan your shopping?',
      description: 'Bring the last list you made, on paper or on the phone, or tell us why you make none.',
      deviceRequirements: ['MOBILE_PHONE', 'TABLET', 'COMPUTER_WITH_WEBCAM'],
      ages: [18, 80],
      questions: [
        [
          'Who buys food in your household?',
          { 'Mostly I do': 'QUALIFY', 'We take turns': 'QUALIFY', 'Somebody else': 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 0, startsInDays: 5, weekdays: 5, durationInMinutes: 15, places: 25 },
      times: ['10:00 AM', '10:15 AM', '10:30 AM', '10:45 AM'],
    },
    {
      name: 'Cooking fuels, wave 1',
      publicName: 'Cooking with gas or charcoal',
      description: 'Which fuel for which dish, and what happens when the gas runs out on a Sunday.',
      deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM'],
      ages: [18, 70],
      questions: [
        [
          'What do you cook with most?',
          { Gas: 'QUALIFY', Charcoal: 'QUALIFY', Electricity: '', 'I do not cook': 'DISQUALIFY' },
        ],
      ],
      plan: { publishedDaysAgo: 12, startsInDays: 1, weekdays: 5, durationInMinutes: 30, places: 10 },
      times: ['09:00 AM', '09:30 AM'],
      applicants: 2,
      hasAbena: true,
      isClosed: true,
      meetings: [{ by: 0, at: [-2, 9], state: 'ATTENDED' }],
    },
  ],
};
