import { sql } from 'kysely';
import type { FunnelStage } from '@app/contracts/project/funnel.ts';
import type { Db } from '../schema.ts';
import { isOf } from '../studies/cells.ts';
import type { ViewSource } from './note-views.ts';

/** So many people came to one stage alike. */
export interface Tally {
  stage: FunnelStage;
  /** Of that stage; null where nobody notes it. */
  day: string | null;
  source: ViewSource | null;
  cell: number | null;
  count: number;
}

/**
 * Everybody who has opened the study or applied, from the states as they stand. `paid` are applications. Who applied has
 * seen it and begun, whatever is known of that.
 */
export async function countStages(db: Db, studyId: string, paid: readonly string[]): Promise<Tally[]> {
  const dayOf = (at: string) => sql.raw(`(${at} at time zone 'UTC')::date`);
  const appliedOn = dayOf('application.applied_at');
  const { rows } = await sql<Tally>`
    with person as materialized (
      select view.source,
        least(view.seen_on, ${appliedOn}) as seen_on,
        least(view.begun_on, ${appliedOn}) as begun_on,
        ${appliedOn} as applied_on,
        application.is_qualified,
        case when application.status = 'ACCEPTED' then coalesce(${dayOf('step.at')}, ${appliedOn}) end as accepted_on,
        meeting.taken_on, meeting.came_on,
        application.application_id = any(${[...paid]}::uuid[]) as is_paid,
        coalesce(application.gender_bit, facts.gender_bit) as gender_bit,
        coalesce(application.age, extract(year from age((now() at time zone 'UTC')::date, facts.birth_date))) as age,
        coalesce(application.region_bit, facts.further_bits[1]) as region_bit
      from (
        select participant_id, seen_on, begun_on, source from project.study_views where study_id = ${studyId}
      ) as view
      full join (
        select application_id, applicant_id, applied_at, status, is_qualified, gender_bit, age, region_bit, last_step_id
        from project.applications where study_id = ${studyId}
      ) as application
        on application.applicant_id = view.participant_id
      left join project.application_steps as step on step.step_id = application.last_step_id
      left join project.participants as facts on facts.user_id = view.participant_id
      left join lateral (
        select max(${dayOf('coalesce(taken_at, created_at)')}) filter (where state in
            ('BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME')) as taken_on,
          max(${dayOf('starts_at')}) filter (where counts_as_attended) as came_on
        from project.bookings as booking where booking.application_id = application.application_id
      ) as meeting on true
    )
    select stage.name as stage, stage.day::text as day, person.source, cell.cell, count(*)::int as count
    from person
    left join project.study_cells as cell on cell.study_id = ${studyId} and ${isOf('cell', 'person')}
    cross join lateral (values
      ('SEEN', true, seen_on), ('BEGAN', begun_on is not null, begun_on), ('APPLIED', applied_on is not null, applied_on),
      ('FITS', is_qualified, applied_on), ('ACCEPTED', accepted_on is not null, accepted_on),
      ('HAS_TIME', taken_on is not null, taken_on), ('CAME', came_on is not null, came_on), ('PAID', is_paid, null)
    ) as stage (name, is_reached, day)
    where stage.is_reached
    group by stage.name, stage.day, person.source, cell.cell`.execute(db);
  return rows;
}
