import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { PersonName, World } from './world.ts';

export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** How to make a call succeed: the caller, or the person it is about, and new input each time. */
export interface Recipe {
  by: PersonName;
  make(world: World, me: SignedInUser): Sample | Promise<Sample>;
  /** Returns an id of the same kind that belongs to someone else; by default another person's. */
  foreign?(world: World, me: SignedInUser): Promise<string>;
  /** Ends the calling session and returns a new one. */
  renews?: true;
}

export const fixed =
  (sample: Sample = {}) =>
  (): Sample =>
    structuredClone(sample);

export const isSame = (a: SignedInUser, b: SignedInUser) => a.userId === b.userId;
