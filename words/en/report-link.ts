/** Separate, so that other words load only when the link is pressed. */
export const reportLinkWords = {
  link: 'Report this study',
  reported: 'You reported this. We look into it.',
  linkOf: (study: string) => `Report this study: ${study}`,
};
