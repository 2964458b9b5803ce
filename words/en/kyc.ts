import { contact } from '@app/words/contact.ts';

export const kycWords = {
  heading: 'Tell us about your company',
  back: 'Back',
  backTo: (where: string) => `Back to ${where}`,
  dashboard: 'My Projects',
  steps: ['Organization', 'Social', 'Stage'],
  continue: 'Continue',
  whyText: 'Participants want to know who runs a study. We check this once. Then you can create studies.',

  organizationHeading: 'Which organization do you work for?',
  companyNameLabel: 'Company name',
  companyNameHint: 'Participants see it on your studies. At a university, give its name and your department.',
  businessNameLabel: 'Registered business name',
  businessNameHint:
    'The name on your business registration certificate. If there is no other name, repeat the company name.',
  institutionLabel: 'We are a university or another research institution',
  kindLabel: 'Kind',
  institutionKind: 'University or research institution',
  institutionHint: 'You can then add an ethics approval and a supervisor. They help us to verify you.',
  ethicsApprovalNumberLabel: 'Ethics approval number',
  ethicsApprovalNumberHint: 'From the ethics committee, if it has approved the research.',
  ethicsApprovalExpiresOnLabel: 'Approval ends on',
  supervisorLabel: 'Supervisor',
  supervisorHint: 'Name and department of the person responsible, if that is not you.',
  industryLabel: 'Industry',

  socialHeading: 'Where can we read about it?',
  websiteLabel: 'Website',
  websiteHint: 'Such as example.com.gh',
  companyLinkedUrlLabel: 'Company on LinkedIn',
  foundersLinkedInUrlLabel: 'Founder on LinkedIn',
  companyLinkedInHint:
    'No LinkedIn page? Give another page about you, such as your department or association.',
  foundersLinkedInHint:
    'The person who founded or leads it. No LinkedIn page? Give a staff page, yours or your supervisor’s.',
  notOnLinkedIn:
    'This page is not on LinkedIn (https://www.linkedin.com/…). If you have no LinkedIn page, keep this one. A person reads it.',
  elsewhere: (label: string) => `${label} (not on LinkedIn)`,

  stageHeading: 'What stage is your company at?',
  stageText: 'For a university, hospital or public office, choose “Established”.',
  stageLabel: 'Stage',
  submit: 'Submit for verification',

  pendingHeading: 'We have your company information',
  pendingText: `A person reads it and answers by email. You also see the result here and in your notifications. If you hear nothing within ${contact.answersWithin}, write to ${contact.email}.`,
  pendingAction: 'Go to My Projects',
  verifiedHeading: 'Your company is verified',
  verifiedText: 'You can create studies now.',
  sentHeading: 'What you sent',
  sentOn: 'Sent on',
  askedBy: 'Asked by',
  declinedTitle: 'Your verification failed.',
  declinedReason: 'Correct this and send it again. The reason:',
  noReason: `We gave no reason. Check what you sent and send it again, or ask us at ${contact.email}.`,
} as const;
