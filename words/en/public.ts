/** The home page. It says only what the product does. */
export const homeMessages = {
  title: 'Research participants in Ghana',
  description:
    'Recruit people from Accra to Wa for interviews and usability studies, or take part and be paid by mobile money.',
  heading: 'Good research starts with a good conversation.',
  text: 'Meet people from Accra to Wa for interviews and usability studies. Take part, and be paid in cedis by mobile money.',
  act: 'Handled under Ghana’s Data Protection Act, 2012 (Act 843).',
  picture: {
    facts: '30 mins · Mobile phone',
    name: 'How do traders keep track of daily sales?',
    when: 'Tuesday, 09:30 AM GMT',
    moneyTo: 'Your money goes to',
    number: '+233 •• ••• 4567',
  },
  researchers: {
    eyebrow: 'Researchers',
    heading: 'Say who you want to meet',
    steps: [
      'Sign up and tell us about your company. A person checks it before your first study, so that participants know who asks.',
      'Create a project and describe your study. Choose whom you look for: age, gender, education, household income, devices.',
      'Ask your own screening questions, and publish the days and times on which you can meet.',
      'People who fit apply. You read their answers and choose.',
    ],
  },
  participants: {
    eyebrow: 'Participants',
    heading: 'Share your view, be paid',
    steps: [
      'Sign up and set up your profile once, in four short steps. It costs nothing.',
      'Browse the studies that fit you. Each says what it is about, who asks, how long it takes and when.',
      'Apply by answering a few questions. Whether you do is up to you, each time.',
      'We tell you when the researcher has chosen. You meet, and the money goes to your phone.',
    ],
  },
  payment: {
    eyebrow: 'Mobile money',
    heading: 'How the money reaches your phone',
    text: 'No bank account and no card. You are paid in Ghana cedis (GH₵), to the mobile-money account that you name in your set-up.',
    networks: 'The networks you can choose',
    items: [
      {
        title: 'You name the account',
        text: 'The network, the number, and the name under which it is registered.',
      },
      {
        title: 'It goes straight to you',
        text: 'From the budget of the study to your phone. No balance is kept here, so there is nothing to withdraw.',
      },
      {
        title: 'Only you change it',
        text: 'A new number takes your password, and we write to you when it has changed.',
      },
    ],
  },
  data: {
    eyebrow: 'Your data',
    heading: 'Why your data is safe here',
    text: 'Studies are matched by facts from your profile. Few people see few of them, and it is our servers that hold to that, not only the screen.',
    seenHeading: 'A researcher sees, once you apply',
    seen: [
      'Your name and your age',
      'Gender, education and household income',
      'With which devices you can take part',
      'Your answers, and when you applied',
    ],
    unseenHeading: 'A researcher never sees',
    unseen: [
      'Your mobile-money number, network or account name',
      'Your email or your phone number',
      'Your date of birth',
      'Your town, and where you work',
    ],
    policy:
      'What we hold, for how long, and how to have it corrected or deleted: the [privacy policy](privacy) says it in plain words.',
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
        title: 'Nothing follows you',
        text: 'No advertising, no trackers, no data for sale. These pages run without any script.',
      },
    ],
  },
  more: 'More about us',
} as const;
