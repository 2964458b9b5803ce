import { today } from '@app/contracts/calendar.ts';
import { clock } from '@app/words/clock.ts';
import { timeWords } from '@app/words/time.ts';
import { withLocalTime } from './local-time.ts';
import { meetingTime } from './meeting-time.ts';

/** Returns "03:40 PM GMT" today, and "Wed 02 Dec, 03:40 PM GMT" for other days. */
export const deadline = (iso: string, day = today()): string =>
  withLocalTime(iso, iso.slice(0, 10) === day ? timeWords.today(clock(iso)) : meetingTime(iso, day));
