import { randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import { currentRequest } from '@app/kit/current-request.ts';
import type { IdentityTables } from '../schema.ts';

type AuditEvent =
  | 'REGISTERED'
  | 'EMAIL_VERIFIED'
  | 'LOGGED_IN'
  | 'LOG_IN_REFUSED'
  | 'LOGGED_OUT'
  | 'SESSION_ENDED'
  | 'SESSION_THEFT_SUSPECTED'
  | 'ACCESS_REFUSED'
  | 'PASSWORD_LOCKED'
  | 'PASSWORD_CHANGED'
  | 'LINK_REFUSED'
  | 'GOOGLE_ADDED'
  | 'GOOGLE_REMOVED'
  | 'ACCOUNT_CHANGED'
  | 'PROFILE_SUBMITTED'
  | 'PROFILE_CHANGED'
  | 'PAYMENT_CHANGED'
  | 'COMPANY_SUBMITTED'
  | 'COMPANY_ACCEPTED'
  | 'COMPANY_DECLINED';

/**
 * Writes what somebody may have to answer for (ASVS 16.3), in the transaction of what happened where there is one. Says
 * who and from where, never what they typed; `about` holds codes and ids only.
 */
export async function noteEvent(
  db: Kysely<IdentityTables>,
  event: AuditEvent,
  { userId, about }: { userId?: string | undefined; about?: string } = {},
): Promise<void> {
  const request = currentRequest();
  await db
    .insertInto('identity.audit')
    .values({
      audit_id: randomUUIDv7(),
      event,
      user_id: userId ?? null,
      address: request?.address ?? null,
      request_id: request?.id ?? null,
      about: about ?? null,
    })
    .execute();
}
