import { type RawBuilder, sql } from 'kysely';

/** Of `study`: a meeting that begins then is not beyond the last day of its ethics approval, which may be shortened at any time. */
export const isApprovedAt = (startsAt: RawBuilder<unknown>) => sql<boolean>`coalesce(
  ${startsAt} at time zone 'UTC' < (study.ethics ->> 'validUntil')::date + 1, true)`;

/** Of `slot` and its `study`. */
export const isSlotApproved = isApprovedAt(sql`slot.starts_at`);
