/** The other words are loaded only after a click. */
export const reportLinkWords = {
  link: 'Report this study',
  reported: 'You reported this. We are checking it.',
  reportStudyLabel: (study: string) => `Report this study: ${study}`,
};
