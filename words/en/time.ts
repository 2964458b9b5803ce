/** How long ago something was (S-705). */
export const timeWords = {
  justNow: 'just now',
  /** Beside a time in GMT, for who is elsewhere. */
  both: (gmt: string, own: string) => `${gmt} (${own} where you are)`,
  here: (time: string) => `${time} where you are`,
  ago: (count: number, unit: 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second') =>
    `${count} ${unit}${count === 1 ? '' : 's'} ago`,
} as const;
