import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;
/** The least that the algorithm takes: at its real cost people's passwords are a quarter of the work of all tests over HTTP. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Replaces argon2 in the short form of tests over HTTP; `passwords.test.ts` shows the real cost. */
export const hash: typeof Argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, ...LEAST }, signal);
export const { verify } = argon2;
