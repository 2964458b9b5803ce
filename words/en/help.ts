import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { contact } from '@app/words/contact.ts';

export interface Answer {
  question: string;
  answer: string;
}

export interface Topic {
  name: string;
  answers: readonly Answer[];
}

const ourSafety: Answer = {
  question: 'Somebody asks me for a PIN, a password or money. Is that you?',
  answer: `No. We never ask for your password or your mobile-money PIN, and never for money to join a study. Send nothing, and write to ${contact.email}.`,
};

const participantTopics: readonly Topic[] = [
  {
    name: 'Your set-up',
    answers: [
      {
        question: 'How do I take part?',
        answer:
          'Set up your account once, in four short steps. Then open Browse Studies, choose a study and answer its questions. My Studies shows how each application stands.',
      },
      {
        question: 'Why do you ask about my age, my work and my devices?',
        answer:
          'Because studies look for certain people. With your profile we show you only those that fit, and nobody asks you the same things again. You must be 18 or over.',
      },
      {
        question: 'Can I change my set-up?',
        answer:
          'Yes, under My Accounts. Studies are matched by what stands there now; what you have applied to already stays as it is. A change of the mobile-money account takes your password.',
      },
    ],
  },
  {
    name: 'Applying',
    answers: [
      {
        question: 'Why do I see few studies, or none?',
        answer:
          'You see the studies whose age, gender, education, income and devices fit your profile, as long as they are open and you have not applied yet. New ones appear as soon as they open.',
      },
      {
        question: 'What does the tick beside a company mean?',
        answer:
          'A person of our team has checked the company before its first study: its registered name, its website and who it says it is. It does not judge the study. If one asks for what it should not, do not answer, and tell us.',
      },
      {
        question: 'What happens after I have applied?',
        answer:
          'The researcher reads your answers and chooses whom to meet. You are told here, by the bell, and My Studies says what happens next. Until then there is nothing for you to do.',
      },
      {
        question: 'Which answers are the right ones?',
        answer:
          'The true ones. Nobody is told which answer decides, and each study needs its own group of people. Not being chosen says nothing about you.',
      },
      {
        question: 'Can I write to the researcher?',
        answer:
          'Yes, once your application has an answer, under Messages or in My Studies. Nobody sees your email or number. You can block a conversation and report a message. News of meetings and payments still comes.',
      },
      {
        question: 'Can I withdraw?',
        answer:
          'At any time and without giving a reason: open My Studies and press Withdraw. The researcher is told. You cannot apply to the same study again.',
      },
      {
        question: 'My connection broke while I applied. Is anything lost?',
        answer:
          'No. Your answers stay on this device as you give them, and with your account as soon as there is a connection. When you are connected again, press the button once more: it is the same application, never a second one.',
      },
      {
        question: 'A study that I applied to is paused or full. What now?',
        answer:
          'Your application still counts. If it goes on or a place becomes free, the researcher may choose you. There is nothing for you to do.',
      },
      {
        question: 'A study that I applied to was closed. What now?',
        answer:
          'You get a notification, and My Studies says so. Your answers are kept. If you were accepted, your place stays yours.',
      },
    ],
  },
  {
    name: 'Your meeting',
    answers: [
      {
        question: 'How do I choose a time to meet?',
        answer:
          'Once you are accepted, open My Studies and press Choose a time. Whoever chooses first has the time. We remind you a day and two hours before; press I will be there.',
      },
      {
        question: 'Can I change my time?',
        answer:
          'Yes, three times at most, under My Studies. Your meeting says until when that is free. Later is possible too; the researcher then sees that it was late.',
      },
      {
        question: 'What if no time is free?',
        answer:
          'Join the waiting list of the study. When a time becomes free, we keep it for you for two hours and write to you.',
      },
      {
        question: 'What if I do not come?',
        answer:
          'The researcher notes a no-show, and you can say that you were there. Whoever misses two meetings within 90 days cannot apply for 30 days. If you cannot come, give the time back before.',
      },
      {
        question: 'Nobody called or came. What now?',
        answer:
          'Say so under My Studies: press Nobody called or came at the meeting. Nothing counts against you, and we look into it.',
      },
    ],
  },
  {
    name: 'Payment',
    answers: [
      {
        question: 'How long does my money take?',
        answer:
          'It leaves ten minutes after the researcher has noted that you came, and is on your phone within minutes. It comes later when you changed your MoMo number: payments then wait for two days. Money says how each payment stands: on its way, held or paid.',
      },
      {
        question: 'Do all studies pay?',
        answer:
          'No. Each study says what it pays, or that it is not paid. Browse Studies can show the paid ones alone.',
      },
      {
        question: 'My network has another name for my number. What now?',
        answer:
          'We ask you whether the number is yours, and pay nothing to it until you answer. Say yes or change it under Money in My Accounts.',
      },
      {
        question: 'How am I paid?',
        answer: `By mobile money, to the account of your set-up: MTN Ghana, Telecel or Airtel Tigo. ${PRODUCT_NAME} holds no balance for you, so the wallet always reads GH₵ 0.00.`,
      },
      {
        question: 'Does it cost anything?',
        answer:
          'No. Joining, applying and taking part are free, and nothing is taken from what you are paid.',
      },
      {
        question: 'My money has not come. What can I do?',
        answer: `Look under Money in My Accounts: it says what each payment waits for. If one is paid and not on your phone, press I did not receive it, and we ask the network. If there is none, write to ${contact.email} with the study and the day.`,
      },
    ],
  },
  {
    name: 'Your data and your account',
    answers: [
      {
        question: 'Who sees what I tell you?',
        answer:
          'The researcher of a study that you apply to sees your name, the profile facts that the study asks for, your answers and when you applied. Never your mobile-money number.',
      },
      {
        question: 'How do I get, correct or delete my data?',
        answer: `Most of it you see and correct under My Accounts. There you also save a copy of it, and delete your account. For the rest write to ${contact.email} from the email of your account. We answer within ${contact.answersRightsWithin}; it costs nothing.`,
      },
      ourSafety,
    ],
  },
];

