import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS } from '@app/contracts/project/meeting-choices.ts';
import { contact } from '@app/words/contact.ts';
import { safetyAnswer, type Topic } from '@app/words/help-answers.ts';

export const participantTopics: readonly Topic[] = [
  {
    name: 'Your set-up',
    answers: [
      {
        question: 'How do I take part?',
        answer:
          'Set up your account once, in four short steps. Then open Browse Studies, choose a study and answer its questions. My Studies shows how each application stands.',
      },
      {
        question: 'Is it in Twi or another language?',
        answer:
          'The website is in English. A study says on its page which language it asks for, such as Twi, Ewe or Ga.',
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
        question: 'Why can somebody else see a study that I cannot?',
        answer:
          'A study can ask for a region, a language, an age group or certain work. Once a group is full (its quota), no one else of it sees the study. Some studies are only for people whom the researcher invites. A new wave of a study may leave out people of the one before.',
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
        question: 'What is a consent text, and can I take my consent back?',
        answer:
          'It says what the study does with what you tell. You agree to it before you apply. In My Studies you can take your consent back: your answers are erased, and your application ends.',
      },
      {
        question: 'Has an ethics committee approved a study?',
        answer:
          'If the researcher has said so, the page of the study names the committee. Ask the researcher if you want to know more.',
      },
      {
        question: 'I was invited by email. Where is my address from?',
        answer:
          'From a researcher who put it on a list. You get one email and one reminder. A press in the email stops all invitations, from every researcher.',
      },
      {
        question: 'Can I share a study with others?',
        answer:
          'Yes, send them its link. Each person signs up with their own account, and sees whether they fit.',
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
        question: 'Which time zone are the times in?',
        answer:
          'Ghana’s time, which is GMT all year. On a device with another time zone, its own time stands beside it.',
      },
      {
        question: 'What if no time is free?',
        answer:
          'Join the waiting list of the study. When a time becomes free, we keep it for you for two hours and write to you.',
      },
      {
        question: 'The researcher cancelled my meeting. What now?',
        answer:
          'You read why, and keep your place: choose another time in My Studies. If it was less than 24 hours before, it counts for pay as if you had come.',
      },
      {
        question: 'What if I do not come?',
        answer: `The researcher notes a no-show, and you can say that you were there. After two missed meetings within ${ABSENCE_WINDOW_DAYS} days you cannot apply for ${BLOCK_DAYS} days. If you cannot come, give the time back before.`,
      },
      {
        question: 'What is a dispute?',
        answer:
          'You say that you were there, and the researcher says no. A person of our team looks into it and decides. You are notified of the decision.',
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
          'It leaves a few minutes after the researcher confirms that you came. If they confirm nothing, it leaves 3 days after the meeting. It comes later when you changed your MoMo number: payments then wait for two days. Money says how each payment stands: on its way, held or paid.',
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
        question: 'Am I paid for transport or airtime?',
        answer:
          'The pay that a study shows is all that you get, unless its page says more. Ask the researcher before you choose a time.',
      },
      {
        question: 'What is a bonus?',
        answer: 'Money on top of the pay, if a researcher gives it. It reaches you in the same way.',
      },
      {
        question: 'Is there a receipt or a statement?',
        answer:
          'Each payment is under Money in My Accounts. A statement of each year is there too, to print or to save (CSV or Excel).',
      },
      {
        question: 'Does it cost anything? Is there a fee?',
        answer: 'No. Joining, applying and taking part are free, and no fee is taken from what you are paid.',
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
        question: 'Can I log in with a code, or when I forgot my password?',
        answer:
          'Confirm your number once, under Security in My Accounts. Then Log in sends you a code by text message. Without a number, press Forgot password: we email you a link. A WhatsApp message is never from us.',
      },
      {
        question: 'I lost my phone. What can I do?',
        answer:
          'Log in on another device and open Security in My Accounts. Log out all other devices, and remove the number if you do not have it any more.',
      },
      {
        question: 'Can I use it without internet, by dialling a code (USSD)?',
        answer: `On some networks you can dial a code to see your meetings and your money. Write to ${contact.email} for the code.`,
      },
      {
        question: 'Who sees what I tell you?',
        answer:
          'The researcher of a study that you apply to sees your name, the profile facts that the study asks for, your answers and when you applied. Never your mobile-money number.',
      },
      {
        question: 'How do I get, correct or delete my data?',
        answer: `Most of it you see and correct under My Accounts. There you also export a copy of it (CSV files), and delete your account. For the rest write to ${contact.email} from the email of your account. We answer within ${contact.answersRightsWithin}; it costs nothing.`,
      },
      {
        question: 'Where is the privacy policy?',
        answer:
          'My Accounts names what you agreed to and when, with links to the privacy policy and the terms.',
      },
      {
        question: 'Do you send text messages (SMS)?',
        answer:
          'Where we offer it: confirm a mobile number in My Accounts. You then get a text message when you are accepted, before meetings, and for what you must do. You can switch them off there.',
      },
      safetyAnswer,
    ],
  },
];
