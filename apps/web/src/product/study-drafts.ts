/** Section 3 of the specification defines these keys, except those of the plan and the server draft. */
export const DRAFT_KEYS = {
  details: 'studyDetails',
  demographics: 'participantsDemographics',
  screener: 'screenerSurvey',
  plan: 'studyAvailability',
  server: 'studyServerDraft',
} as const;

export interface WizardScope {
  userId: string;
  projectId: string;
  studyId: string | null;
}

export const scopeName = ({ userId, projectId, studyId }: WizardScope) =>
  [userId, projectId, ...(studyId === null ? [] : [studyId])].join(' ');
