import {
  ABSENCE_WINDOW_DAYS,
  BLOCK_DAYS,
  LATE_MINUTES,
  MIN_CALL_MINUTES,
  MOST_WRONG_ENTRIES,
} from '@app/contracts/project/meeting-choices.ts';
import { GRACE_HOURS, SILENCE_HOURS } from '@app/contracts/project/submission-choices.ts';
import { contact } from '@app/words/contact.ts';
import { safetyAnswer, type Topic } from '@app/words/help-answers.ts';

export const researcherTopics: readonly Topic[] = [
  {
    name: 'Verification',
    answers: [
      {
        question: 'Why must my company be verified?',
        answer:
          'Participants want to know who runs a study. Send your company information in three short steps. A person reads it and answers by email and here.',
      },
      {
        question: 'What can I do while it is pending?',
        answer:
          'Look around, and take the tour. You can create projects and studies once you are verified. We notify you.',
      },
      {
        question: 'How long does verification take?',
        answer: `A person reads what you sent. You get the answer by email and here. If you hear nothing within ${contact.answersWithin}, write to ${contact.email}.`,
      },
      {
        question: 'My verification was declined. What can I do?',
        answer:
          'The email and the form give the reason. Correct the company information and send it again. The form still has what you sent.',
      },
    ],
  },
  {
    name: 'Publishing a study',
    answers: [
      {
        question: 'What do I need before I create a study?',
        answer:
          'You need a verified account and a project. A study has four stages: details, who can apply, screener questions, and your days or your survey.',
      },
      {
        question: 'Do I lose my work if I close the page?',
        answer: 'No. Your work stays on this device until you publish. Logging out removes it.',
      },
      {
        question: 'Can I change a study after I have published it?',
        answer:
          'You can add times, remove free times and add places. You cannot change the text. For a new text, close the study and publish a copy.',
      },
      {
        question: 'How do I pause a study?',
        answer:
          'Open its project and choose Pause in the menu of the study. No one can apply until you resume it. All applications and meetings stay. People who have opened your survey can finish it.',
      },
      {
        question: 'Where do I put the ethics approval and the consent text?',
        answer:
          'In stage 1, under Ethics and consent. Participants accept the consent text before they apply. You can change both later on the study page.',
      },
      {
        question: 'What happens when I delete a study?',
        answer:
          'A draft is deleted. A study with applicants is closed, and we notify each of them. We ask you first.',
      },
    ],
  },
  {
    name: 'Reaching people',
    answers: [
      {
        question: 'How are participants matched?',
        answer:
          'By the age, gender, education, household income and devices that you choose. Only people who fit can see your study. We notify them when it opens.',
      },
      {
        question: 'Can I choose a region, a language or work?',
        answer:
          'Yes, in stage 2. You can also choose an industry, a kind of phone and internet. These are optional. You see what you chose for each applicant.',
      },
      {
        question: 'How do I reserve places for groups of people (quotas)?',
        answer:
          'Open Groups of people in stage 4. Make groups by gender, age or region, and give each group places. The study page shows how full each group is.',
      },
      {
        question: 'How do I invite only people I know?',
        answer:
          'In stage 2 choose “People whose emails I give”. After you publish, add your list of email addresses on the study page. Each gets one email and one reminder.',
      },
      {
        question: 'How do I share a study?',
        answer: 'Press Share on the study page. You get a link, a WhatsApp message, and a QR code to print.',
      },
      {
        question: 'How do I run a second wave of a study?',
        answer: 'Copy the study. In stage 2 choose only people from the first study, or exclude them.',
      },
      {
        question: 'How many people can I reach?',
        answer:
          'Stage 2 counts the people who fit now, while you choose. With fewer criteria, more people fit.',
      },
      {
        question: 'How does the screener decide?',
        answer:
          'Each choice can qualify or disqualify. One disqualifying answer is enough. Participants never see the effect of a choice.',
      },
    ],
  },
  {
    name: 'Applicants',
    answers: [
      {
        question: 'What do I see about an applicant?',
        answer:
          'You see the name, the answers, the date, and if they qualify. You also see the profile details your study asks for. You never see the mobile-money number.',
      },
      {
        question: 'How do I export the applicants?',
        answer:
          'Press Export on the list of applicants, for CSV or Excel. If you use filters, the file has only the people who match.',
      },
      {
        question: 'How do I accept or decline people?',
        answer:
          'Open the applicants of the study and choose one or many. You can undo it for a few seconds. We notify them after that. To decline, give a reason, which they see.',
      },
      {
        question: 'How do I write to applicants?',
        answer:
          'After you accept or decline, open the applicant and choose “Messages”. Or select several, and choose “Write to”. Do not ask for names, numbers, email addresses or accounts.',
      },
      {
        question: 'What if an applicant withdraws?',
        answer: 'We notify you. If they had a place, it is free again, and you can accept another person.',
      },
    ],
  },
  {
    name: 'Meetings',
    answers: [
      {
        question: 'Where do I see my meetings?',
        answer:
          'The Meetings page shows the meetings of all studies. Each study page shows its own meetings. People you accept choose one of your free times.',
      },
      {
        question: 'Can I see my meetings in my own calendar?',
        answer:
          'Yes. Under Meetings you get an address for your calendar app. It shows all your meetings and every change.',
      },
      {
        question: 'How do I mark who came?',
        answer:
          'Under Meetings, press Came or All came. You can undo it for a few minutes. Unmarked meetings count as attended after three days.',
      },
      {
        question: 'What are the two words of a meeting?',
        answer: `When you call, say the first word. The participant answers with the second. Under Meetings, press Enter word and type or scan it. This marks that they came, with proof. After ${MOST_WRONG_ENTRIES} wrong words, mark it by hand. The words prove the meeting, not the person.`,
      },
      {
        question: 'What is a no-show?',
        answer: `You can press Did not come ${LATE_MINUTES} minutes after the start. By phone, first press Call three times over ${MIN_CALL_MINUTES} minutes. Calls count until ${LATE_MINUTES} minutes after the end. We notify them, and they can disagree. After two missed meetings within ${ABSENCE_WINDOW_DAYS} days, a person cannot apply for ${BLOCK_DAYS} days.`,
      },
      {
        question: 'What is a dispute?',
        answer:
          'A participant says they were there, and you say they were not. Our team reads both sides and decides. We notify you of the dispute and the decision.',
      },
      {
        question: 'Which time zone are the times in?',
        answer:
          'Ghana time, which is GMT all year. If your device has another time zone, you also see your local time.',
      },
      {
        question: 'Can participants change their time?',
        answer:
          'Yes, up to three times. After the hour you chose, a change is late, and the Meetings page shows it. If no time is free, they can join the waiting list.',
      },
      {
        question: 'Can I change the place or the link?',
        answer:
          'Yes, on the study page for all times, or under Meetings for one time. We notify everyone who has booked. After a change of place they can leave freely. In a link, {{MEETING}} gives each time a room of its own.',
      },
      {
        question: 'Can I cancel a meeting?',
        answer:
          'Yes, with a reason, which they see. Less than 24 hours before the meeting, it counts as if they came.',
      },
    ],
  },
  {
    name: 'Online surveys',
    answers: [
      {
        question: 'How do I recruit for an online survey?',
        answer:
          'In stage 4, choose “Online survey” and enter the link to your survey. When it is published, the study page shows a return link and a completion code. Put one of these at the end of your survey. Then press “Test it”.',
      },
      {
        question: 'How do I approve surveys?',
        answer: `Open the applicants of the study and choose Submitted. Approve one, several or all. You can undo it for ten minutes. After ${SILENCE_HOURS} hours we approve the rest, except late ones and fast ones without code.`,
      },
      {
        question: 'How do I compare surveys with my data?',
        answer:
          'Under Submitted, press “Compare with your data”. Paste the participant codes, or choose the file from your survey tool. Then approve the surveys that are in your data. Your file stays on your device.',
      },
      {
        question: 'When can I reject a survey?',
        answer:
          'If it has no answers, empty answers or failed checks, or is not as asked. Never reject someone for being fast. The participant reads your reason, and can object within 72 hours. Our team then decides. After many rejections, our team must confirm each further one.',
      },
      {
        question: 'What do “Screened out” and “Not eligible” mean?',
        answer:
          'Both are for people who do not fit, and each has its own code. “Not eligible” is for people who fail the screening questions at the start. They are not paid. “Screened out” is for later, and is paid as you chose.',
      },
      {
        question: 'How long do people have, and what is a time-out?',
        answer: `They have three times the length that you state, and at least one hour. They can get more time once. After that, their place is free. A code still counts for ${GRACE_HOURS} hours.`,
      },
    ],
  },
  {
    name: 'Payment and your account',
    answers: [
      {
        question: 'How do I pay for a study?',
        answer:
          'Set the pay in the last stage. Pay the budget by mobile money (MoMo), card or bank before you publish. The Budget page shows what is paid, on its way and available.',
      },
      {
        question: 'Which fees are there?',
        answer:
          'There is a sending fee for each participant and a payment charge of the provider. You see both before you pay.',
      },
      {
        question: 'Where are my receipts and statements?',
        answer:
          'The Budget page has a receipt for each payment. My Accounts has a statement for each year. You can print it or download it (CSV or Excel).',
      },
      {
        question: 'When is a participant paid?',
        answer:
          'Ten minutes after you mark that they came, or approve their survey. The list of applicants and the Budget page show the state of each payment.',
      },
      {
        question: 'What happens to money that is not used?',
        answer:
          'We refund it to the account that paid, once all participants are paid. You can also press Refund on the Budget page. The payment charge is not refunded.',
      },
      {
        question: 'How are participants paid?',
        answer:
          'By mobile money, from the budget of your study to their phone. You have no balance here, so the wallet always shows GH₵ 0.00.',
      },
      {
        question: 'Can I pay a bonus?',
        answer:
          'Yes, on the Budget page, beside the payment of a participant. It is paid from the available budget.',
      },
      {
        question: 'Do participants get text messages (SMS)?',
        answer:
          'People who confirmed a mobile number do, where we offer it. We notify everyone else by email and here.',
      },
      {
        question: 'Where is the privacy policy?',
        answer:
          'My Accounts has links to it and to the terms. It says what you see about participants, and how long we keep data.',
      },
      {
        question: 'Someone else used my account. What can I do?',
        answer:
          'Change your password under My Accounts. This logs out all your other devices. There you also see where you are logged in.',
      },
      safetyAnswer,
    ],
  },
];
