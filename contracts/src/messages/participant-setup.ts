/** The four stages of the participant's account set-up. */
export const participantSetupMessages = {
  heading: 'Set up your account',
} as const;
