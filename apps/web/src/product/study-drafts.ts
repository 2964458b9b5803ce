/** Where each stage of a study lies in the browser (section 3); the plan of stage 4 and the server's draft have no name there. */
export const DRAFT_KEYS = {
  details: 'studyDetails',
  demographics: 'participantsDemographics',
  screener: 'screenerSurvey',
  plan: 'studyAvailability',
  server: 'studyServerDraft',
} as const;

/** Whose drafts the wizard writes: of a new study in a project, or of one that the server keeps. */
export interface WizardScope {
  userId: string;
  projectId: string;
  studyId: string | null;
}

export const scopeName = ({ userId, projectId, studyId }: WizardScope) =>
  [userId, projectId, ...(studyId === null ? [] : [studyId])].join(' ');
