/** Other people see calendars, and a study's name may reveal an illness. */
export const meetingEventWords = {
  summary: 'Research meeting',
  description: (url: string) =>
    `To move or cancel this meeting, use this link; answering here tells nobody: ${url}`,
  cancelled: 'This meeting does not take place.',
  file: 'research-meeting.ics',
  move: (url: string) => `To move or cancel this meeting: ${url}`,
  alarm: 'Your research meeting is in one hour',
  feed: 'Research meetings',
  feedLine: (code: string) => `Participant ${code}`,
  taken: (count: number, seats: number) => `${count} of ${seats}`,
} as const;
