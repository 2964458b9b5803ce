import { PRODUCT_NAME } from '../product.ts';

/** The words of the letters. Subjects hold no name, so that a phone's lock screen tells nothing of a person. */
export const letterWords = {
  greeting: (firstName: string) => `Hello ${firstName},`,
  adminGreeting: 'Hello,',
  ifNotYou: 'If this was not you, you can ignore this letter: nothing has changed.',
  neverAsk: `${PRODUCT_NAME} never asks for your password or your mobile-money PIN.`,
  verifyEmail: {
    subject: `Verify your email for ${PRODUCT_NAME}`,
    body: 'Please confirm that this address is yours. The link works once, for 24 hours.',
    action: 'Verify my email',
  },
  alreadyRegistered: {
    subject: `You already have a ${PRODUCT_NAME} account`,
    body: 'Someone, perhaps you, tried to register with this address. You already have an account with it.',
    action: 'Log in',
    otherAction: 'Set a new password',
  },
  resetPassword: {
    subject: `Set a new password for ${PRODUCT_NAME}`,
    body: 'You asked to set a new password. The link works once, for 30 minutes.',
    action: 'Set a new password',
  },
  passwordChanged: {
    subject: `Your ${PRODUCT_NAME} password was changed`,
    body: 'Your password was changed and every device was logged out. If this was not you, set a new password now.',
    action: 'Set a new password',
  },
  googleAdded: {
    subject: `You can now sign in to ${PRODUCT_NAME} with Google`,
    body: 'A Google account with your address was used to sign in, and from now on it opens your account. If this was not you, set a new password with the link below: that takes the Google account off again.',
    action: 'Set a new password',
  },
  paymentChanged: {
    subject: `Your payment details on ${PRODUCT_NAME} were changed`,
    body: (account: string) =>
      `From now on your money goes to ${account}. If this was not you, set a new password now, then log in and put your own number back.`,
    action: 'Set a new password',
  },
  companySubmitted: {
    subject: 'A company waits for verification',
    body: (companyName: string) =>
      `${companyName} has sent its company information. Please check it and decide.`,
    action: 'Accept this company',
    otherAction: 'Decline this company',
    facts: {
      companyName: 'Company',
      businessName: 'Business name',
      industry: 'Industry',
      website: 'Website',
      companyLinkedUrl: 'Company on LinkedIn',
      foundersLinkedInUrl: 'Founder on LinkedIn',
      stage: 'Stage',
    },
  },
  companyAccepted: {
    subject: `Your company is verified on ${PRODUCT_NAME}`,
    body: 'Your company has been verified. You can now create projects and studies.',
    action: 'Create a study',
  },
  companyDeclined: {
    subject: `Your company could not be verified on ${PRODUCT_NAME}`,
    body: 'We could not verify your company with the information you sent. You can correct it and try again.',
    reason: (reason: string) => `What we noted: ${reason}`,
    action: 'Try again',
  },
} as const;
