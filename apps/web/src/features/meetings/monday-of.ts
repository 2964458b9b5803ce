import { dayAfter } from './use-meetings.ts';

/** Of the week that a day lies in. */
export const mondayOf = (day: string) => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
