/** Who applied to a study. */
export const applicantMessages = {
  heading: 'Applicants',
} as const;
