import { sql } from 'kysely';
import type { Role } from '@app/contracts/enumerations.ts';
import { unreadFor } from './find-thread.ts';

/** Of `application`: how many messages this side has not read. */
export const unreadMessages = (role: Role) => sql<number>`coalesce((
  select ${unreadFor(role)} from project.threads as thread
  where thread.application_id = application.application_id), 0)`;
