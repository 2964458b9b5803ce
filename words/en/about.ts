import { PRODUCT_NAME } from '@app/contracts/product.ts';

export const aboutWords = {
  heading: 'About us',
  description:
    'Why the product exists, how it works for researchers and participants, how people are paid, and how data is kept safe.',
  lead: `${PRODUCT_NAME} comes from nkɔmmɔ, the Twi word for conversation. Good research is one: somebody asks, somebody who knows answers, and both are treated fairly.`,
  sections: [
    {
      title: 'Why we do this',
      text: [
        'What people in Ghana use every day, from a banking menu on the phone to the booking page of a clinic, works best when those who use it were asked. Asking is the easy part. Finding the right people is slow, and so is thanking them properly.',
        'We bring both sides together: researchers who want to listen, and people who have something to say.',
      ],
    },
    {
      id: 'runs',
      title: 'Who runs it',
      text: [
        `The team of ${PRODUCT_NAME}: people who read the details of each company, decide on them, and answer your messages. [How to reach them](contact).`,
      ],
    },
    {
      id: 'tick',
      title: 'What the tick means',
      text: [
        'A researcher has proved that their email is theirs. Beside the company, a tick says that a person of our team has checked it. Without it nobody can create a study. We look at:',
      ],
      points: [
        'the name of the company, and the name under which it is registered;',
        'its website, and its pages on LinkedIn or where else it says who it is;',
        'of a university or another research institution also the approval of its ethics committee and the supervisor, where they are given.',
      ],
      after:
        'The tick is about who asks. It does not judge the study: if one asks for what it should not, do not answer, and [tell us](contact).',
    },
    {
      title: 'For researchers',
      text: [
        'You recruit for interviews and usability studies, from your first question to the list of people you will meet.',
      ],
      points: [
        'Projects keep studies together that belong together.',
        'You choose whom you look for by age, gender, education, household income and devices. Only people who fit can apply.',
        'Your own screening questions find those who can really help. Applicants are not told which answer decides.',
        'You publish the days, times and length of your meetings, for 1 to 1,000 participants.',
        'You read every answer and choose whom you meet. Each applicant is told how it went.',
      ],
      after:
        'Before all that we verify your company. A person reads what you send us and answers by email; if something is missing, you correct it and send it again.',
    },
    {
      title: 'For participants',
      text: ['You need a phone, an email address, and to be 18 or over.'],
      points: [
        'You set up your profile once: about you, your work, your devices, and the account you are paid to.',
        'You see only studies that are open and that fit your profile, with the company that asks.',
        'You decide for each study whether to apply, and may stop at any time without giving a reason.',
        'You always see how an application stands, and what happens next.',
      ],
      after: 'It costs nothing to join, to apply or to take part.',
    },
    {
      title: 'How people are paid',
      text: [
        'Each study says if it pays, and how much. It pays in Ghana cedis (GH₵), by mobile money: MTN Ghana, Telecel or Airtel Tigo. The money goes from the budget of a study to the account that the participant named, without a stop here. That is why the balance on your screen always reads GH₵ 0.00.',
        'Researchers never learn the number. A change of it takes the password, and we write to its owner when it has changed.',
      ],
    },
    {
      id: 'data',
      title: 'Why your data is safe here',
      text: ['We follow Ghana’s Data Protection Act, 2012 (Act 843). In practice that means:'],
      points: [
        'We ask for what studies are matched by and what payment needs, and for nothing else.',
        'Mobile-money numbers lie in a part of the system that the studies’ part cannot read.',
        'Passwords are stored only in a form from which they cannot be read back.',
        'There are no advertisements, no trackers, and no data for sale.',
      ],
    },
  ],
  operatedBy: 'Responsible for it:',
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
  startHeading: 'Start here',
  question: 'A question first? [Write to the team](contact).',
} as const;
