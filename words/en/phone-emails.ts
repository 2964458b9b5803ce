import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { emailWords } from './emails.ts';

/** A mailbox may be shared. */
export const phoneEmailWords = {
  open: 'Open My Accounts',
  ADDED: {
    subject: `A phone number was added to your ${PRODUCT_NAME} account`,
    body: 'You can log in with a code to this number. Our text messages go there.',
    ifNotYou: `${emailWords.setPasswordNow} That takes the number off again.`,
  },
  CHANGED: {
    subject: `The phone number of your ${PRODUCT_NAME} account was changed`,
    body: 'Codes and text messages go to the number that you gave last. We sent a text to the other one.',
    ifNotYou: `${emailWords.setPasswordNow} That takes the number off again.`,
  },
  REMOVED: {
    subject: `The phone number was taken off your ${PRODUCT_NAME} account`,
    body: 'No code to it opens your account, and no text goes there.',
    ifNotYou: emailWords.setPasswordNow,
  },
  LOGGED_IN: {
    subject: `Somebody logged in to your ${PRODUCT_NAME} account with a code`,
    body: 'A code to your phone number opened your account, on a device that we do not know.',
    ifNotYou: `${emailWords.setPasswordNow} That logs every device out and takes the number off.`,
  },
  RELEASED: {
    subject: `Your phone number is on another ${PRODUCT_NAME} account`,
    body: 'Somebody proved that your number is theirs, by a text. So we took it off your account. Your account stays as it is. Log in with your password or with Google.',
    ifNotYou: 'Is it your number? Then confirm it again in My Accounts.',
  },
};
