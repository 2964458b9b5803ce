import { PRODUCT_NAME } from '@app/contracts/product.ts';

export const aboutWords = {
  heading: 'About us',
  description: 'Why we started, how it works, how we pay people, and how we protect data.',
  lead: `${PRODUCT_NAME} comes from nkɔmmɔ, the Twi word for conversation. Good research is a conversation: one person asks, another answers, and both are treated fairly.`,
  sections: [
    {
      title: 'Why we do this',
      text: [
        'People in Ghana use many services every day, such as mobile banking or online bookings. They work best when their makers ask the people who use them. But it takes long to find the right people, and to pay them.',
        'We bring both sides together: researchers who want to listen, and people who have something to say.',
      ],
    },
    {
      id: 'runs',
      title: 'Who runs it',
      text: [
        `The team of ${PRODUCT_NAME}. We check each company and answer your messages. [How to reach us](contact).`,
      ],
    },
    {
      id: 'tick',
      title: 'What the tick means',
      text: [
        'Each researcher has verified their email. A tick beside a company means that a person on our team has checked it. Only these companies can create studies. We check:',
      ],
      points: [
        'the name of the company, and its registered name;',
        'its website, and its pages on LinkedIn or elsewhere;',
        'for a university or research institution, its ethics approval and supervisor, if it names them.',
      ],
      after:
        'The tick is about the company, not about the study. If a study asks for something wrong, do not answer, and [tell us](contact).',
    },
    {
      title: 'For researchers',
      text: [
        'You can recruit people for interviews, group discussions, usability studies and online surveys.',
      ],
      points: [
        'Projects group your studies.',
        'You choose people by age, gender, education, household income and devices. Only people who fit can apply.',
        'Your screening questions find the right people. Applicants do not see which answers qualify.',
        'You set the days, times and length of your meetings, for 1 to 1,000 participants.',
        'You read the answers and accept or decline. We notify each applicant of your decision.',
      ],
      after:
        'First we verify your company. A person reads what you send and answers by email. If something is missing, you can correct it and send it again.',
    },
    {
      title: 'For participants',
      text: ['You need a phone and an email address, and you must be 18 or over.'],
      points: [
        'You set up your profile once: about you, your work, your devices, and how you are paid.',
        'You see only open studies that fit your profile, and the company behind each one.',
        'You choose where you apply. You can stop at any time, and you do not need to give a reason.',
        'You always see the status of each application, and the next step.',
      ],
      after: 'It is free to join, to apply and to take part.',
    },
    {
      title: 'How people are paid',
      text: [
        'Each study says if it pays, and how much. It pays in Ghana cedis (GH₵), by mobile money: MTN Ghana, Telecel or Airtel Tigo. The money goes from the budget of the study straight to the participant’s account. We hold no money for you, so your balance here is always GH₵ 0.00.',
        'Researchers never see your number. You need your password to change it, and we email you about each change.',
      ],
    },
    {
      id: 'data',
      title: 'Why your data is safe here',
      text: ['We follow Ghana’s Data Protection Act, 2012 (Act 843). This means:'],
      points: [
        'We ask only for what we need to find studies for you and pay you.',
        'We store mobile-money numbers in a separate system that the studies cannot read.',
        'No one can read your password, because we do not store it as text.',
        'We show no ads, use no trackers, and never sell your data.',
      ],
    },
  ],
  operatedBy: 'Run by:',
  seenHeading: 'When you apply, a researcher sees',
  seen: [
    'Your name and your age',
    'Gender, education and household income',
    'The devices that you can use',
    'Your answers, and when you applied',
  ],
  unseenHeading: 'A researcher never sees',
  unseen: [
    'Your mobile-money number, network or account name',
    'Your email',
    'Your phone number, except around a meeting by phone',
    'Your date of birth',
    'Your town, and where you work',
  ],
  startHeading: 'Get started',
  question: 'Do you have a question? [Contact us](contact).',
} as const;
