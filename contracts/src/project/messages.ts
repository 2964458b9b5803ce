import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { freeText, requiredText, withoutBidiControls, oneOf } from '../text.ts';
import { MAX_DECIDED } from './application-choices.ts';

export const MESSAGE_MAX_LENGTH = 2000;
/** The days are counted from the end of the study or from the withdrawal. */
export const WRITABLE_DAYS = 30;
/** Replies in a thread do not count. */
export const THREADS_PER_DAY = 100;
export const MESSAGES_AT_ONCE = 50;

/** NOT_YET: there is no decision, or it was undone. BLOCKED: the other person has blocked this thread. */
const THREAD_STATES = ['OPEN', 'NOT_YET', 'CLOSED', 'LEFT', 'BLOCKED', 'BLOCKED_BY_YOU'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

export const MESSAGE_REPORT_REASONS = ['ASKS_FOR_CONTACT', 'ASKS_FOR_MONEY', 'UNKIND', 'OTHER'] as const;
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number];
export const MESSAGE_REPORT_MAX_LENGTH = 1000;

const Message = z.object({
  number: z.int(),
  by: z.enum(['RESEARCHER', 'PARTICIPANT']),
  text: z.string(),
  sentAt: z.string(),
  isReported: z.optional(z.boolean()),
});
export type Message = z.infer<typeof Message>;

const ThreadHead = z.object({
  applicationId: Id,
  studyId: Id,
  study: z.string(),
  companyName: z.nullable(z.string()),
  /** Null if the reader is the participant, or if the participant has deleted the account. */
  participant: z.nullable(z.object({ firstName: z.string(), lastName: z.string() })),
  state: z.enum(THREAD_STATES),
  unread: z.int(),
});
export const ThreadRow = z.object({ ...ThreadHead.shape, last: Message });
export type ThreadRow = z.infer<typeof ThreadRow>;

export const Thread = z.object({
  ...ThreadHead.shape,
  /** Oldest first. These are the latest messages or, with `before`, the messages before that one. */
  messages: z.array(Message),
  hasEarlier: z.boolean(),
  hasWritten: z.boolean(),
  threadsLeft: z.int(),
});
export type Thread = z.infer<typeof Thread>;

const ofThread = z.object({ applicationId: Id });
const Text = requiredText(MESSAGE_MAX_LENGTH, undefined, withoutBidiControls);
const MessageNumber = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1));

export const listThreads = endpoint({
  method: 'GET',
  path: '/messages',
  summary: "The caller's conversations, the latest first",
  access: 'SIGNED_IN',
  isCostly: true,
  query: z.strictObject(pagingFields),
  page: ThreadRow,
  errors: [],
});

export const readThread = endpoint({
  method: 'GET',
  path: '/messages/:applicationId',
  summary: 'The messages between researcher and applicant about one application',
  access: 'SIGNED_IN',
  params: ofThread,
  query: z.strictObject({
    before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/, rule('wholeNumber')))),
  }),
  reply: Thread,
  errors: ['APPLICATION_NOT_FOUND'],
});

const NewMessage = z.strictObject({ text: Text });

/** Possible from the first decision until some days after the study or the application ends. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages/:applicationId',
  summary: 'Write to the other side of an application',
  access: 'SIGNED_IN',
  params: ofThread,
  body: NewMessage,
  reply: z.object({ number: z.int() }),
  status: 201,
  errors: [
    'APPLICATION_NOT_FOUND',
    'NOT_VERIFIED',
    'ACCOUNT_SUSPENDED',
    'MESSAGES_TOO_EARLY',
    'MESSAGES_CLOSED',
    'MESSAGES_BLOCKED',
    'TOO_MANY_THREADS',
  ],
});

export const UNSENT_BECAUSE = ['NOT_FOUND', 'NOT_YET', 'CLOSED', 'LEFT', 'BLOCKED', 'TOO_MANY'] as const;

/** Sends each recipient an own message, which the others do not see. */
export const writeToApplicants = endpoint({
  method: 'POST',
  path: '/studies/:id/messages',
  summary: 'Write the same to several applicants of a study',
  access: 'RESEARCHER',
  params: z.object({ id: Id }),
  body: z.strictObject({
    applicationIds: z.array(Id).check(
      z.minLength(1, rule('atLeastOne')),
      z.maxLength(MAX_DECIDED, rule(`tooMany ${MAX_DECIDED}`)),
      z.refine((ids) => new Set(ids).size === ids.length, rule('noRepeats')),
    ),
    text: Text,
  }),
  reply: z.object({
    sent: z.array(Id),
    unsent: z.array(z.object({ applicationId: Id, because: z.enum(UNSENT_BECAUSE) })),
  }),
  errors: ['STUDY_NOT_FOUND', 'NOT_VERIFIED'],
});

/** A number lower than the stored one changes nothing. */
export const markThread = endpoint({
  method: 'PUT',
  path: '/messages/:applicationId/read',
  summary: 'Mark the messages of a conversation as read',
  access: 'SIGNED_IN',
  params: ofThread,
  body: z.strictObject({ upTo: MessageNumber }),
  errors: ['APPLICATION_NOT_FOUND'],
});

/**
 * Notifications of meetings and money still arrive. Only the person who blocked the thread can unblock it.
 */
export const blockThread = endpoint({
  method: 'PUT',
  path: '/messages/:applicationId/block',
  summary: 'Block the other side of a conversation, or unblock it',
  access: 'SIGNED_IN',
  params: ofThread,
  body: z.strictObject({ isBlocked: z.boolean() }),
  errors: ['APPLICATION_NOT_FOUND'],
});

/** The report has a copy of the message and of the two before it. A second report gets the same reply. */
export const reportMessage = endpoint({
  method: 'POST',
  path: '/messages/:applicationId/reports',
  summary: 'Report a message to the admin',
  access: 'SIGNED_IN',
  limits: ['REPORTS_PER_PERSON_PER_DAY'],
  params: ofThread,
  body: z.strictObject({
    number: MessageNumber,
    reason: oneOf(MESSAGE_REPORT_REASONS),
    text: freeText(MESSAGE_REPORT_MAX_LENGTH),
  }),
  errors: ['APPLICATION_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
});
