import * as z from 'zod/mini';

/** Counts what waits for an admin at each service. The home page of admins shows the counts. */
// @__NO_SIDE_EFFECTS__
export const waitingWork = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  z.array(z.object({ kind: z.enum(kinds), count: z.int(), oldestAt: z.nullable(z.string()) }));
