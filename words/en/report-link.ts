/** Apart from what is read only once it is pressed. */
export const reportLinkWords = {
  link: 'Report this study',
  reported: 'You reported this. We look into it.',
  linkOf: (study: string) => `Report this study: ${study}`,
};
