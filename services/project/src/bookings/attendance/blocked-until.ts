/**
 * SQL, until when a person may not apply: 30 days from the second of two absences within 90 days. An absence counts if
 * they were told of it, and it is undisputed or was decided so. Counted each time, so an undo heals it. Null without a
 * block.
 */
export const blockedUntil = (participantId: `$${number}`) => `
  select max(told_at + interval '30 days')
  from (
    select starts_at, told_at, lag(starts_at) over (order by starts_at) as before
    from project.bookings
    where participant_id = ${participantId} and state = 'NO_SHOW' and told_at is not null
      and (reported_at is null or decision = 'RESEARCHER')
  ) as missed
  where before > starts_at - interval '90 days' and told_at + interval '30 days' > now()`;
