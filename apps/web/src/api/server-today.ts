import { today } from '@app/contracts/calendar.ts';
import { serverNow } from './server-clock.ts';

/** Ghana's date, for example "2026-11-28". */
export const serverToday = (): string => today(new Date(serverNow()));
