import { sql } from 'kysely';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { type ReachCriteria, OLDEST_WANTED, readReach } from '@app/contracts/identity/reach.ts';
import type { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import {
  type Funnel,
  type FunnelStage,
  FUNNEL_STAGES,
  type readReachWithoutCriteria as endpoint,
} from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';
import type { Deps } from '../deps.ts';
import { findPaidApplications } from '../payables/reads.ts';
import type { Db } from '../schema.ts';
import { type CountedRow, hideSmallCounts } from './hide-small-counts.ts';
import type { ViewSource } from './record-views.ts';

/** The caller must check that the researcher owns the study. */
export async function readFunnel(
  deps: Pick<Deps, 'db' | 'callPayment'>,
  study: { id: string; quotas: readonly unknown[]; isOnline: boolean },
): Promise<Funnel> {
  const paid = await findPaidApplications(deps, study.id);
  const tallies = await countStages(deps.db, study.id, paid ?? []);
  const sumByStage = (some: readonly Tally[]): CountedRow =>
    FUNNEL_STAGES.map((stage) =>
      stage === 'PAID' && paid === undefined
        ? null
        : some.reduce((sum, tally) => sum + (tally.stage === stage ? tally.count : 0), 0),
    );
  const by = <Key>(keys: readonly Key[], tallyKey: (tally: Tally) => Key) =>
    keys.map((key) => sumByStage(tallies.filter((tally) => tallyKey(tally) === key)));

  const sourcesKnown = tallies.length === 0 ? [] : [...VIEW_SOURCES, null];
  const quotaIndexes = study.quotas.length === 0 ? [] : [...study.quotas.keys(), null];
  const daysKnown = [...new Set(tallies.map(({ day }) => day).filter((day) => day !== null))].toSorted();
  const shown = hideSmallCounts({
    all: sumByStage(tallies),
    sources: by(sourcesKnown, ({ source }) => source),
    quotas: by(quotaIndexes, ({ quota }) => quota),
    // The last stage is null, because we do not record the day of a payment.
    days: by(daysKnown, ({ day }) => day).map((row) => [...row.slice(0, -1), null]),
  });
  return {
    all: shown.all,
    // A source is shown even with no people. Otherwise its first appearance would reveal a hidden number.
    sources: shown.sources.flatMap((figures, at) =>
      figures.every((figure) => !figure) ? [] : { source: sourcesKnown[at] ?? null, figures },
    ),
    quotas: shown.quotas.map((figures, at) => ({ quota: quotaIndexes[at] ?? null, figures })),
    days: shown.days.flatMap((figures, at) =>
      figures.some((figure) => typeof figure === 'number' && figure > 0)
        ? { day: daysKnown[at] ?? '', figures }
        : [],
    ),
    ...(study.isOnline && { ended: await countEnded(deps.db, study.id) }),
  };
}

async function countEnded(db: Db, studyId: string): Promise<Funnel['ended']> {
  const { rows } = await sql<NonNullable<Funnel['ended']>>`
    select (count(*) filter (where status = 'SCREENED_OUT'))::int as "SCREENED_OUT",
      (count(*) filter (where status = 'REJECTED'))::int as "REJECTED"
    from project.submissions where study_id = ${studyId}`.execute(db);
  return rows[0];
}

interface Tally {
  stage: FunnelStage;
  day: string | null;
  source: ViewSource | null;
  quota: number | null;
  count: number;
}

/**
 * An applicant counts as having seen the study and begun to answer, even if this is not recorded. In an
 * online study, opening the survey counts as choosing a time, and an approval as coming. `paid` lists
 * applications.
 */
async function countStages(db: Db, studyId: string, paid: readonly string[]): Promise<Tally[]> {
  const utcDaySql = (at: string) => sql.raw(`(${at} at time zone 'UTC')::date`);
  const appliedOn = utcDaySql('application.applied_at');
  const { rows } = await sql<Tally>`
    with person as materialized (
      select view.source,
        least(view.seen_on, ${appliedOn}) as seen_on,
        least(view.began_on, ${appliedOn}) as began_on,
        ${appliedOn} as applied_on,
        application.is_qualified,
        case when application.status = 'ACCEPTED' then coalesce(${utcDaySql('step.at')}, ${appliedOn})
          else survey.opened_on end as accepted_on,
        coalesce(meeting.taken_on, survey.opened_on) as taken_on, coalesce(meeting.came_on, survey.approved_on) as came_on,
        application.application_id = any(${[...paid]}::uuid[]) as is_paid,
        coalesce(application.gender_bit, profile.gender_bit) as gender_bit,
        coalesce(application.age, extract(year from age((now() at time zone 'UTC')::date, profile.birth_date))::int) as age,
        coalesce(application.region_bit, profile.further_bits[1]) as region_bit
      from (
        select participant_id, seen_on, began_on, source from project.study_views where study_id = ${studyId}
      ) as view
      full join (
        select application_id, applicant_id, applied_at, status, is_qualified, gender_bit, age, region_bit, last_step_id
        from project.applications where study_id = ${studyId}
      ) as application
        on application.applicant_id = view.participant_id
      left join project.application_steps as step on step.step_id = application.last_step_id
      left join project.matching_profiles as profile on profile.user_id = view.participant_id
      left join lateral (
        select max(${utcDaySql('coalesce(booked_at, created_at)')}) filter (where state in
            ('BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME')) as taken_on,
          max(${utcDaySql('starts_at')}) filter (where counts_as_attended) as came_on
        from project.bookings as booking where booking.application_id = application.application_id
      ) as meeting on true
      left join lateral (
        select max(${utcDaySql('started_at')}) as opened_on,
          max(${utcDaySql('submitted_at')}) filter (where submission.status = 'APPROVED') as approved_on
        from project.submissions as submission where submission.application_id = application.application_id
      ) as survey on true
    )
    select stage.name as stage, stage.day::text as day, person.source, quota.quota, count(*)::int as count
    from person
    left join project.study_quotas as quota on quota.study_id = ${studyId} 
      and project.is_in_quota(quota.gender_bits, quota.minimum_age, quota.maximum_age, quota.region_bits,
        person.age, person.gender_bit, person.region_bit)
    cross join lateral (values
      ('SEEN', true, seen_on), ('BEGAN', began_on is not null, began_on), ('APPLIED', applied_on is not null, applied_on),
      ('FITS', is_qualified, applied_on), ('ACCEPTED', accepted_on is not null, accepted_on),
      ('HAS_TIME', taken_on is not null, taken_on), ('CAME', came_on is not null, came_on), ('PAID', is_paid, null)
    ) as stage (name, is_reached, day)
    where stage.is_reached
    group by stage.name, stage.day, person.source, quota.quota`.execute(db);
  return rows;
}

const WITHOUT_CRITERION: Record<(typeof UNMET_REQUIREMENTS)[number], Partial<ReachCriteria>> = {
  AGE: { minimumAge: 1, maximumAge: OLDEST_WANTED },
  GENDER: { genders: [...GENDERS] },
  EDUCATION: { educationLevels: [...EDUCATION_LEVELS] },
  INCOME: { incomeRanges: [...INCOME_RANGES] },
  DEVICE: { deviceRequirements: [...DEVICE_REQUIREMENTS] },
  REGION: { regions: [] },
  LANGUAGE: { languages: [] },
  EMPLOYMENT: { employment: [] },
  JOB_ROLE: { jobRoles: [] },
  INDUSTRY: { industries: [] },
  PHONE: { phoneOs: [] },
  INTERNET: { hasInternet: false },
};

const isSame = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) ? one.length === other.length : one === other;

