import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** Lock screens show subjects, so these contain no name. */
export const emailWords = {
  greeting: (firstName: string) => `Hello ${firstName},`,
  plainGreeting: 'Hello,',
  /** Typed text may contain a contact. */
  readOnPage: 'Please read it on our page. It may hold a number or a link.',
  ifNotYou: 'If this was not you, you can ignore this email: nothing has changed.',
  happened: (day: string, time: string) => `This happened on ${day} at ${time} GMT.`,
  setPasswordNow: 'If this was not you, set a new password now.',
  copyAddress: 'If the button does not work, copy this address:',
  footer: {
    neverAsk: `${PRODUCT_NAME} never asks for your password or your mobile-money PIN.`,
    needHelp: 'Need help?',
    contact: 'Contact us',
    orWrite: 'or write to',
    sentTo: (address: string) => `Sent to ${address} by ${PRODUCT_NAME}.`,
    choose: 'You choose which of these emails you get',
  },
  verifyEmail: {
    subject: `Verify your email for ${PRODUCT_NAME}`,
    body: 'Please confirm that this address is yours. The link works once, for 24 hours.',
    action: 'Verify my email',
  },
  alreadyRegistered: {
    subject: `You already have a ${PRODUCT_NAME} account`,
    body: 'Someone, perhaps you, tried to register with this address. You already have an account with it.',
    waysIn: 'Log in with your password, or with Google if you use it.',
    action: 'Log in',
    otherAction: 'Set a new password',
  },
  resetPassword: {
    subject: `Set a new password for ${PRODUCT_NAME}`,
    body: 'You asked to set a new password. The link works once, for 30 minutes.',
    action: 'Set a new password',
  },
  signUpFirst: {
    subject: `Finish signing up to ${PRODUCT_NAME}`,
    body: 'Someone, perhaps you, asked to set a new password. Nobody has verified this address yet, so there is no account with it.',
    again:
      'Please sign up, again if you have done so before, and follow the link in the email that you get then.',
    action: 'Sign up as a participant',
    otherAction: 'Sign up as a researcher',
  },
  passwordChanged: {
    subject: `Your ${PRODUCT_NAME} password was changed`,
    body: 'Your password was changed, and every other device was logged out.',
    action: 'Set a new password',
  },
  passwordSet: {
    subject: `A new password was set for ${PRODUCT_NAME}`,
    body: 'A new password was set with a link from an email to this address. Every device was logged out, and signing in with Google was taken off, if it was on.',
    action: 'Set a new password',
  },
  googleAdded: {
    subject: `You can now sign in to ${PRODUCT_NAME} with Google`,
    body: 'A Google account with your address was used to sign in, and from now on it opens your account.',
    ifNotYou:
      'If this was not you, set a new password with the link below: that takes the Google account off again.',
    action: 'Set a new password',
  },
  paymentChanged: {
    subject: `Your payment details on ${PRODUCT_NAME} were changed`,
    body: (account: string) => `From now on your money goes to ${account}.`,
    ifNotYou: 'If this was not you, set a new password now, then log in and put your own number back.',
    action: 'Set a new password',
  },
  leavingCode: {
    subject: `The code to delete your ${PRODUCT_NAME} account`,
    body: 'You want to delete your account, and have no password that we could ask for. Type this code in My Accounts. It works once, for 30 minutes.',
    code: 'Code',
    ifNotYou:
      'If this was not you, somebody has your screen open: log out the other devices in My Accounts. Without the code nothing is deleted.',
    action: 'Open My Accounts',
  },
  changeEmail: {
    subject: `Confirm your new email for ${PRODUCT_NAME}`,
    body: 'You asked to use this email for your account. Follow the link and say yes, then it is changed. If you are asked to log in first, use your old email. The link works once, for 24 hours.',
    action: 'Confirm this email',
  },
  emailWanted: {
    subject: `Your email is already that of a ${PRODUCT_NAME} account`,
    body: 'Someone, perhaps you, wants to use this email for another account. One email is one account, so nothing has changed.',
    ifYou:
      'If this was you: log in with this email, or delete this account first. If not, you can ignore this email.',
    action: 'Log in',
  },
  emailChangeCode: {
    subject: `The code to change your ${PRODUCT_NAME} email`,
    body: 'You want to change the email of your account, and have no password that we could ask for. Type this code in My Accounts. It works once, for 30 minutes.',
    code: 'Code',
    ifNotYou:
      'If this was not you, somebody has your screen open: log out the other devices in My Accounts. Without the code nothing changes.',
    action: 'Open My Accounts',
  },
  emailChangeAsked: {
    subject: `A change of your ${PRODUCT_NAME} email was asked for`,
    body: 'Somebody who is logged in to your account wants to use another email for it. Nothing has changed yet. When it does, we write to you here once more.',
    ifNotYou: 'If this was not you, set a new password now: that ends the link and logs every device out.',
    newEmail: 'New email',
    action: 'Set a new password',
  },
  emailChanged: {
    subject: `Your ${PRODUCT_NAME} email was changed`,
    body: 'Your account has a new email address. We write there from now on. Links in older emails to this address no longer work.',
    ifNotYou:
      'If this was not you, write to us at once from this email: for 30 days we can put it back and lock out whoever did it.',
    newEmail: 'New email',
    action: 'Contact us',
  },
  accountDeleted: {
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    body: 'Your account is deleted. Nobody can log in to it, and nobody can bring it back.',
    rest: 'What else we hold about you is deleted within the hour. Records of payments stay, since books must be kept.',
    ifNotYou: 'If this was not you, write to us at once.',
    action: 'Contact us',
  },
  accountSuspended: {
    subject: `Your ${PRODUCT_NAME} account is suspended`,
    body: 'You cannot log in for now. Studies of yours are paused, applications of yours are withdrawn, and those concerned are told. Money that is on its way to you still arrives.',
    wrong: 'If you think that this is wrong, please write to us.',
    reason: 'Reason',
    action: 'Contact us',
  },
  accountUnsuspended: {
    subject: `You can use ${PRODUCT_NAME} again`,
    body: 'Your account is no longer suspended. Studies stay paused until you reopen them, and applications stay withdrawn.',
    action: 'Log in',
  },
  companySubmitted: {
    /** Separate subjects keep companies apart in mail programs. */
    subject: (code: string) => `A company waits for verification: ${code}`,
    body: 'A researcher has sent the information of their company. Please check it and decide.',
    typed: 'The researcher typed all that follows. Copy its addresses from our page.',
    declinedBefore: (day: string) => `We declined or revoked this company before, on ${day}.`,
    declinedBecause: 'Why we declined it',
    action: 'Accept this company',
    otherAction: 'Decline this company',
    institution: 'A university or another research institution',
    notOnLinkedIn: (label: string) => `${label} (this page is elsewhere)`,
    details: {
      companyName: 'Company',
      businessName: 'Business name',
      askedBy: 'Asked by',
      industry: 'Industry',
      isInstitution: 'Kind',
      ethicsApprovalNumber: 'Ethics approval',
      ethicsApprovalExpiresOn: 'Approval ends on',
      supervisor: 'Supervisor',
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
    reason: 'What we noted',
    action: 'Try again',
  },
  companyRevoked: {
    subject: `Your company is no longer verified on ${PRODUCT_NAME}`,
    body: 'We have taken back the verification of your company. Your studies are paused, and those who wait or have a meeting are told. You can send the information of your company again.',
    reason: 'What we noted',
    action: 'Send it again',
  },
} as const;
