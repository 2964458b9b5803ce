import { sql } from 'kysely';

/** What both sides read of a booking, and the database's time. */
export const bookingColumns = [
  'booking.booking_id as id',
  'booking.study_id as studyId',
  'booking.application_id as applicationId',
  'booking.state',
  'booking.starts_at as startsAt',
  'booking.ends_at as endsAt',
  'booking.expires_at as expiresAt',
  'booking.confirmed_at as confirmedAt',
  'booking.is_late as isLate',
  'booking.cancel_reason as cancelReason',
  'booking.counts_as_attended as countsAsAttended',
  'booking.report_kind as reportKind',
  'booking.reported_at as reportedAt',
  'booking.decision',
  'booking.decision_reason as decisionReason',
  'booking.final_at as finalAt',
  sql<Date>`now()`.as('now'),
] as const;

/** Of `booking`: its researcher has chosen the time that it offers. */
export const isProposed = sql<boolean>`(booking.state = 'OFFERED' and exists (
  select from project.booking_steps as step
  where step.booking_id = booking.booking_id and step.state = 'OFFERED' and step.made_by = 'RESEARCHER'))`;
