import { today } from '@app/contracts/calendar.ts';
import { calendarWords as words } from '@app/words/calendar.ts';
import { shortDay } from '@app/words/days.ts';

/** Returns "Tue 24 Nov, 09:30 AM GMT". */
export const meetingTime = (iso: string, from = today()) =>
  words.instant(shortDay(iso.slice(0, 10), from), iso);
