import { today } from '@app/contracts/calendar.ts';
import { serverNow } from './server-clock.ts';

/** Returns Ghana's date as "2026-11-28". */
export const serverToday = (): string => today(new Date(serverNow()));
