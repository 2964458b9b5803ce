/** The other words load only after a press. */
export const reportLinkWords = {
  link: 'Report this study',
  reported: 'You reported this. We are checking it.',
  reportStudyLabel: (study: string) => `Report this study: ${study}`,
};
