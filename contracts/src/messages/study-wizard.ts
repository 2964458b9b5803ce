/** The four stages of creating a study. */
export const studyWizardMessages = {
  heading: 'Create a study',
} as const;
