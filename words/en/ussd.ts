import { PRODUCT_NAME } from '@app/contracts/product.ts';

/**
 * Each screen must fit into 160 units of GSM-7. A key has the same meaning in the whole menu. Phones are
 * shared, so no study, person, place or number is named.
 */
export const ussdWords = {
  keys: {
    '0': '0 No',
    '1': '1 Next meeting',
    '2': '2 My money',
    '3': '3 Log-in code',
    '4': '4 Text messages',
    '5': '5 I will be there',
    '6': '6 Cancel meeting',
    '7': '7 Yes, cancel it',
    '8': '8 Send it',
    '9': { on: '9 Turn it on', off: '9 Turn it off' },
  },
  menu: PRODUCT_NAME,
  meeting: (when: string) => `Your next meeting is on ${when}.`,
  startedMeeting: (when: string) => `Your meeting started on ${when}.`,
  confirmedMeeting: (when: string) => `You said that you will be there on ${when}.`,
  proofWords: (first: string, second: string) => `Words: ${first} ${second}`,
  placeChanged: 'The place has changed. See our website.',
  survey: (when: string) => `For your survey you have until ${when}.`,
  cancelMeeting: (when: string) => `Cancel ${when}? Someone else can then book it.`,
  cancelLast: 'You cannot choose another.',
  cancelLate: 'It is late. The researcher sees that.',
  code: 'We send a code by text to this number. Use it to log in on our website.',
  notifications: { on: 'Text messages are on.', off: 'Text messages are off.' },

  noMeeting: 'You have no upcoming meeting.',
  confirmed: (when: string) => `Thank you. The researcher sees that you will be there on ${when}.`,
  bookingCancelled: (when: string) => `You cancelled the meeting on ${when}.`,
  chooseAnother: 'You can choose another on our website.',
  changed: 'This meeting has changed. Please dial again to see it.',
  mustAgree: 'The study has a new consent text. Please log in on our website and read it first.',
  money: (paid: string, unpaid: string) => `Paid to you: ${paid}. Still to come: ${unpaid}.`,
  moneyHeld: (when: string) => `Held until ${when}. See why on our website.`,
  moneyAsks: 'Your network has another name for your number. Please confirm the number on our website.',
  moneyNeedsYou: 'A payment failed. Please log in on our website.',
  codeSent: 'We sent you the code by text. On our log-in page choose "I have a code".',
  codeLater: (minutes: number) =>
    minutes === 1
      ? 'We cannot send a code yet. Please dial again in a minute.'
      : `We cannot send a code yet. Please dial again in ${minutes} minutes.`,
  turned: { on: 'Text messages are on now.', off: 'Text messages are off now. You still get codes.' },
  nobody: (host: string) =>
    `To use this, confirm this phone number with us first. Log in on ${host} and open My Accounts.`,
  unchanged: 'Nothing has changed.',
  again: 'Please dial again.',
  failed: 'That did not work. Please dial again to check.',
  tooOften: 'You dialled too often. Please try again in an hour.',
} as const;
