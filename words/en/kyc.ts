import { contact } from '@app/words/contact.ts';

export const kycWords = {
  heading: 'Tell us about your company',
  back: 'Back',
  backTo: (where: string) => `Back to ${where}`,
  dashboard: 'My Projects',
  steps: ['Organization', 'Social', 'Stage'],
  continue: 'Continue',
  whyText: 'Participants should know who asks. We read this once, then you can create studies.',

  organizationHeading: 'Which organization do you work for?',
  companyNameLabel: 'Company name',
  companyNameHint: 'Participants see it on your studies. At a university, its name and your department.',
  businessNameLabel: 'Registered business name',
  businessNameHint: 'As it stands in the register; the same again if there is no other.',
  institutionLabel: 'We are a university or another research institution',
  kindLabel: 'Kind',
  institutionKind: 'University or research institution',
  institutionHint: 'Then you can add who vouches for the research. It helps the person who checks you.',
  ethicsApprovalNumberLabel: 'Ethics approval number',
  ethicsApprovalNumberHint: 'From the ethics review committee, if the research has been approved.',
  ethicsApprovalExpiresOnLabel: 'Approval ends on',
  supervisorLabel: 'Supervisor',
  supervisorHint: 'Name and department of who is responsible, if that is not you.',
  industryLabel: 'Industry',

  socialHeading: 'Where can we read about it?',
  websiteLabel: 'Website',
  websiteHint: 'Such as example.com.gh',
  companyLinkedUrlLabel: 'Company on LinkedIn',
  foundersLinkedInUrlLabel: 'Founder on LinkedIn',
  companyLinkedInHint:
    'No page on LinkedIn? Give another that says who you are, such as the page of your department or association.',
  foundersLinkedInHint:
    'Of who founded or leads it. No page on LinkedIn? Give a staff page, yours or your supervisor’s.',
  notOnLinkedIn:
    'This page is not on LinkedIn (https://www.linkedin.com/…). If there is none there, it may stay: a person reads it.',
  elsewhere: (label: string) => `${label} (this page is elsewhere)`,

  stageHeading: 'How far along is it?',
  stageText: 'A university, a hospital or a public office is “Established”.',
  stageLabel: 'Stage',
  submit: 'Submit for verification',

  pendingHeading: 'Your company information is with us',
  pendingText: `A person reads it and answers by email. The result shows here and in your notifications too. If you hear nothing within ${contact.answersWithin}, write to ${contact.email}.`,
  pendingAction: 'Go to My Projects',
  verifiedHeading: 'Your company is verified',
  verifiedText: 'You can create studies now.',
  sentHeading: 'What you sent',
  sentOn: 'Sent on',
  askedBy: 'Asked by',
  declinedTitle: 'Your verification failed.',
  declinedReason: 'Correct this and send it again. We noted:',
  noReason: `We noted no reason. Look through what you sent and send it again, or ask us at ${contact.email}.`,
} as const;
