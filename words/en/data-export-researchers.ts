import { choiceWords } from '@app/words/choices.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

export const ownResearcherData = {
  company: {
    title: 'Your company',
    headings: {
      companyName: 'Company',
      businessName: 'Business name',
      industry: 'Industry',
      website: 'Website',
      companyLinkedUrl: 'Company on LinkedIn',
      foundersLinkedInUrl: 'Founder on LinkedIn',
      stage: 'Stage',
      isInstitution: 'Research institution',
      ethicsApprovalNumber: 'Ethics approval',
      ethicsApprovalExpiresOn: 'Approval ends',
      supervisor: 'Supervisor',
      status: 'Verification',
      declineReason: 'Why it was declined',
      lastDeclinedAt: 'Declined before',
      lastDeclineReason: 'Why it was declined before',
      submittedAt: 'Sent',
      decidedAt: 'Decided',
      exportsBlockedAt: 'Downloads blocked since',
      revokedAt: 'Verification revoked since',
    },
    values: {
      industry: profileChoiceWords.industry,
      status: { PENDING: 'Being checked', VERIFIED: 'Verified', DECLINED: 'Declined' },
    },
  },
  projects: {
    title: 'Your projects',
    headings: {
      name: 'Project',
      description: 'Description',
      createdAt: 'Created',
      deletedAt: 'Deleted',
    },
  },
  codes: {
    title: 'Completion codes of your surveys',
    headings: { study: 'Study', meaning: 'Meaning', code: 'Code' },
    values: {
      meaning: { COMPLETED: 'Completed', SCREENED_OUT: 'Screened out', NOT_ELIGIBLE: 'Not eligible' },
    },
  },
  studies: {
    title: 'Your studies',
    headings: {
      id: 'Number',
      project: 'Project',
      name: 'Name',
      publicName: 'Public name',
      suspendedAt: 'Suspended',
      suspendReason: 'Reason for the suspension',
      description: 'Description',
      company: 'Company',
      state: 'Status',
      incentive: 'Paid to each participant',
      ethics: 'Ethics approval',
      places: 'Places',
      details: 'Where or how to meet',
      survey: 'Survey',
      minutes: 'Minutes',
      closesOn: 'Open until',
      createdAt: 'Created',
      publishedAt: 'Published',
      closedAt: 'Closed',
      deletedAt: 'Deleted',
    },
    values: {
      state: choiceWords.studyState,
      ethics: { APPROVED: 'Approved', NOT_NEEDED: 'No approval needed' },
    },
  },
  questions: {
    title: 'Questions of your studies',
    headings: { study: 'Study', question: 'Question', choices: 'Choices' },
  },
  consentTexts: {
    title: 'Consent texts of your studies',
    headings: { study: 'Study', version: 'Version', text: 'Text', writtenAt: 'Written' },
  },
  notes: {
    title: 'Your notes on applicants',
    headings: { study: 'Study', participant: 'Participant', remarks: 'Your note', isFavourite: 'Favourite' },
  },
  ownDecisions: {
    title: 'Your decisions',
    headings: {
      study: 'Study',
      participant: 'Participant',
      status: 'Decision',
      at: 'When',
      reason: 'Reason',
      note: 'What you wrote',
    },
    values: { status: choiceWords.applicationStatus, reason: choiceWords.declineReason },
  },
  ownMeetings: {
    title: 'Your meetings with participants',
    headings: {
      study: 'Study',
      participant: 'Participant',
      state: 'Status',
      startsAt: 'Starts',
      endsAt: 'Ends',
      details: 'Where or how you met',
      cancelReason: 'Reason for cancelling',
      numberShownAt: 'When you last saw the number',
      answer: 'What you wrote about it',
      decision: 'Who is right',
      decisionReason: 'Reason for the decision',
    },
    values: {
      state: meetingWords.state,
      decision: { PARTICIPANT: 'The participant', RESEARCHER: 'You' },
    },
  },
  calendar: { title: 'Your private calendar', headings: { createdAt: 'Address created' } },
} as const;
