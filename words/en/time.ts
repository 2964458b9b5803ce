/** How long ago something was (S-705). */
export const timeWords = {
  justNow: 'just now',
  ago: (count: number, unit: 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second') =>
    `${count} ${unit}${count === 1 ? '' : 's'} ago`,
} as const;
