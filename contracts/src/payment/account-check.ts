import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const ACCOUNT_CHECKS = ['MATCHES', 'DIFFERS', 'NOT_REGISTERED', 'UNKNOWN'] as const;
export type AccountCheck = (typeof ACCOUNT_CHECKS)[number];

const CheckedAccount = z.object({
  state: z.enum(ACCOUNT_CHECKS),
  /** True if the person has confirmed the number although the network has another name for it. */
  isConfirmed: z.boolean(),
});
export type CheckedAccount = z.infer<typeof CheckedAccount>;

/**
 * People notice a mistyped number before money goes to someone else. The reply says only whether number and
 * name match.
 */
export const lookUpAccount = endpoint({
  method: 'GET',
  path: '/payouts/account',
  summary: 'Whether the network knows the caller’s account under the typed name',
  access: 'PARTICIPANT',
  reply: CheckedAccount,
  errors: ['PROFILE_MISSING'],
});

/** If the names differ, the first payment waits for this. A new account needs a new confirmation. */
export const confirmAccount = endpoint({
  method: 'PUT',
  path: '/payouts/account/confirmation',
  summary: 'Confirm the caller’s account although the network has another name for it',
  access: 'PARTICIPANT',
  reply: CheckedAccount,
  errors: ['PROFILE_MISSING'],
});
