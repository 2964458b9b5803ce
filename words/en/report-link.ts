/** Apart from what is read only once it is pressed. */
export const reportLinkWords = {
  link: 'Report this study',
  linkOf: (study: string) => `Report this study: ${study}`,
};
