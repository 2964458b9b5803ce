import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS } from '@app/contracts/project/meeting-choices.ts';
import { GRACE_HOURS, MOST_STARTS } from '@app/contracts/project/submission-choices.ts';
import { contact } from '@app/words/contact.ts';
import { safetyAnswer, type Topic } from '@app/words/help-answers.ts';

export const participantTopics: readonly Topic[] = [
  {
    name: 'Your set-up',
    answers: [
      {
        question: 'How do I take part?',
        answer:
          'Set up your account once, in four short steps. Then open Browse Studies, choose a study and answer its questions. My Studies shows the status of each application.',
      },
      {
        question: 'Is it in Twi or another language?',
        answer:
          'The website is in English. Each study page says which language it needs, such as Twi, Ewe or Ga.',
      },
      {
        question: 'Why do you ask about my age, my work and my devices?',
        answer:
          'Each study needs certain people. We use your profile to show you only studies that fit you. You answer these questions only once. You must be 18 or over.',
      },
      {
        question: 'Can I change my set-up?',
        answer:
          'Yes, in My Accounts. We match new studies to your latest profile. Applications that you sent do not change. To change the mobile-money account, you need your password.',
      },
    ],
  },
  {
    name: 'Applying',
    answers: [
      {
        question: 'Why do I see few studies, or none?',
        answer:
          'You see open studies that fit your age, gender, education, income and devices. Studies that you applied to are in My Studies. New studies appear as soon as they open.',
      },
      {
        question: 'Why can someone else see a study that I cannot?',
        answer:
          'A study can ask for a region, a language, an age group or certain work. When the quota of your group is full, you no longer see the study. Some studies are only for people whom the researcher invites. A later wave of a study can leave out people who took part before.',
      },
      {
        question: 'What does the tick beside a company mean?',
        answer:
          'A person on our team checked the company before its first study: its registered name and its website. The tick is not about the study. If a study asks for something wrong, do not answer, and tell us.',
      },
      {
        question: 'What happens after I have applied?',
        answer:
          'The researcher reads your answers and decides. You get a notification, and My Studies shows the next step. Until then you do not need to do anything.',
      },
      {
        question: 'Which answers are the right ones?',
        answer:
          'The true ones. No applicant sees which answers the study needs. Each study needs different people. If you are not chosen, you did nothing wrong.',
      },
      {
        question: 'What is a consent text, and can I withdraw my consent?',
        answer:
          'It says how the study uses what you say. You agree to it before you apply. You can withdraw your consent in My Studies. We then delete your answers, and your application ends.',
      },
      {
        question: 'Has an ethics committee approved a study?',
        answer:
          'If there is an approval, the page of the study names the committee. Ask the researcher if you want to know more.',
      },
      {
        question: 'I was invited by email. Who gave you my address?',
        answer:
          'A researcher added it to a list. You get one email and one reminder. A link in the email stops all invitations, from every researcher.',
      },
      {
        question: 'Can I share a study with others?',
        answer:
          'Yes, send them the link. Each person signs up with their own account, and sees whether they fit.',
      },
      {
        question: 'Can I write to the researcher?',
        answer:
          'Yes, after the researcher has answered your application. Open Messages or My Studies. The researcher does not see your email or number. You can block a conversation and report a message. You still get notifications about meetings and payments.',
      },
      {
        question: 'Can I withdraw?',
        answer:
          'Yes, at any time, and you do not need to give a reason. Open My Studies and press “Withdraw”. We notify the researcher. You cannot apply to the same study again.',
      },
      {
        question: 'I lost my connection while I applied. Did I lose my answers?',
        answer:
          'No. We save your answers on this device as you type. Online, we also save them in your account. When you are online again, press the button again. You apply only once.',
      },
      {
        question: 'A study that I applied to is paused or full. What happens now?',
        answer:
          'Your application still counts. If the study continues or a place becomes free, the researcher may accept you. You do not need to do anything.',
      },
      {
        question: 'A study that I applied to was closed. What happens now?',
        answer:
          'You get a notification, and My Studies shows it. We keep your answers. If you were accepted, you keep your place.',
      },
    ],
  },
  {
    name: 'Your meeting',
    answers: [
      {
        question: 'How do I choose a time to meet?',
        answer:
          'After you are accepted, open My Studies and press “Choose a time”. Times are first come, first served. We remind you one day and two hours before. Then press “I will be there”.',
      },
      {
        question: 'Can I change my time?',
        answer:
          'Yes, up to three times, in My Studies. Your meeting shows the time limit. After that you can still change it, but the researcher sees that it was late.',
      },
      {
        question: 'Which time zone are the times in?',
        answer:
          'Ghana’s time, which is GMT all year. If your device has another time zone, you see its time too.',
      },
      {
        question: 'What if there is no free time?',
        answer:
          'Join the waiting list of the study. When a time becomes free, we write to you and keep it for two hours.',
      },
      {
        question: 'How do I know that the caller is the researcher?',
        answer:
          'Each meeting has two words. They are in My Studies and in our messages. If the caller says the first word, tell them the second. If not, hang up. At other meetings, press Show the word large, and let the researcher scan the code. This works without a connection. The words prove the meeting, not the person. People who share your phone may know them.',
      },
      {
        question: 'What if the researcher changes the place?',
        answer:
          'We notify you. My Studies shows the new place or link. After a change of place, you can change the time or cancel freely.',
      },
      {
        question: 'The researcher cancelled my meeting. What happens now?',
        answer:
          'You see the reason, and you keep your place. Choose another time in My Studies. If the researcher cancels less than 24 hours before, you are still paid.',
      },
      {
        question: 'What if I do not come?',
        answer: `The researcher marks you as absent. If you were there, you can tell us. If you miss two meetings in ${ABSENCE_WINDOW_DAYS} days, you cannot apply for ${BLOCK_DAYS} days. If you cannot come, cancel the meeting before it starts.`,
      },
      {
        question: 'What is a dispute?',
        answer:
          'You say that you were there, and the researcher says that you were not. A person on our team checks and decides. We notify you of the decision.',
      },
      {
        question: 'No one called or came. What happens now?',
        answer:
          'Open My Studies and find the meeting. Then press “No one called or came”. This does not count against you, and we check what happened.',
      },
    ],
  },
  {
    name: 'Online surveys',
    answers: [
      {
        question: 'How does an online survey work?',
        answer:
          'When you have a place, press “Open the survey” in My Studies. The survey is on another website. At its end you come back here, or get a completion code. Never enter your mobile-money PIN there.',
      },
      {
        question: 'Where do I enter the completion code? What if I have none?',
        answer:
          'Enter it in My Studies, under “Completion code”. Without a code, press “I have finished but have no code”. The researcher then looks for your answers.',
      },
      {
        question: 'My time for a survey ran out. What can I do?',
        answer: `Before the end, press “More time” in My Studies. You can do this once. After the end, a completion code still counts for ${GRACE_HOURS} hours. If a place is left, you can start again. You have at most ${MOST_STARTS} starts.`,
      },
      {
        question: 'The survey says that I do not fit (screened out). Am I paid?',
        answer:
          'The study page says what you get if the survey ends early. Some surveys ask before the first real question: that is not paid. If you press “Stop here”, you are not paid either. None of this counts against you.',
      },
      {
        question: 'When am I paid for a survey?',
        answer:
          'After the researcher approves your answers, or after 3 days without an answer. Late surveys, and very fast ones without a code, always need approval.',
      },
      {
        question: 'The researcher rejected my survey. Can I object?',
        answer:
          'Yes, within 72 hours. Open My Studies, press “Object to this” and say why it is wrong. We read both sides, decide and notify you. A rejected survey is not paid.',
      },
    ],
  },
  {
    name: 'Payment',
    answers: [
      {
        question: 'How long does my money take?',
        answer:
          'We send it a few minutes after the researcher confirms your meeting or survey. If they do not answer, we send it 3 days after the meeting or survey. Late or very fast surveys may take longer. If you change your MoMo number, payments wait for two days. The page Money shows the status of each payment: on its way, held or paid.',
      },
      {
        question: 'Do all studies pay?',
        answer:
          'No. Each study says what it pays, or that it is not paid. In Browse Studies you can show only paid studies.',
      },
      {
        question: 'My network has another name for my number. What should I do?',
        answer:
          'We ask you whether the number is yours. We pay nothing to it until you answer. Answer or change the number under Money in My Accounts.',
      },
      {
        question: 'How am I paid?',
        answer: `By mobile money, to the account that you gave in your set-up: MTN Ghana, Telecel or Airtel Tigo. ${PRODUCT_NAME} holds no money for you, so the balance is always GH₵ 0.00.`,
      },
      {
        question: 'Am I paid for transport or airtime?',
        answer:
          'You get only the pay that the study shows, unless its page says more. Ask the researcher before you choose a time.',
      },
      {
        question: 'What is a bonus?',
        answer: 'It is extra money that a researcher may give you. It comes by mobile money, like your pay.',
      },
      {
        question: 'Is there a receipt or a statement?',
        answer:
          'Yes. Each payment is under Money in My Accounts. There is also a statement for each year, to print or save (CSV or Excel).',
      },
      {
        question: 'Does it cost anything? Is there a fee?',
        answer: 'No. It is free to join, to apply and to take part. We take no fee from your pay.',
      },
      {
        question: 'My money has not come. What can I do?',
        answer: `Look under Money in My Accounts: it shows why each payment waits. If it says “Paid” but no money came, press “I did not receive it”. We then ask the network. If you see no payment, write to ${contact.email} with the study and the day.`,
      },
    ],
  },
  {
    name: 'Your data and your account',
    answers: [
      {
        question: 'Can I log in with a code, or if I forget my password?',
        answer:
          'Yes. Confirm your number once, under Security in My Accounts. Then you can log in with a code by text message. If you have no number here, press Forgot password: we email you a link. A WhatsApp message is never from us.',
      },
      {
        question: 'I lost my phone. What can I do?',
        answer:
          'Log in on another device and open Security in My Accounts. Log out all other devices. If you lost the number too, remove it.',
      },
      {
        question: 'Can I use it without internet, by dialling a code (USSD)?',
        answer: `On some networks you can dial a code to see your meetings and your money. Write to ${contact.email} to get the code.`,
      },
      {
        question: 'Who sees my information?',
        answer:
          'When you apply, the researcher sees your name, your answers and the date. They also see the parts of your profile that the study asks for. They never see your mobile-money number.',
      },
      {
        question: 'How do I get, correct or delete my data?',
        answer: `You can see and correct most of it in My Accounts. You can also download (export) your data as CSV files, or delete your account. For anything else, write to ${contact.email} from the email of your account. We answer within ${contact.answersRightsWithin}. It is free.`,
      },
      {
        question: 'Where is the privacy policy?',
        answer:
          'In My Accounts. It shows what you agreed to and when. It links to the privacy policy and the terms.',
      },
      {
        question: 'Do you send text messages (SMS)?',
        answer:
          'Yes, where we offer it. Confirm a mobile number in My Accounts. You then get text messages: when you are accepted, before meetings, and when you must do something. You can turn them off there.',
      },
      safetyAnswer,
    ],
  },
];
