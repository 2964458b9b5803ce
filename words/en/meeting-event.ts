/** What a meeting says in calendars. A participant's summary is neutral: a study's name may say an illness, and others see it. */
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
