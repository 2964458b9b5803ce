export const timeWords = {
  justNow: 'just now',
  today: (clock: string) => `${clock} GMT`,
  both: (gmt: string, own: string) => `${gmt} (${own} where you are)`,
  here: (time: string) => `${time} where you are`,
  ago: (count: number, unit: 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second') =>
    `${count} ${unit}${count === 1 ? '' : 's'} ago`,
} as const;
