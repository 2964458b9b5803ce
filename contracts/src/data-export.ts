import * as z from 'zod/mini';
import { endpoint, Id } from './endpoint.ts';

export const DataPart = z.object({
  title: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type DataPart = z.infer<typeof DataPart>;

/** The identity service calls every other service when people export their data. */
// @__NO_SIDE_EFFECTS__
export function ownDataEndpoint() {
  return endpoint({
    method: 'GET',
    path: '/people/:userId/data',
    summary: 'All data about a person, for that person only',
    access: 'SERVICE',
    callers: ['identity'],
    params: z.object({ userId: Id }),
    reply: z.array(DataPart),
    errors: [],
  });
}
