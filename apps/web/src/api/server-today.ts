import { today } from '@app/contracts/calendar.ts';
import { serverNow } from './server-clock.ts';

/** Today in Ghana by the server's clock, as "2026-11-28". */
export const serverToday = (): string => today(new Date(serverNow()));
