import { PRODUCT_NAME } from '../product.ts';

interface Answer {
  question: string;
  answer: string;
}

interface TourStop {
  /** The screen's key in the web app's list of addresses, where it has an address of its own. */
  screen?: 'browseStudies' | 'studies' | 'accounts' | 'projects' | 'createProject';
  name: string;
  text: string;
}

const participantAnswers: Answer[] = [
  {
    question: 'How do I take part?',
    answer:
      'Set up your account once, in four short steps. Then open Browse Studies, choose a study and answer its questions. My Studies shows how each application stands.',
  },
  {
    question: 'Why do I see few studies, or none?',
    answer:
      'You see the studies whose age, gender, education, income and devices fit your profile, as long as they are open and you have not applied yet. New ones appear as soon as they open.',
  },
  {
    question: 'How am I paid?',
    answer: `By mobile money, to the number of your set-up: MTN Ghana, Telecel or Airtel Tigo. ${PRODUCT_NAME} holds no balance for you. Taking part never costs you anything, and we never ask for your PIN.`,
  },
  {
    question: 'Who sees what I tell you?',
    answer:
      'The researcher of a study that you apply to sees your name, the profile facts that the study asks for, your answers and when you applied. Never your mobile-money number.',
  },
  {
    question: 'Can I change my set-up?',
    answer: 'It is sent once. If something in it has changed or is wrong, write to us and we put it right.',
  },
  {
    question: 'A study that I applied to was closed. What now?',
    answer:
      'You get a notification, and My Studies says so. Your answers are kept, and there is nothing for you to do.',
  },
];

const researcherAnswers: Answer[] = [
  {
    question: 'Why must my company be verified?',
    answer:
      'Participants give you their time and their answers, and want to know who asks. Send your company information in three short steps; we read it and answer by email and here.',
  },
  {
    question: 'My verification was declined. What can I do?',
    answer:
      'The letter says what we noted. Correct the company information and send it again; the form is under My Accounts.',
  },
  {
    question: 'What do I need before I create a study?',
    answer:
      'A verified account and a project. A study has four stages: its details, whom you look for, the screener questions, and the days and times on which you can meet people.',
  },
  {
    question: 'How are participants matched?',
    answer:
      'By the age, gender, education, household income and devices that you choose in stage 2. Only people who fit are shown your study.',
  },
  {
    question: 'How does the screener decide?',
    answer:
      'Each choice can qualify or disqualify. One disqualifying answer is enough. Participants never see which choice does what.',
  },
  {
    question: 'What do I see of an applicant?',
    answer:
      'The name, the profile facts that your study asks for, the answers, whether they qualify, and when the application came. Never the mobile-money number.',
  },
  {
    question: 'What happens when I delete a study?',
    answer:
      'A draft is removed. A study that people have applied to is closed, and each of them is told. We ask you first and name what goes.',
  },
];

const participantTour: TourStop[] = [
  {
    screen: 'browseStudies',
    name: 'Browse Studies',
    text: 'The studies that fit you: what, how long, on which days and with which device.',
  },
  {
    name: 'A study',
    text: 'Press Apply on a study to read all of it and to answer its questions. Your answers are kept while you think.',
  },
  {
    screen: 'studies',
    name: 'My Studies',
    text: 'Everything you applied to, how it stands and what happens next.',
  },
  { name: 'The bell', text: 'News about your studies. A dot marks what you have not read.' },
  { screen: 'accounts', name: 'My Accounts', text: 'Your details, how money reaches you, and the way out.' },
];

const researcherTour: TourStop[] = [
  {
    screen: 'projects',
    name: 'My Projects',
    text: 'A project holds the studies that belong together. Everything begins here.',
  },
  { screen: 'createProject', name: 'Create a project', text: 'Name it, and describe it if you like.' },
  {
    name: 'Create a study',
    text: 'Open a project and create a study in four stages. Each stage is kept on your device until you publish.',
  },
  { name: 'Applicants', text: 'Open a study to see who applied, with their answers.' },
  { name: 'The bell', text: 'Tells you when somebody applies. A dot marks what you have not read.' },
  {
    screen: 'accounts',
    name: 'My Accounts',
    text: 'Your details, the state of your verification, and the way out.',
  },
];

/** Need help?, and the tour. */
export const helpMessages = {
  heading: 'Need help?',
  answersHeading: 'Questions and answers',
  answers: { PARTICIPANT: participantAnswers, RESEARCHER: researcherAnswers },
  tourHeading: 'Take a tour',
  tourText: 'The screens in the order in which you need them.',
  tour: { PARTICIPANT: participantTour, RESEARCHER: researcherTour },
  contactHeading: 'Talk to us',
  contactText: 'If your question is not here, write to us. A person reads it.',
  contact: 'Contact us',
} as const;
