import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rule } from '../rule.ts';

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), rule('notOfThisKind')));

/** The Push API of the browser provides these values, except `publicKey`, which is the server's key. */
export const PushSubscription = z.strictObject({
  endpoint: z
    .string()
    .check(z.maxLength(1000, rule('notOfThisKind')), z.regex(/^https?:\/\//, rule('notOfThisKind'))),
  /** `p256dh` is an uncompressed P-256 point, and `auth` has 16 bytes. */
  p256dh: base64url(87),
  auth: base64url(22),
  publicKey: base64url(87),
  /** A page sends true when it loads. It may renew only a subscription of the same person. */
  isRenewal: z.boolean(),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

export const readPush = endpoint({
  method: 'GET',
  path: '/users/me/push',
  summary:
    'The key that a browser subscribes to web push with, if this installation sends any, and whether this one has',
  access: 'SIGNED_IN',
  reply: z.object({ publicKey: z.nullable(z.string()), isOn: z.boolean() }),
  errors: [],
});

/**
 * Saved at each start of the app, because browsers replace subscriptions without notice. `isOn` is false if
 * the subscription belongs to another person.
 */
export const savePushSubscription = endpoint({
  method: 'PUT',
  path: '/users/me/push',
  summary: 'Send push notifications to this browser until its session ends',
  access: 'SIGNED_IN',
  body: PushSubscription,
  reply: z.object({ isOn: z.boolean() }),
  errors: ['INVALID_INPUT'],
});

export const endPushSubscription = endpoint({
  method: 'DELETE',
  path: '/users/me/push',
  summary: 'Stop push notifications to this browser',
  access: 'SIGNED_IN',
  errors: [],
});
