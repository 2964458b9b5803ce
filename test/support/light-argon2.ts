import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;
/**
 * The algorithm's minimum: at their real cost, passwords take a quarter of the time of all tests over HTTP.
 */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Replaces argon2 in the short form of tests over HTTP; `passwords.test.ts` uses the real cost. */
export const hash: typeof Argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, ...LEAST }, signal);
export const { verify } = argon2;
