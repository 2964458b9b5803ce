/** What a meeting says in somebody's calendar: a study's name may say an illness, and calendars are shown to others. */
export const meetingEventWords = {
  summary: 'Research meeting',
  description: (url: string) =>
    `To move or cancel this meeting, use this link; answering here tells nobody: ${url}`,
  feed: 'Research meetings',
  feedLine: (code: string) => `Participant ${code}`,
} as const;
