import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { oneOf } from '../text.ts';
import type { NotificationParameter } from './notification-kinds.ts';

const text = z.optional(z.string());
/** Replies contain only fields that are declared. */
const NotificationParams = z.object({
  studyId: text,
  study: text,
  applicationId: text,
  reason: text,
  startsAt: text,
  proposed: text,
  until: text,
} satisfies Record<NotificationParameter, typeof text>);

const NotificationGroup = z.object({
  notifications: z.int(),
  /** Only used in notifications about applications. */
  people: z.int(),
  unread: z.int(),
});

/**
 * Clients build a sentence from `kind` and `params`. Notifications from an older version have no `params`.
 * `path` is a path of the web app.
 */
export const Notification = z.object({
  id: Id,
  kind: z.nullable(z.string()),
  params: NotificationParams,
  message: z.string(),
  read: z.boolean(),
  path: z.nullable(z.string()),
  createdAt: z.string(),
  group: z.optional(NotificationGroup),
});
export type Notification = z.infer<typeof Notification>;

export const UnreadEvent = z.object({
  unreadCount: z.int(),
  studyChanged: z.optional(z.literal(true)),
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
    /** `totalElements` counts the unread ones. */
    read: z.optional(oneOf(['true', 'false'])),
    /** Combines notifications of a frequent kind about one study into one entry. Pages count entries. */
    grouped: z.optional(oneOf(['true'])),
    ...pagingFields,
  }),
  page: Notification,
  errors: [],
});

/**
 * Sent on connection and after each change (D-31). `studyChanged` means that a study with an active
 * application, or a meeting, has changed.
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
  summary: 'Mark one notification, or all of its group, as read or unread',
  access: 'SIGNED_IN',
  params: z.object({ id: Id }),
  body: z.strictObject({ read: z.boolean(), withGroup: z.optional(z.boolean()) }),
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

/** For one `key`, a person is notified only once. */
export const notifyPerson = endpoint({
  method: 'POST',
  path: '/people/:userId/notifications',
  summary: 'Create a notification for an event in another service',
  access: 'SERVICE',
  callers: ['identity', 'payment'],
  params: z.object({ userId: Id }),
  body: z.strictObject({
    key: z.string().check(z.maxLength(200)),
    event: z.enum([
      'COMPANY_ACCEPTED',
      'COMPANY_DECLINED',
      'COMPANY_REVOKED',
      'PAYMENT_HELD',
      'PAYMENT_NEEDS_ACCOUNT',
    ]),
  }),
  errors: [],
});
