/** "12,345". Intl would create a formatter per row, which is slow on a cheap phone. */
export const thousands = (count: number): string => `${count}`.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
