import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rule } from '../rule.ts';

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), rule('notOfThisKind')));

/** The Push API provides these; `publicKey` is ours. */
export const PushSubscription = z.strictObject({
  endpoint: z
    .string()
    .check(z.maxLength(1000, rule('notOfThisKind')), z.regex(/^https?:\/\//, rule('notOfThisKind'))),
  /** An uncompressed P-256 point, and 16 bytes. */
  p256dh: base64url(87),
  auth: base64url(22),
  publicKey: base64url(87),
  /** A loading page renews only this person's subscription. */
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
 * Browsers replace subscriptions silently, so pages repeat this call. `isOn` is false if another person has
 * the subscription.
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
