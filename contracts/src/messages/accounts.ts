import { PRODUCT_NAME } from '../product.ts';

/** My Accounts. */
export const accountMessages = {
  heading: 'My Accounts',
  detailsHeading: 'Your details',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  roles: { RESEARCHER: 'Researcher', PARTICIPANT: 'Participant' },
  verification: 'Verification',
  notSent: 'Company information not sent yet',
  toKyc: 'Send company information',
  sendAgain: 'Correct and send again',
  setup: 'Account set-up',
  setupDone: 'Complete',
  setupMissing: 'Not done yet',
  toSetup: 'Set up my account',
  moneyHeading: 'Your money',
  moneyText: `Nobody holds a balance in ${PRODUCT_NAME}, so this stays at zero.`,
  moneyParticipant:
    'Money for taking part goes from the budget of the study straight to the mobile-money account of your set-up.',
  moneyResearcher:
    'Money for participants goes from the budget of your study straight to their mobile-money accounts.',
  sessionHeading: 'This device',
  sessionText: 'Logging out also removes what you have begun to fill in on this device.',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  logOut: 'Log out of this device',
} as const;
