/** The participant's applications. */
export const myStudiesMessages = {
  heading: 'My Studies',
} as const;