const researcherTopics: readonly Topic[] = [
  {
    name: 'Verification',
    answers: [
      {
        question: 'Why must my company be verified?',
        answer:
          'Participants give you their time and their answers, and want to know who asks. Send your company information in three short steps; a person reads it and answers by email and here.',
      },
      {
        question: 'What can I do while it is pending?',
        answer:
          'Look around, and take the tour. Projects and studies can be created as soon as you are verified; this page and every other one then say so by themselves.',
      },
      {
        question: 'My verification was declined. What can I do?',
        answer:
          'The letter and the form say what we noted. Correct the company information and send it again: what you sent is filled in already.',
      },
    ],
  },
  {
    name: 'Publishing a study',
    answers: [
      {
        question: 'What do I need before I create a study?',
        answer:
          'A verified account and a project. A study has four stages: its details, whom you look for, the screener questions, and the days and times on which you can meet people.',
      },
      {
        question: 'Is anything lost when I close the page half way?',
        answer:
          'No. Each stage is kept on your device as you type, until you publish. Logging out removes it.',
      },
      {
        question: 'Can I change a study after I have published it?',
        answer:
          'You can add times, take out free ones and add places. What people have read stays: for another text, close it and publish a copy.',
      },
      {
        question: 'What happens when I delete a study?',
        answer:
          'A draft is removed. A study that people have applied to is closed, and each of them is told. We ask you first and name what goes.',
      },
    ],
  },
  {
    name: 'Reaching people',
    answers: [
      {
        question: 'How are participants matched?',
        answer:
          'By the age, gender, education, household income and devices that you choose. Only people who fit are shown your study, and they are told of it as soon as it opens.',
      },
      {
        question: 'How many people do I reach?',
        answer:
          'Stage 2 counts, as you choose, how many people who are set up here fit right now. The fewer conditions, the more there are.',
      },
      {
        question: 'How does the screener decide?',
        answer:
          'Each choice can qualify or disqualify. One disqualifying answer is enough. Participants never see which choice does what.',
      },
    ],
  },
  {
    name: 'Applicants',
    answers: [
      {
        question: 'What do I see of an applicant?',
        answer:
          'The name, the profile facts that your study asks for, the answers, whether they qualify, and when the application came. Never the mobile-money number.',
      },
      {
        question: 'How do I accept or decline people?',
        answer:
          'Open the study from its project, or from the bell, and choose one or many. You can undo it at once; they are told only after that. Declining takes a reason, which they read.',
      },
      {
        question: 'How do I write to applicants?',
        answer:
          'Once an application has an answer, open the applicant and choose Messages. Or select several, and choose Write to. Do not ask for names, numbers, email addresses or accounts.',
      },
      {
        question: 'What if somebody withdraws?',
        answer:
          'The bell tells you. If they had a place, it is free again, and you can accept somebody else.',
      },
    ],
  },
  {
    name: 'Meetings',
    answers: [
      {
        question: 'Where do I see who comes when?',
        answer:
          'Under Meetings, over all studies, and on the page of each study. A person whom you accept chooses one of your free times.',
      },
      {
        question: 'How do I note who came?',
        answer:
          'Under Meetings, press Came or All came. You can undo it for ten minutes. Meetings that nobody marks count as attended after three days.',
      },
      {
        question: 'What is a no-show?',
        answer:
          'Press Did not come from 15 minutes after the start. They are told and can answer. Two missed meetings within 90 days keep a person from applying for 30 days.',
      },
      {
        question: 'Can participants change their time?',
        answer:
          'Yes, three times at most. After the notice that you chose it is late, and Meetings says so. If no time is free, they can join the waiting list.',
      },
      {
        question: 'Can I cancel a meeting?',
        answer:
          'Yes, with a reason, which they read. Less than 24 hours before the meeting it counts for pay as if they had come.',
      },
    ],
  },
  {
    name: 'Payment and your account',
    answers: [
      {
        question: 'How do I pay for a study?',
        answer:
          'Say in the last stage what each participant gets, and pay the budget by mobile money (MoMo), card or bank before you publish. The page Budget of the study shows what is paid, on its way and left.',
      },
      {
        question: 'When is a participant paid?',
        answer:
          'Ten minutes after you mark that they came. The list of applicants and the Budget say how each payment stands.',
      },
      {
        question: 'What happens to money that is not used?',
        answer:
          'Close the budget, and what is left goes back to where it came from: a refund. The charge for paying in does not come back.',
      },
      {
        question: 'How are participants paid?',
        answer:
          'By mobile money, from the budget of your study straight to their phone. Nobody holds a balance here, so the wallet always reads GH₵ 0.00.',
      },
      {
        question: 'Somebody else used my log-in. What can I do?',
        answer:
          'Change your password under My Accounts: all your other devices are logged out. There you also see where you are logged in.',
      },
      ourSafety,
    ],
  },
];

/** Need help? */
export const helpWords = {
  heading: 'Need help?',
  search: 'Search the answers',
  clearSearch: 'Show all answers',
  found: (count: number) => (count === 1 ? '1 answer found' : `${count} answers found`),
  nothingFound: 'No answer has these words. Try fewer of them, or write to us: a person answers.',
  topics: { PARTICIPANT: participantTopics, RESEARCHER: researcherTopics },
  tourHeading: 'Take a tour',
  tourText: 'Through your screens, in the order in which you need them. It takes a minute.',
  tourStart: 'Start the tour',
  contactHeading: 'Talk to us',
  contactText: `If your question is not here, write to us. A person reads it and answers within ${contact.answersWithin}.`,
  contact: 'Contact us',
} as const;
