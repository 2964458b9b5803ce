import { PRODUCT_NAME } from '@app/contracts/product.ts';

export const shellNoticeWords = {
  welcomeTitle: `Welcome to ${PRODUCT_NAME}`,
  welcomeText:
    'Tell us about your company, so that participants know who asks. Then you can create your first study.',
  completeVerification: 'Complete Verification',
  pendingTitle: 'Your account verification is pending!',
  pendingText: 'We read your company information and answer by email. You see the result here too.',
  gotIt: 'Got it',
  declinedTitle: 'Your verification failed.',
  declinedText: 'We could not verify your company from what you sent. You can correct it and send it again.',
  contactSupport: 'Contact Support',
  tryAgain: 'Try again',
} as const;
