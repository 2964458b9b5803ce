import { calendarWords as words } from '@app/words/calendar.ts';
import { longDate } from '@app/words/days.ts';

/** Returns "21 November, 2026, 09:30 AM GMT". */
export const exactTime = (iso: string) => words.instant(longDate(iso), iso);
