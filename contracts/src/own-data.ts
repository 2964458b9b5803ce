import * as z from 'zod/mini';
import { endpoint, Id } from './endpoint.ts';

/** One table of what is held of somebody, in words that they read themselves. */
export const DataPart = z.object({
  title: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type DataPart = z.infer<typeof DataPart>;

/** What the identity service asks of each other service where somebody takes their data along. Each contract has one of its own. */
// @__NO_SIDE_EFFECTS__
export function ownDataEndpoint() {
  return endpoint({
    method: 'GET',
    path: '/people/:userId/data',
    summary: 'All that is held of a person, for the person alone',
    access: 'SERVICE',
    callers: ['identity'],
    params: z.object({ userId: Id }),
    reply: z.array(DataPart),
    errors: [],
  });
}
