import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id } from '../id.ts';
import { oneOf } from '../choice.ts';
import { pagingFields } from '../paging.ts';

/**
 * `kind` and `params` are for whoever has words and pages of their own (notification-kinds.ts); `message` says it in English,
 * and `path` leads to what it is about, below the web app's root. A row of an older node has no kind.
 */
export const Notification = z.object({
  id: Id,
  kind: z.nullable(z.string()),
  params: z.object({
    studyId: z.optional(z.string()),
    study: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
  message: z.string(),
  read: z.boolean(),
  path: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Notification = z.infer<typeof Notification>;

export const UnreadEvent = z.object({
  unreadCount: z.int(),
  studyMoved: z.optional(z.literal(true)),
});
export type UnreadEvent = z.infer<typeof UnreadEvent>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: "The caller's notifications, newest first",
  access: 'SIGNED_IN',
  own: { in: 'query', name: 'userId' },
  query: z.strictObject({
    userId: z.optional(Id),
    /** Only those that are read, or only those that are not: `totalElements` then counts the unread. */
    read: z.optional(oneOf(['true', 'false'])),
    ...pagingFields,
  }),
  page: Notification,
  errors: [],
});

/**
 * For an open page (D-31): at once, and whenever something has come or was marked on any device. `studyMoved` where a study
 * that the person waits for, or has a place in, was paused, resumed, filled or has a place again: nothing is noted of that,
 * and what stands on the page is to be read again. Ends with the token, and may end at any time; whoever reads on connects
 * anew.
 */
export const watchNotifications = endpoint({
  method: 'GET',
  path: '/notifications/events',
  summary: 'Server-sent events: how many of the caller’s notifications are unread',
  access: 'SIGNED_IN',
  events: UnreadEvent,
  errors: ['TOO_MANY_REQUESTS'],
});

export const markNotification = endpoint({
  method: 'PATCH',
  path: '/notifications/:id',
  summary: 'Mark one notification as read or unread',
  access: 'SIGNED_IN',
  params: z.object({ id: Id }),
  body: z.strictObject({ read: z.boolean() }),
  reply: Notification,
  errors: ['NOTIFICATION_NOT_FOUND'],
});

export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/read-all',
  summary: "Mark all of the caller's notifications as read",
  access: 'SIGNED_IN',
  reply: z.object({ markedCount: z.int() }),
  errors: [],
});

/** Told by the identity service, in the words of the catalogue, once each (`key`). */
export const tellPerson = endpoint({
  method: 'POST',
  path: '/people/:userId/notifications',
  summary: 'Produce a notification for something that happened in the identity service',
  access: 'SERVICE',
  params: z.object({ userId: Id }),
  body: z.strictObject({
    key: z.string().check(z.maxLength(200)),
    event: z.enum(['COMPANY_ACCEPTED', 'COMPANY_DECLINED']),
  }),
  errors: [],
});
