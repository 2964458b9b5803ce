import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { projectTextWords } from '@app/words/texts.ts';

/** "Tue 24 Nov, 09:30 AM". */
export const sayShortly = (at: string): string => projectTextWords.instant(shortDay(at), clock(at));
