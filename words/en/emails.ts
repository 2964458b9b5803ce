import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** Locked phones show subjects, so a subject contains no name. */
export const emailWords = {
  greeting: (firstName: string) => `Hello ${firstName},`,
  plainGreeting: 'Hello,',
  /** Replaces a text that may contain a contact. */
  readOnPage:
    'Please read this on our website. We left it out here, because it may contain a number or a link.',
  ifNotYou: 'If this was not you, ignore this email. Nothing has changed.',
  happened: (day: string, time: string) => `This happened on ${day} at ${time} GMT.`,
  setPasswordNow: 'If this was not you, set a new password now.',
  copyAddress: 'If the button does not work, copy this address:',
  footer: {
    neverAsk: `${PRODUCT_NAME} never asks for your password or your mobile-money PIN.`,
    needHelp: 'Need help?',
    contact: 'Contact us',
    orWrite: 'or write to',
    sentTo: (address: string) => `Sent to ${address} by ${PRODUCT_NAME}.`,
    choose: 'Choose which emails you get',
  },
  adminEnrolment: {
    subject: `Your admin account for ${PRODUCT_NAME}`,
    body: 'You are an admin now. Create your passkey on the device that you use. The link works once, for 24 hours.',
    action: 'Create my passkey',
  },
  verifyEmail: {
    subject: `Verify your email for ${PRODUCT_NAME}`,
    body: 'Please confirm that this address is yours. The link works once, for 24 hours.',
    action: 'Verify my email',
  },
  alreadyRegistered: {
    subject: `You already have a ${PRODUCT_NAME} account`,
    body: 'Someone, perhaps you, tried to sign up with this address. You already have an account with it.',
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
    body: 'Someone, perhaps you, asked to set a new password. This address is not verified yet, so it has no account.',
    again: 'Please sign up, even if you did before. Then follow the link in the email that you get.',
    action: 'Sign up as a participant',
    otherAction: 'Sign up as a researcher',
  },
  passwordChanged: {
    subject: `Your ${PRODUCT_NAME} password was changed`,
    body: 'Your password was changed, and all other devices were logged out.',
    action: 'Set a new password',
  },
  passwordSet: {
    subject: `A new password was set for ${PRODUCT_NAME}`,
    body: 'Someone, perhaps you, set a new password. They used the link in our email to this address. All devices were logged out. If you logged in with Google before, that is now off.',
    action: 'Set a new password',
  },
  googleAdded: {
    subject: `You can now log in to ${PRODUCT_NAME} with Google`,
    body: 'Someone used a Google account with your address to log in. You can now log in with it.',
    ifNotYou: 'If this was not you, set a new password with the link below. This removes the Google account.',
    action: 'Set a new password',
  },
  paymentChanged: {
    subject: `Your payment details on ${PRODUCT_NAME} were changed`,
    body: (account: string) =>
      `Your money now goes to ${account}. To protect it, we may wait two days before the first payment.`,
    ifNotYou: 'If this was not you, set a new password now. Then log in and enter your own number again.',
    action: 'Set a new password',
  },
  accountDeletionCode: {
    subject: `The code to delete your ${PRODUCT_NAME} account`,
    body: 'You want to delete your account, and you have no password. Type this code in My Accounts. It works once, for 30 minutes.',
    code: 'Code',
    ifNotYou:
      'If this was not you, someone else is using your account. Log out the other devices in My Accounts. Without the code we delete nothing.',
    action: 'Open My Accounts',
  },
  confirmNewEmail: {
    subject: `Confirm your new email for ${PRODUCT_NAME}`,
    body: 'You asked to use this email for your account. Follow the link and confirm. If you must log in first, use your old email. The link works once, for 24 hours.',
    action: 'Confirm this email',
  },
  emailWanted: {
    subject: `Your email already has a ${PRODUCT_NAME} account`,
    body: 'Someone, perhaps you, wants to use this email for another account. Each email can have only one account, so nothing has changed.',
    ifYou:
      'If this was you, log in with this email. You can also delete the account that has this email. If this was not you, ignore this email.',
    action: 'Log in',
  },
  emailChangeCode: {
    subject: `The code to change your ${PRODUCT_NAME} email`,
    body: 'You asked to change the email of your account. You have no password, so you need this code. Type it in My Accounts. It works once, for 30 minutes.',
    code: 'Code',
    ifNotYou:
      'If this was not you, someone else is using your account. Log out the other devices in My Accounts. Without the code nothing changes.',
    action: 'Open My Accounts',
  },
  emailChangeAsked: {
    subject: `Someone asked to change your ${PRODUCT_NAME} email`,
    body: 'Someone who is logged in to your account wants to change its email. Nothing has changed yet. If it changes, we write to you here again.',
    ifNotYou: 'If this was not you, set a new password now. This stops the change and logs out every device.',
    newEmail: 'New email',
    action: 'Set a new password',
  },
  emailChanged: {
    subject: `Your ${PRODUCT_NAME} email was changed`,
    body: 'Your account has a new email address. From now on we write to your new address. Links in emails to your old address no longer work.',
    ifNotYou:
      'If this was not you, write to us now, from the address that got this message. For 30 days we can change it back and lock the other person out.',
    newEmail: 'New email',
    action: 'Contact us',
  },
  accountDeleted: {
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    body: 'Your account is deleted. No one can log in to it or restore it.',
    rest: 'We delete your other data within a day. We keep records of payments for our accounting.',
    ifNotYou: 'If this was not you, write to us at once.',
    action: 'Contact us',
  },
  accountSuspended: {
    subject: `Your ${PRODUCT_NAME} account is suspended`,
    body: 'You cannot log in for now. Your studies are paused, your applications are withdrawn, and we notify the people concerned. Money that is on its way to you still arrives.',
    wrong: 'If you think that this is wrong, please write to us.',
    reason: 'Reason',
    action: 'Contact us',
  },
  accountUnsuspended: {
    subject: `You can use ${PRODUCT_NAME} again`,
    body: 'Your account is no longer suspended. Your studies stay paused until you reopen them. Your applications stay withdrawn.',
    action: 'Log in',
  },
  adminArea: 'In the admin area',
  companySubmitted: {
    /** Each company has its own subject, so that mail programs do not mix their emails. */
    subject: (code: string) => `A company is waiting for verification: ${code}`,
    body: 'A researcher sent the details of their company. Please check them and decide.',
    typed:
      'The researcher typed all details below, so web addresses are not links here. Either button opens a page where you can copy them. Nothing is decided until you confirm there.',
    declinedBefore: (day: string) => `We declined or revoked this company before, on ${day}.`,
    declinedBecause: 'Why we declined it',
    action: 'Accept this company',
    otherAction: 'Decline this company',
    institution: 'A university or another research institution',
    notOnLinkedIn: (label: string) => `${label} (not on LinkedIn)`,
    details: {
      companyName: 'Company',
      businessName: 'Business name',
      askedBy: 'Sent by',
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
    body: 'Your company is verified. You can now create projects and studies.',
    action: 'Create a study',
  },
  companyDeclined: {
    subject: `We could not verify your company on ${PRODUCT_NAME}`,
    body: 'We could not verify your company with the details that you sent. Correct them and try again.',
    reason: 'Reason',
    action: 'Try again',
  },
  companyRevoked: {
    subject: `Your company is no longer verified on ${PRODUCT_NAME}`,
    body: 'Your company is no longer verified. Your studies are paused, and we notify applicants and participants. You can send the details of your company again.',
    reason: 'Reason',
    action: 'Send it again',
  },
  companyQuestion: {
    subject: 'A question about your company',
    body: 'Before we can decide about your company, we have a question. Please reply to this email.',
    question: 'Question',
    action: 'See what you sent',
  },
} as const;
