import * as z from 'zod/mini';
import { DAY_MS } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { ResearcherBooking } from './bookings.ts';

const instant = z.iso.datetime({ error: rule('notOfThisKind') });
const MAX_DAYS = 62;
const isInOrder = ({ from, to }: { from: string; to: string }) => {
  const ms = Date.parse(to) - Date.parse(from);
  return ms > 0 && ms <= MAX_DAYS * DAY_MS;
};

/** Lists the meetings of all studies, oldest first, at most 1,000. */
export const listMeetings = endpoint({
  method: 'GET',
  path: '/meetings',
  summary: 'The researcher’s meetings between two times, cancelled ones included',
  access: 'RESEARCHER',
  query: z
    .strictObject({ from: instant, to: instant })
    .check(z.refine(isInOrder, { error: rule('notOfThisKind'), path: ['to'] })),
  reply: z.array(ResearcherBooking),
  errors: [],
});
