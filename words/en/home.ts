/** The home page must promise only what the product does. */
export const homeWords = {
  title: 'Research participants in Ghana',
  description:
    'Recruit people from Accra to Wa for interviews and surveys, or take part. Some studies pay by mobile money.',
  heading: 'Good research starts with a good conversation.',
  text: 'Researchers meet people from Accra to Wa. You can share your view, and some studies pay you.',
  sentStudy: 'Sign up or log in to see the study.',
  sentPage: 'Sign up or log in to see the page.',
  readStudy: 'About this study',
  signUp: 'Sign up',
  lookFirst: 'Browse open studies',
  act: 'We follow Ghana’s Data Protection Act, 2012 (Act 843).',
  picture: {
    details: '30 mins · Mobile phone',
    name: 'How do traders keep track of daily sales?',
    when: 'Tuesday, 09:30 AM GMT',
    moneyTo: 'Your money goes to',
    number: '+233 •• ••• 4567',
  },
  researchers: {
    eyebrow: 'Researchers',
    heading: 'Describe who you need',
    text: 'Describe your study and the people that you need. People who fit apply. You read their answers and choose.',
  },
  participants: {
    eyebrow: 'Participants',
    heading: 'Share your view',
    text: 'Choose a study that fits you. Each study shows if it pays, and how much.',
  },
  goOn: {
    heading: 'You are logged in',
    text: 'You do not need to sign up again.',
    action: 'Continue',
  },
  promises: {
    heading: 'What you can rely on',
    items: [
      {
        title: 'You know who runs it',
        text: 'A person reads every message. [Who we are](runs), and [how to reach us](contact).',
      },
      {
        title: 'Companies are checked',
        text: 'We check each company before its first study. Then it gets a tick. [What we check](tick).',
      },
      {
        title: 'Taking part costs nothing',
        text: 'It is free to join. We never ask for your password or your mobile-money PIN.',
      },
      {
        title: 'Paid to your phone',
        text: 'If a study pays, you get cedis by MTN Ghana, Telecel or Airtel Tigo.',
      },
      {
        title: 'Your number is private',
        text: 'No researcher sees your mobile-money number or your email. [Who sees what](data).',
      },
      {
        title: 'No ads, no trackers',
        text: 'We show no ads, use no trackers and sell no data. These pages work on simple browsers too.',
      },
    ],
  },
  more: 'More about us',
} as const;
