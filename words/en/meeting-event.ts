/**
 * The event does not name the study, because other people may see the calendar and the name may reveal an
 * illness.
 */
export const meetingEventWords = {
  summary: 'Research meeting',
  description: (url: string) =>
    `To change or cancel this meeting, use this link. We do not see answers in the calendar. ${url}`,
  cancelled: 'This meeting is cancelled.',
  file: 'research-meeting.ics',
  move: (url: string) => `To change or cancel this meeting: ${url}`,
  alarm: 'Your research meeting is in one hour',
  feed: 'Research meetings',
  feedLine: (code: string, firstWord: string | null) =>
    firstWord ? `Participant ${code}, first word: ${firstWord}` : `Participant ${code}`,
  taken: (count: number, seats: number) => `${count} of ${seats}`,
} as const;
