import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { emailWords } from './emails.ts';

/** Other people may read the mailbox, so these emails never contain the number. */
export const phoneEmailWords = {
  open: 'Open My Accounts',
  ADDED: {
    subject: `A phone number was added to your ${PRODUCT_NAME} account`,
    body: 'You can log in with a code that we send to this number. We also send our text messages to it.',
    ifNotYou: `${emailWords.setPasswordNow} This removes the number.`,
  },
  CHANGED: {
    subject: `The phone number of your ${PRODUCT_NAME} account was changed`,
    body: 'We now send codes and text messages to your new number. We sent a text message to the old one.',
    ifNotYou: `${emailWords.setPasswordNow} This removes the number.`,
  },
  REMOVED: {
    subject: `The phone number was removed from your ${PRODUCT_NAME} account`,
    body: 'You can no longer log in with a code to this number. We send it no more text messages.',
    ifNotYou: emailWords.setPasswordNow,
  },
  LOGGED_IN: {
    subject: `Someone logged in to your ${PRODUCT_NAME} account with a code`,
    body: 'Someone logged in on a new device. They used a code that we sent to your number.',
    ifNotYou: `${emailWords.setPasswordNow} This logs out every device and removes the number.`,
  },
  RELEASED: {
    subject: `Your phone number is on another ${PRODUCT_NAME} account`,
    body: 'Someone confirmed your number for another account, with a code by text. So we removed it from your account. Nothing else has changed. Log in with your password or with Google.',
    ifNotYou: 'Is it your number? Then confirm it again in My Accounts.',
  },
};
