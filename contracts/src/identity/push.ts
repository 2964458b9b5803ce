import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rule } from '../rule.ts';

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), rule('notOfThisKind')));

/** What a browser gives of its subscription (Push API); the key is the one that it was made with. */
export const PushSubscription = z.strictObject({
  endpoint: z
    .string()
    .check(z.maxLength(1000, rule('notOfThisKind')), z.regex(/^https?:\/\//, rule('notOfThisKind'))),
  /** An uncompressed point of P-256, and 16 bytes. */
  p256dh: base64url(87),
  auth: base64url(22),
  publicKey: base64url(87),
  /** As a page begins, and nobody has pressed anything: only what is this person’s is renewed. */
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

/** Again and again is once: pages renew it, since browsers change it without a word. `isOn` is false of one that is somebody else’s. */
export const savePushSubscription = endpoint({
  method: 'PUT',
  path: '/users/me/push',
  summary: 'Have news sent to this browser, until its session is ended',
  access: 'SIGNED_IN',
  body: PushSubscription,
  reply: z.object({ isOn: z.boolean() }),
  errors: ['INVALID_INPUT'],
});

export const endPushSubscription = endpoint({
  method: 'DELETE',
  path: '/users/me/push',
  summary: 'Send this browser no more news',
  access: 'SIGNED_IN',
  errors: [],
});
