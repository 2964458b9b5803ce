import { sql, type RawBuilder } from 'kysely';

/** Over `study`: it is closed, so that no time is added, and none of those it has can be taken any more. */
export const isOver = sql<boolean>`(study.state = 'CLOSED' and not exists (
  select from project.study_slots as slot
  where slot.study_id = study.study_id and slot.seats > 0 and slot.starts_at > now() + study.lead_hours * interval '1 hour'))`;

/** Of `study`: a meeting that begins then is not beyond the last day of its ethics approval, which may be shortened at any time. */
export const isApprovedAt = (startsAt: RawBuilder<unknown>) => sql<boolean>`coalesce(
  ${startsAt} at time zone 'UTC' < (study.ethics ->> 'validUntil')::date + 1, true)`;

/** Of `slot` and its `study`. */
export const isSlotApproved = isApprovedAt(sql`slot.starts_at`);
