import { PRODUCT_NAME } from '@app/contracts/product.ts';

export const shellNoticeWords = {
  welcomeTitle: `Welcome to ${PRODUCT_NAME}`,
  welcomeText:
    'Tell us about your company, so that participants know who runs the study. Then you can create your first study.',
  completeVerification: 'Complete Verification',
  pendingTitle: 'Your account verification is pending!',
  pendingText: 'We check your company information and answer by email. You also see the result here.',
  gotIt: 'Got it',
  declinedTitle: 'Your verification failed.',
  declinedText: 'We could not verify your company. You can correct its information and send it again.',
  contactSupport: 'Contact Support',
  tryAgain: 'Try again',
} as const;
