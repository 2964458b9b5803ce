import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { cedis } from './cedis.ts';

/** These emails explain more than others, because the reader may never have heard of us. */
export const invitationEmailWords = {
  subject: (isReminder: boolean) =>
    isReminder ? 'A reminder: you are invited to a study' : 'You are invited to a study',
  body: (isReminder: boolean) => [
    isReminder
      ? 'A few days ago we sent you this invitation. The study is still open.'
      : `A researcher invites you to take part in a study, and gave us your address for this. ${PRODUCT_NAME} is a website for research studies in Ghana.`,
    'We have checked the company that the researcher works for.',
    'The link is only for you. Please do not share it.',
    isReminder
      ? 'This is the last email about this study.'
      : 'We send one reminder. If you do not want invitations, press the other button.',
  ],
  study: 'Study',
  length: 'Length',
  minutes: (count: number, isOnline: boolean) =>
    isOnline ? `An online survey of about ${count} minutes` : `${count} minutes`,
  pay: 'Pay',
  paid: (amount: number) => (amount === 0 ? 'Not paid' : cedis(amount * 100)),
  company: 'Company',
  approval: 'Ethics approval',
  approvedBy: (committee: string, number: string) => `${committee}, number ${number}`,
  action: 'See the study',
  never: 'Never invite me again',
} as const;
