import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { freeText, requiredText, withoutTurns, oneOf } from '../text.ts';
import { MAX_DECIDED } from './application-choices.ts';

export const MESSAGE_MAX_LENGTH = 2000;
/** For so long after a study has closed, or its applicant has withdrawn, there may be new words about it. */
export const WRITABLE_DAYS = 30;
/** So many conversations somebody may begin within 24 hours; answers count for nothing. */
export const THREADS_A_DAY = 100;
/** How many messages of a conversation come at once. */
export const MESSAGES_AT_ONCE = 50;

/** Whether the reader can write: NOT_YET before the first decision that was not undone, BLOCKED by the other side. */
export const THREAD_STATES = ['OPEN', 'NOT_YET', 'CLOSED', 'LEFT', 'BLOCKED', 'BLOCKED_BY_YOU'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

export const MESSAGE_REPORT_REASONS = ['ASKS_FOR_CONTACT', 'ASKS_FOR_MONEY', 'UNKIND', 'OTHER'] as const;
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number];
export const MESSAGE_REPORT_MAX_LENGTH = 1000;

/** Numbered from 1 within its conversation. */
const Message = z.object({
  number: z.int(),
  by: z.enum(['RESEARCHER', 'PARTICIPANT']),
  text: z.string(),
  sentAt: z.string(),
  /** The reader has reported it. */
  isReported: z.optional(z.boolean()),
});
export type Message = z.infer<typeof Message>;

/** A conversation about one application, named as its reader sees the other side elsewhere. */
const ThreadHead = z.object({
  applicationId: Id,
  studyId: Id,
  /** By the name that the reader knows it by. */
  study: z.string(),
  /** Null for a researcher, and where the study says none. */
  companyName: z.nullable(z.string()),
  /** Null for the participant, and once they have left. */
  participant: z.nullable(z.object({ firstName: z.string(), lastName: z.string() })),
  state: z.enum(THREAD_STATES),
  unread: z.int(),
});
export const ThreadRow = z.object({ ...ThreadHead.shape, last: Message });
export type ThreadRow = z.infer<typeof ThreadRow>;

export const Thread = z.object({
  ...ThreadHead.shape,
  /** The latest, or those before the number that was asked for; oldest first. */
  messages: z.array(Message),
  hasEarlier: z.boolean(),
  /** Whether the reader has ever written in it. */
  hasWritten: z.boolean(),
  /** How many more conversations the reader may begin today. */
  threadsLeft: z.int(),
});
export type Thread = z.infer<typeof Thread>;

const ofThread = z.object({ applicationId: Id });
const Text = requiredText(MESSAGE_MAX_LENGTH, undefined, withoutTurns);
/** PostgreSQL's integers end there. */
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
  summary: 'What researcher and applicant wrote to each other about one application',
  access: 'SIGNED_IN',
  params: ofThread,
  query: z.strictObject({
    before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/, rule('wholeNumber')))),
  }),
  reply: Thread,
  errors: ['APPLICATION_NOT_FOUND'],
});

export const NewMessage = z.strictObject({ text: Text });

/** From the first decision until some days after the study has closed or the applicant has withdrawn. */
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

/** Each reads it as written to them alone; the reply says who got it and why others did not. */
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

/** Up to this message, with the notification of it. A lower number than before changes nothing. */
export const markThread = endpoint({
  method: 'PUT',
  path: '/messages/:applicationId/read',
  summary: 'Mark the messages of a conversation as read',
  access: 'SIGNED_IN',
  params: ofThread,
  body: z.strictObject({ upTo: MessageNumber }),
  errors: ['APPLICATION_NOT_FOUND'],
});

/** It stops words in both directions, and no news of meetings or money. Who blocked takes it back. */
export const blockThread = endpoint({
  method: 'PUT',
  path: '/messages/:applicationId/block',
  summary: 'Block the other side of a conversation, or take that back',
  access: 'SIGNED_IN',
  params: ofThread,
  body: z.strictObject({ isBlocked: z.boolean() }),
  errors: ['APPLICATION_NOT_FOUND'],
});

/** Of a message of the other side. A copy of it and of two before is kept; a second report gets the same answer. */
export const reportMessage = endpoint({
  method: 'POST',
  path: '/messages/:applicationId/reports',
  summary: 'Tell the admin what is wrong with a message',
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
