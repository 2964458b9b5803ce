import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { PersonName, World } from './world.ts';

export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/**
 * How to make a call succeed: who calls, or who it is about where nobody signs in, and with what, freshly made each
 * time.
 */
export interface Recipe {
  by: PersonName;
  make(world: World, me: SignedInUser): Sample | Promise<Sample>;
  /** The id of a thing like the one in the path or the body that is somebody else's; of another person by default. */
  foreign?(world: World, me: SignedInUser): Promise<string>;
  /** Ends the session that asks and answers with a new one. */
  renews?: true;
}

export const fixed =
  (sample: Sample = {}) =>
  (): Sample =>
    structuredClone(sample);

export const isSame = (a: SignedInUser, b: SignedInUser) => a.userId === b.userId;
