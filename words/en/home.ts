/** The home page must promise only what the product does. */
export const homeWords = {
  title: 'Research participants in Ghana',
  description:
    'Recruit people from Accra to Wa for interviews and usability studies, or take part. Some studies pay by mobile money.',
  heading: 'Good research starts with a good conversation.',
  text: 'Researchers meet people from Accra to Wa. People share their view, and some studies pay for it.',
  sentStudy: 'The study you were sent waits for you.',
  sentPage: 'The page you were sent waits for you.',
  readStudy: 'Read about it',
  signUp: 'Sign up',
  lookFirst: 'Look at open studies first',
  act: 'Handled under Ghana’s Data Protection Act, 2012 (Act 843).',
  picture: {
    details: '30 mins · Mobile phone',
    name: 'How do traders keep track of daily sales?',
    when: 'Tuesday, 09:30 AM GMT',
    moneyTo: 'Your money goes to',
    number: '+233 •• ••• 4567',
  },
  researchers: {
    eyebrow: 'Researchers',
    heading: 'Say who you want to meet',
    text: 'Describe your study and whom you look for. People who fit apply, you read their answers and choose.',
  },
  participants: {
    eyebrow: 'Participants',
    heading: 'Share your view',
    text: 'Choose among studies that fit you. Each says if it pays, and how much.',
  },
  goOn: {
    heading: 'You are logged in',
    text: 'In this browser, so there is nothing to sign up for.',
    action: 'Go on',
  },
  promises: {
    heading: 'What you can rely on',
    items: [
      {
        title: 'You know who runs it',
        text: 'A person reads every message. [Who we are](runs), and [how to reach us](contact).',
      },
      {
        title: 'The tick is earned',
        text: 'A company with a tick was checked by a person before its first study. [What we look at](tick).',
      },
      {
        title: 'Taking part costs nothing',
        text: 'No fee to join, and nobody from here asks for your password or your mobile-money PIN.',
      },
      {
        title: 'Paid to your phone',
        text: 'If a study pays: in cedis, by MTN Ghana, Telecel or Airtel Tigo, from its budget to you.',
      },
      {
        title: 'Your number stays yours',
        text: 'No researcher sees your mobile-money number or your email. [Who sees what](data).',
      },
      {
        title: 'Nothing follows you',
        text: 'No advertising, no trackers, no data for sale. These pages work without any script.',
      },
    ],
  },
  more: 'More about us',
} as const;
