import * as z from 'zod/mini';

// @__NO_SIDE_EFFECTS__
export const waitingWork = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  z.array(z.object({ kind: z.enum(kinds), count: z.int(), oldestAt: z.nullable(z.string()) }));
