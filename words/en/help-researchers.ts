import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS, LATE_MINUTES } from '@app/contracts/project/meeting-choices.ts';
import { contact } from '@app/words/contact.ts';
import { safetyAnswer, type Topic } from '@app/words/help-answers.ts';

export const researcherTopics: readonly Topic[] = [
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
        question: 'How long does verification take?',
        answer: `A person reads what you sent, so it depends on the day. The answer comes by email and shows here. If you hear nothing within ${contact.answersWithin}, write to ${contact.email}.`,
      },
      {
        question: 'My verification was declined. What can I do?',
        answer:
          'The email and the form say what we noted. Correct the company information and send it again: what you sent is filled in already.',
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
        question: 'How do I pause a study?',
        answer:
          'Open its project and choose Pause in the menu of the study. No one can apply until you resume it. Every application and meeting stays.',
      },
      {
        question: 'Where do I put the ethics approval and the consent text?',
        answer:
          'In stage 1, under Ethics and consent. Participants agree to the consent text before they apply. You can change both later on the page of the study.',
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
        question: 'Can I choose a region, a language or work?',
        answer:
          'Yes, in stage 2. You can also ask for an industry, a kind of phone and internet. All of it is optional, and you see of each applicant what you asked for.',
      },
      {
        question: 'How do I keep places for groups of people (quotas)?',
        answer:
          'Open Who they should be in stage 4. Make groups by gender, age or region, and give each its places. The page of the study shows how full each group is.',
      },
      {
        question: 'How do I invite only people whom I know?',
        answer:
          'In stage 2 let in only people whose emails you give. Once the study is published, its page takes your list of email addresses. Each gets one email and one reminder.',
      },
      {
        question: 'How do I share a study?',
        answer:
          'Press Share on the page of the study. It has a link, a message for WhatsApp, and a QR code to print.',
      },
      {
        question: 'How do I run a second wave of a study?',
        answer: 'Copy the study. In stage 2 let in only people of the first one, or leave them out.',
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
        question: 'How do I export the applicants?',
        answer:
          'On their list, as a CSV file or for Excel. If filters are set, the file has only the people who match.',
      },
      {
        question: 'How do I accept or decline people?',
        answer:
          'Open the study from its project, or from the bell, and choose one or many. You can undo it for a few seconds; they are notified only after that. Declining takes a reason, which they read.',
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
        question: 'Can I see my meetings in my own calendar?',
        answer:
          'Yes. Under Meetings you get an address for your calendar app. It shows all your meetings and follows every change.',
      },
      {
        question: 'How do I note who came?',
        answer:
          'Under Meetings, press Came or All came. You can undo it for a few minutes. Meetings that nobody marks count as attended after three days.',
      },
      {
        question: 'What is a no-show?',
        answer: `Press Did not come from ${LATE_MINUTES} minutes after the start. They are told and can answer. Two missed meetings within ${ABSENCE_WINDOW_DAYS} days keep a person from applying for ${BLOCK_DAYS} days.`,
      },
      {
        question: 'What is a dispute?',
        answer:
          'A participant says that they were there, and you say no. A person of our team looks into it and decides. You are notified of both.',
      },
      {
        question: 'Which time zone are the times in?',
        answer:
          'Ghana’s time, which is GMT all year. On a device with another time zone, its own time stands beside it.',
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
        question: 'Which fees are there?',
        answer:
          'A fee for sending the money to each participant, and the charge of the provider for paying in. You see both before you pay.',
      },
      {
        question: 'Where are my receipts and statements?',
        answer:
          'Budget has a receipt of each payment. My Accounts has a statement of each year, to print or to save (CSV or Excel).',
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
        question: 'Can I pay a bonus?',
        answer:
          'Yes, on the page Budget, beside the payment of a participant. It comes out of what is left in the budget.',
      },
      {
        question: 'Do participants get text messages (SMS)?',
        answer:
          'Where we offer it, those who confirmed a mobile number do. Everyone else is notified by email and here.',
      },
      {
        question: 'Where is the privacy policy?',
        answer:
          'My Accounts links to it, and to the terms. It says what you see of participants, and how long data is kept.',
      },
      {
        question: 'Somebody else used my log-in. What can I do?',
        answer:
          'Change your password under My Accounts: all your other devices are logged out. There you also see where you are logged in.',
      },
      safetyAnswer,
    ],
  },
];
