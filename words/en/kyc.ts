import { contact } from '@app/words/contact.ts';

/** The company information of a researcher, in three steps (S-505). */
export const kycMessages = {
  heading: 'Tell us about your company',
  back: 'Back',
  backTo: (where: string) => `Back to ${where}`,
  dashboard: 'My Projects',
  steps: ['Organization', 'Social', 'Stage'],
  continue: 'Continue',
  whyText: 'Participants should know who asks. We read this once, then you can create studies.',

  organizationHeading: 'Which organization do you work for?',
  companyNameLabel: 'Company name',
  companyNameHint: 'Participants see it on your studies.',
  businessNameLabel: 'Registered business name',
  businessNameHint: 'As it stands in the register; the same again if there is no other.',
  industryLabel: 'Industry',

  socialHeading: 'Where can we read about it?',
  websiteLabel: 'Website',
  websiteHint: 'Such as example.com.gh',
  companyLinkedUrlLabel: 'Company on LinkedIn',
  foundersLinkedInUrlLabel: 'Founder on LinkedIn',
  linkedInHint: 'The address of the page on LinkedIn',

  stageHeading: 'How far along is it?',
  stageLabel: 'Stage',
  submit: 'Submit for verification',

  pendingHeading: 'Your company information is with us',
  pendingText:
    'We are reading it and answer by email. The result shows here and in your notifications too; there is nothing else you need to do.',
  pendingAction: 'Go to My Projects',
  verifiedHeading: 'Your company is verified',
  verifiedText: 'You can create studies now.',
  sentHeading: 'What you sent',
  sentOn: 'Sent on',
  declinedTitle: 'Your verification failed.',
  declinedReason: 'Correct this and send it again. We noted:',
  noReason: `We noted no reason. Look through what you sent and send it again, or ask us at ${contact.email}.`,
} as const;
