import { PRODUCT_NAME } from '../product.ts';

/** Home, about and contact; the legal texts have files of their own. */
export const publicMessages = {
  homeTitle: 'Research participants in Ghana',
  homeDescription:
    'Recruit people from Accra to Wa for interviews and usability studies, or take part and be paid by mobile money.',
  homeHeading: 'Good research starts with a good conversation.',
  homeText:
    'Meet people from Accra to Wa for interviews and usability studies. Take part, and be paid in cedis by mobile money.',
  recruit: 'Recruit participants',
  takePart: 'Take part in studies',
  act: 'Handled under Ghana’s Data Protection Act, 2012 (Act 843).',
  sampleStudy: {
    facts: '30 mins · Phone',
    name: 'How do traders keep track of daily sales?',
    when: 'Tuesday, 09:30 AM GMT',
  },
  samplePayment: { to: 'Paid to MTN Ghana', amount: 'GH₵ 60.00' },
  researchers: {
    eyebrow: 'Researchers',
    heading: 'Say who you want to meet',
    steps: [
      'Sign up and tell us about your company. We check it, so that participants know who asks.',
      'Create a project, describe your study, and ask a few questions that find the right people.',
      'Publish the days and times on which you can meet. People who fit apply, and you choose.',
    ],
  },
  participants: {
    eyebrow: 'Participants',
    heading: 'Share your view, be paid',
    steps: [
      'Sign up and set up your profile once, in four short steps.',
      'Browse the studies that fit you. Each says how long it takes and when it is.',
      'Apply by answering a few questions. Payment goes to your mobile-money number.',
    ],
  },
  promises: {
    heading: 'What you can rely on',
    items: [
      {
        title: 'Taking part costs nothing',
        text: 'No joining fee, and nobody from here asks for your password or your mobile-money PIN.',
      },
      {
        title: 'Companies are checked first',
        text: 'A person reads every company’s details before it may create a study.',
      },
      {
        title: 'Your number stays with us',
        text: 'Researchers see the answers you give them, never your mobile-money number.',
      },
    ],
  },

  aboutHeading: 'About us',
  aboutDescription:
    'Who is behind the product, why it exists and how it works for researchers and participants.',
  aboutLead: `${PRODUCT_NAME} comes from the Twi word nkɔmmɔ: conversation. That is what good research is.`,
  aboutSections: [
    {
      title: 'Why we do this',
      text: [
        'Products and services for Ghana are often designed without asking the people who will use them. Finding those people is slow, and those who take part are paid late or in ways they cannot use.',
        'We bring both sides together: researchers who want to listen, and people who have something to say. Money is counted in cedis and paid to the phone.',
      ],
    },
    {
      title: 'For researchers',
      text: [
        'Describe who you want to meet, ask your screening questions, publish your free times, and review who applies. Your company is verified once, before your first study.',
      ],
    },
    {
      title: 'For participants',
      text: [
        'Set up a profile once and see only studies that fit it. You decide for each study whether to apply. You may leave at any time, and it costs nothing.',
      ],
    },
  ],

  contactHeading: 'Contact us',
  contactDescription: 'How to reach the team, and what to write so that we can help at once.',
  contactLead: 'A person reads every message and answers by email.',
  contactByEmail: 'By email',
  contactEmailText: 'For questions about your account, a study, a payment or your company’s verification.',
  contactSubject: 'A question for the team',
  contactData: 'About your personal data',
  contactDataBefore:
    'To see, correct or delete what we hold about you, write from the email of your account. The ',
  contactDataLink: 'privacy policy',
  contactDataAfter: ' says what happens then.',
  contactSafety: 'If somebody asks for your PIN',
  contactSafetyText:
    'We never ask for your password or your mobile-money PIN, and never for money to join a study. Tell us if somebody does it in our name, and tell your mobile-money provider.',

  onThisPage: 'On this page',
  lastChanged: 'Last changed: 21 November, 2026',
} as const;
