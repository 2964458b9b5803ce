import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { oneOf } from '../text.ts';
import type { NotificationParameter } from './notification-kinds.ts';

const text = z.optional(z.string());
/** An answer keeps only what is declared here, so the compiler asks for each parameter of each kind. */
const NotificationParams = z.object({
  studyId: text,
  study: text,
  applicationId: text,
  reason: text,
  startsAt: text,
  proposed: text,
  until: text,
} satisfies Record<NotificationParameter, typeof text>);

/** Notifications of one kind about one study that are listed as one, by the newest of them. */
const NotificationGroup = z.object({
  notifications: z.int(),
  /** Applicants, where it is about applications. */
  people: z.int(),
  unread: z.int(),
});

/**
 * `kind` and `params` are for clients with words and pages of their own (notification-kinds.ts). `message` says it in
 * English, and `path` leads to what it is about, below the web app's root. A row of an older node has no kind.
 */
export const Notification = z.object({
  id: Id,
  kind: z.nullable(z.string()),
  params: NotificationParams,
  message: z.string(),
  read: z.boolean(),
  path: z.nullable(z.string()),
  createdAt: z.string(),
  /** Of a grouped list; such an entry is read once all of its notifications are. */
  group: z.optional(NotificationGroup),
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
    /** Those that come in numbers (applications, bookings) as one entry for each kind and study; the pages count entries. */
    grouped: z.optional(oneOf(['true'])),
    ...pagingFields,
  }),
  page: Notification,
  errors: [],
});

/**
 * Server-sent events for an open page (D-31): one at once, then one whenever a notification comes or is marked on any
 * device. `studyMoved` is set when a study in which the person has a PENDING or ACCEPTED application was paused,
 * resumed, filled or has a place again. It is also set when a meeting of theirs, on either side, changed. Not each of
 * these has a notification, so the page reads again what it shows. The stream ends with the token and may end at any
 * time; the client then connects again.
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

/** Sent by the identity and payment services, in the words of the catalogue, once each (`key`). */
export const tellPerson = endpoint({
  method: 'POST',
  path: '/people/:userId/notifications',
  summary: 'Produce a notification for something that happened in another service',
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