export async function readReachWithoutCriteria(
  { callIdentity }: Pick<Deps, 'callIdentity'>,
  study: Study,
): Promise<HandlerResult<typeof endpoint>> {
  const { minimumAge, maximumAge, deviceRequirements, regions, languages, employment } = study;
  const { jobRoles, industries, phoneOs, hasInternet } = study;
  const criteria: ReachCriteria = {
    minimumAge,
    maximumAge,
    genders: study.gender,
    educationLevels: study.education,
    incomeRanges: study.annualHouseholdIncome,
    deviceRequirements,
    regions,
    languages,
    employment,
    jobRoles,
    industries,
    phoneOs,
    hasInternet,
  };
  const requestReach = async (given: ReachCriteria) => {
    const { count, reading } = await callIdentity(readReach, { body: given });
    return { count, ...(reading && { reading }) };
  };
  const asked = Object.entries(WITHOUT_CRITERION).filter(([, widened]) =>
    Object.entries(widened).some(([name, value]) => !isSame(criteria[name as keyof ReachCriteria], value)),
  ) as [keyof typeof WITHOUT_CRITERION, Partial<ReachCriteria>][];
  const [all, ...others] = await Promise.all(
    [{}, ...asked.map(([, widened]) => widened)].map((widened) => requestReach({ ...criteria, ...widened })),
  );
  return {
    ...all!,
    without: others.map((reach, at) => ({ criterion: asked[at]![0], ...reach })),
  };
}
