import { CompiledQuery } from 'kysely';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import type { Paging } from '@app/contracts/paging.ts';
import type { StudyCard } from '@app/contracts/project/browsing.ts';
import { valuesOf } from '@app/kit/bits.ts';
import { fits } from '../matching/fits.ts';
import type { Facts } from '../facts/facts.ts';
import type { Db } from '../schema.ts';

/** What open studies are matched by, the age already counted: everybody of one signature sees the same ones. */
export type Signature = Omit<Facts, 'birthDate'> & { age: number; maxDurationInMinutes: number };

/** What somebody whose facts are not known may narrow the open studies by. */
export type Narrowing = Pick<Signature, 'deviceBits' | 'maxDurationInMinutes'>;

/** Over the columns of the index open_studies. */
const isAskedFor = `
  study.is_open and ${fits('study', 'asked')}
  and study.duration_in_minutes <= asked.max_duration`;

const card = `
    study.study_id as "id",
    study.public_name as "publicName",
    study.description as "description",
    study.device_bits as "deviceBits",
    study.duration_in_minutes as "durationInMinutes",
    study.desired_number_of_participants as "desiredNumberOfParticipants",
    study.places_left as "placesLeft",
    study.available_dates as "availableDates",
    study.company_name as "companyName",
    study.published_at as "publishedAt",
    study.incentive as "incentive",
    study.meeting_way as "meetingWay",
    study.seats_per_slot as "seatsPerSlot"`;

/**
 * A page, and how many of the fitting studies are left out of it, in one round trip: those applied to, and the few that
 * were published since an instant. The ids of the page come from the index alone; only its own rows are then fetched.
 * There is always a row: without a page, its id is null. The text never changes, and what is asked stands in a row of its
 * own, so that one plan is the best for all values: else the server would plan each request, which costs more than the page.
 */
const pageText = `
  with asked as materialized (
    select $1::int as age, $2::int as gender_bit, $3::int as education_bit, $4::int as income_bit, $5::int as device_bits,
      $6::int as max_duration, to_timestamp($8) as before, $9::int as size, $10::int as skipped
  ), applied as (
    select study_id from project.applications where applicant_id = $7
  )
  select
    applied_to.count + later.count as "leftOutCount",${card}
  from asked
  cross join lateral (
    select count(*) from applied join project.studies as study using (study_id)
    where ${isAskedFor} and study.published_at < asked.before
  ) as applied_to
  cross join lateral (
    select count(*) from project.studies as study where ${isAskedFor} and study.published_at >= asked.before
  ) as later
  left join lateral (
    select study.study_id
    from project.studies as study
    where ${isAskedFor} and study.published_at < asked.before and study.study_id not in (select study_id from applied)
    order by study.published_at desc, study.study_id desc
    limit asked.size offset asked.skipped
  ) as page on true
  left join project.studies as study on study.study_id = page.study_id
  order by study.published_at desc, study.study_id desc`;

const valuesOfSignature = (signature: Signature) => [
  signature.age,
  signature.genderBit,
  signature.educationBit,
  signature.incomeBit,
  signature.deviceBits,
  signature.maxDurationInMinutes,
];

const isNarrowedTo = `
  study.is_open and study.device_bits & asked.device_bits <> 0
  and study.duration_in_minutes <= asked.max_duration and study.published_at < asked.before`;

/** Without matching: whoever has no facts has applied to nothing either. */
const unmatchedText = `
  with asked as materialized (
    select $1::int as device_bits, $2::int as max_duration, to_timestamp($3) as before, $4::int as size, $5::int as skipped
  )
  select open.count as "openCount",${card}
  from asked
  cross join lateral (select count(*) from project.studies as study where ${isNarrowedTo}) as open
  left join lateral (
    select study.study_id
    from project.studies as study
    where ${isNarrowedTo}
    order by study.published_at desc, study.study_id desc
    limit asked.size offset asked.skipped
  ) as page on true
  left join project.studies as study on study.study_id = page.study_id
  order by study.published_at desc, study.study_id desc`;

interface CardRow {
  id: string | null;
  publicName: string;
  description: string;
  deviceBits: number;
  durationInMinutes: number;
  desiredNumberOfParticipants: number;
  placesLeft: number;
  availableDates: string[];
  companyName: string | null;
  publishedAt: Date;
  incentive: number;
  meetingWay: StudyCard['meetingWay'];
  seatsPerSlot: number;
}

/** Instants are told in milliseconds and stored finer: until the end of the millisecond. */
const endOf = (publishedUntil: string | undefined) =>
  publishedUntil === undefined ? Infinity : (Date.parse(publishedUntil) + 1) / 1000;

function cardsOf(rows: readonly CardRow[]): StudyCard[] {
  return rows.flatMap(({ id, deviceBits, publishedAt, ...row }) =>
    id === null
      ? []
      : [
          {
            id,
            publicName: row.publicName,
            description: row.description,
            deviceRequirements: valuesOf(DEVICE_REQUIREMENTS, deviceBits),
            durationInMinutes: row.durationInMinutes,
            desiredNumberOfParticipants: row.desiredNumberOfParticipants,
            placesLeft: row.placesLeft,
            availableDates: row.availableDates,
            companyName: row.companyName,
            publishedAt: publishedAt.toISOString(),
            hasApplied: false,
            incentive: row.incentive,
            meetingWay: row.meetingWay,
            seatsPerSlot: row.seatsPerSlot,
          },
        ],
  );
}

/**
 * Open studies that fit, newest first, without those applied to or published later; and how many were left out for that.
 */
export async function listOpenStudies(
  db: Db,
  signature: Signature,
  {
    applicantId,
    page,
    size,
    publishedUntil,
  }: Paging & { applicantId: string; publishedUntil?: string | undefined },
): Promise<{ content: StudyCard[]; leftOutCount: number }> {
  const values = [...valuesOfSignature(signature), applicantId, endOf(publishedUntil), size, page * size];
  const { rows } = await db.executeQuery<CardRow & { leftOutCount: number }>(
    CompiledQuery.raw(pageText, values),
  );
  return { content: cardsOf(rows), leftOutCount: rows[0]?.leftOutCount ?? 0 };
}

/** All open studies, newest first, for people whose facts are not known. */
export async function listUnmatched(
  db: Db,
  { deviceBits, maxDurationInMinutes }: Narrowing,
  { page, size, publishedUntil }: Paging & { publishedUntil?: string | undefined },
): Promise<{ content: StudyCard[]; openCount: number }> {
  const values = [deviceBits, maxDurationInMinutes, endOf(publishedUntil), size, page * size];
  const { rows } = await db.executeQuery<CardRow & { openCount: number }>(
    CompiledQuery.raw(unmatchedText, values),
  );
  return { content: cardsOf(rows), openCount: rows[0]?.openCount ?? 0 };
}
