import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from './endpoint.ts';
import { rule } from './rule.ts';

const LONGEST_CODE = 60;
/** Queues and audit events are named by codes. */
const Code = z
  .string({ error: rule('valueRequired') })
  .check(z.regex(/^[\w-]+$/, rule('characterNotAllowed')), z.maxLength(LONGEST_CODE, rule('notAnOption')));
const Day = z.iso.date({ error: rule('dateNotReal'), abort: true });

/** Days are days in Ghana, the first and last included. Without `since`, the last seven days are read. */
const auditFilter = {
  userId: z.optional(Id),
  adminId: z.optional(Id),
  event: z.optional(Code),
  since: z.optional(Day),
  until: z.optional(Day),
};

const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  event: z.string(),
  userId: z.nullable(z.string()),
  adminId: z.nullable(z.string()),
  about: z.nullable(z.string()),
});

const DeadLetterInList = z.object({
  id: z.string(),
  queue: z.string(),
  since: z.string(),
  kind: z.nullable(z.string()),
  userId: z.nullable(z.string()),
});

// @__NO_SIDE_EFFECTS__
export function adminOperations() {
  return {
    listDeadLettersAsAdmin: endpoint({
      method: 'GET',
      path: '/admin/dead-letters',
      summary: 'Jobs of this service that have given up, oldest first',
      access: 'ADMIN',
      adminRoles: ['ADMIN'],
      query: z.strictObject({ ...pagingFields, queue: z.optional(Code) }),
      page: DeadLetterInList,
      errors: [],
    }),
    retryDeadLettersAsAdmin: endpoint({
      method: 'POST',
      path: '/admin/dead-letters/retries',
      summary: 'Retry one dead letter, or all of a queue; each is retried once, however many admins ask',
      access: 'ADMIN',
      adminRoles: ['ADMIN'],
      body: z
        .strictObject({ id: z.optional(Id), queue: z.optional(Code) })
        .check(
          z.refine(({ id, queue }) => (id === undefined) !== (queue === undefined), rule('valueRequired')),
        ),
      reply: z.object({ retried: z.int() }),
      errors: ['ALREADY_DONE'],
    }),
    listAuditAsAdmin: endpoint({
      method: 'GET',
      path: '/admin/audit',
      summary: 'The audit of this service, newest first',
      access: 'ADMIN',
      adminRoles: ['ADMIN'],
      query: z.strictObject({ ...pagingFields, ...auditFilter }),
      page: AuditEntry,
      errors: [],
    }),
    exportAuditAsAdmin: endpoint({
      method: 'GET',
      path: '/admin/audit/file',
      summary: 'The audit of this service as CSV',
      access: 'ADMIN',
      adminRoles: ['ADMIN'],
      query: z.strictObject(auditFilter),
      file: 'text/csv',
      isCostly: true,
      errors: [],
    }),
  };
}
export type AdminOperations = ReturnType<typeof adminOperations>;
