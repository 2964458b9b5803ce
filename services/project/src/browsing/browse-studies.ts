import { CompiledQuery } from 'kysely';
import type { PageSlice, Paging, QueryOf } from '@app/contracts/endpoint.ts';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import {
  type BY_PAY,
  type StudyCard,
  type browseStudies as endpoint,
  MOST_COUNTED_STUDIES,
} from '@app/contracts/project/browsing.ts';
import { type Survey, MOST_SURVEY_MINUTES } from '@app/contracts/project/survey.ts';
import { encodeBits, decodeBits } from '@app/kit/bits.ts';
import type { Deps } from '../deps.ts';
import { currentAge } from '../matching-profiles/matching-profile.ts';
import type { Db, ProfileWithHistory } from '../schema.ts';
import { toSurveyReply } from '../studies/recruitment-status.ts';

type Query = Omit<QueryOf<typeof endpoint>, keyof Paging>;

interface QueryShape {
  /** False before the set-up. The person then sees all open studies. */
  isMatched: boolean;
  /** True if the profile was ever changed. Then several versions must be compared. */
  hasChanged: boolean;
  pay: (typeof BY_PAY)[number] | undefined;
}

interface BrowseQuery extends QueryShape {
  values: readonly unknown[];
}

export async function browseStudies(
  { reader: db, readProfile, openStudyCounts }: Pick<Deps, 'reader' | 'readProfile' | 'openStudyCounts'>,
  applicantId: string,
  { page, size, ...query }: Query & Paging,
): Promise<PageSlice<StudyCard>> {
  const ownProfile = await readProfile(applicantId);
  const asked =
    ownProfile === 'MATCHING_WITHDRAWN' ? undefined : toBrowseQuery(ownProfile, applicantId, query);
  if (!asked) return { content: [], totalElements: 0, size, number: page };
  // One row more than the page, which shows whether there is a next page.
  const rows = await listOpenStudies(db, asked, { most: size + 1, skipped: page * size });
  const content = rows.slice(0, size);
  const known = page * size + rows.length;
  const isLast = rows.length <= size && (rows.length > 0 || page === 0);
  const totalElements = isLast
    ? known
    : await openStudyCounts.read(applicantId, JSON.stringify(asked), () => countOpenStudies(db, asked));
  return {
    content,
    totalElements: rows.length > 0 ? Math.max(totalElements, known) : totalElements,
    size,
    number: page,
  };
}

/**
 * The given time has milliseconds, but the table has microseconds. So the bound is the end of that
 * millisecond.
 */
const publishedBefore = (publishedUntil: string | undefined) =>
  publishedUntil === undefined ? Infinity : (Date.parse(publishedUntil) + 1) / 1000;

/** A participant who has no device matches no study. */
export function toBrowseQuery(
  ownProfile: ProfileWithHistory | 'PROFILE_MISSING',
  applicantId: string,
  { device, maxDurationInMinutes, pay, publishedUntil }: Query,
): BrowseQuery | undefined {
  const wanted = encodeBits(DEVICE_REQUIREMENTS, device ? [device] : DEVICE_REQUIREMENTS);
  const isMatched = ownProfile !== 'PROFILE_MISSING';
  const profiles = isMatched
    ? profileVersions(ownProfile).map((profile) => ({
        ...profile,
        device_bits: profile.device_bits & wanted,
      }))
    : [{ since: '-infinity', until: 'infinity', device_bits: wanted }];
  if (profiles.every((profile) => profile.device_bits === 0)) return undefined;
  const maxDuration = Number(maxDurationInMinutes ?? MOST_SURVEY_MINUTES);
  const values = [JSON.stringify(profiles), applicantId, maxDuration, publishedBefore(publishedUntil)];
  return { isMatched, hasChanged: profiles.length > 1, pay, values };
}

/** The view project.matching_profile_versions has the same columns. */
const profileVersions = ({ former, ...now }: ProfileWithHistory) =>
  [...former, { ...now, until: 'infinity' }].map((profile, at) => ({
    since: former[at - 1]?.until ?? '-infinity',
    until: profile.until,
    age: currentAge(profile),
    gender_bit: profile.genderBit,
    education_bit: profile.educationBit,
    income_bit: profile.incomeBit,
    device_bits: profile.deviceBits,
    further_bits: profile.furtherBits,
  }));

/** The order must be that of the index open_studies or open_studies_by_pay. */
const orderSql = ({ pay }: QueryShape) =>
  `order by ${pay === 'HIGHEST' ? 'study.incentive desc, ' : ''}study.published_at desc, study.study_id desc`;

/**
 * The values are rows of a table, so that one query plan is enough for all people. Planning takes longer than
 * reading the page.
 */
const parametersSql = (columns: string) => `
  with asked as materialized (
    select $2::uuid as person, $3::int as max_duration, to_timestamp($4) as before${columns}
  ), profile as materialized (
    select since, until, age, gender_bit, education_bit, income_bit, device_bits, further_bits
    from jsonb_to_recordset($1::jsonb) as profile (since timestamptz, until timestamptz, age int, gender_bit int,
      education_bit int, income_bit int, device_bits int, further_bits int[])
  )`;

const eligible = (
  alias: string,
) => `project.eligible_studies(asked.person, profile.since, profile.until, profile.age,
      profile.gender_bit, profile.education_bit, profile.income_bit, profile.device_bits, profile.further_bits) as ${alias}`;
const openToAll = `(
      select study_id, published_at, incentive, minutes from project.studies
      where is_open and not is_restricted and device_bits & profile.device_bits <> 0) as study`;

const isListed = ({ pay }: QueryShape) =>
  `study.minutes <= asked.max_duration and study.published_at < asked.before${pay ? ' and study.incentive > 0' : ''}`;

const eligibleByProfileSql = (shape: QueryShape, end: string) => `
    select study.study_id from profile cross join lateral (
      select study.study_id from ${shape.isMatched ? eligible('study') : openToAll}
      where ${isListed(shape)} ${end}
    ) as study`;

const PUBLISHED_IN_RANGE = 'and study.published_at >= profile.since and study.published_at < profile.until';

/** Each study is compared with the profile as it was when the study was published. */
const pageIdsSql = (shape: QueryShape) => {
  const end = `${orderSql(shape)} limit asked.size offset asked.skipped`;
  const range = shape.pay === 'HIGHEST' ? '' : PUBLISHED_IN_RANGE;
  if (!shape.hasChanged) return `${eligibleByProfileSql(shape, `${range} ${end}`)} limit asked.size`;
  return `
    select study.study_id from project.studies as study
    where study.is_open and ${isListed(shape)} and (
      select true from profile cross join lateral ${eligible('fitting')} where fitting.study_id = study.study_id limit 1)
    ${end}`;
};

/** Finds the ids in the index alone. Only the rows of the page are then read. */
const pageSql = (shape: QueryShape) => `${parametersSql(', $5::int as size, $6::int as skipped')}
  select
    study.study_id as "id",
    study.public_name as "publicName",
    study.description as "description",
    study.device_bits as "deviceBits",
    study.minutes as "durationInMinutes",
    study.survey,
    study.closes_on::text as "closesOn",
    study.desired_number_of_participants as "desiredNumberOfParticipants",
    study.places_left as "placesLeft",
    study.available_dates as "availableDates",
    study.company_name as "companyName",
    study.ethics as "ethics",
    study.published_at as "publishedAt",
    study.incentive as "incentive",
    study.meeting_way as "meetingWay",
    study.seats_per_slot as "seatsPerSlot"
  from asked cross join lateral (${pageIdsSql(shape)}
  ) as page join project.studies as study using (study_id)
  ${orderSql(shape)}`;

/** With `offset`, the planner reads the range of each version of the profile separately. */
const countSql = (shape: QueryShape) => `${parametersSql('')}
  select count(*)::int as count from (
    select from asked cross join lateral (${eligibleByProfileSql(shape, `${PUBLISHED_IN_RANGE} offset 0`)}) as study
    limit ${MOST_COUNTED_STUDIES + 1}) as counted`;

const cachedSqlTexts = new Map<string, string>();
function cachedSql(build: (shape: QueryShape) => string, { isMatched, hasChanged, pay }: QueryShape): string {
  const key = `${build.name} ${isMatched} ${hasChanged} ${pay}`;
  const text = cachedSqlTexts.get(key) ?? build({ isMatched, hasChanged, pay });
  cachedSqlTexts.set(key, text);
  return text;
}

interface CardRow extends Omit<StudyCard, 'deviceRequirements' | 'publishedAt' | 'hasApplied' | 'survey'> {
  survey: Survey | null;
  closesOn: string | null;
  deviceBits: number;
  publishedAt: Date;
}

export async function listOpenStudies(
  db: Db,
  asked: BrowseQuery,
  { most, skipped }: { most: number; skipped: number },
): Promise<StudyCard[]> {
  const query = CompiledQuery.raw(cachedSql(pageSql, asked), [...asked.values, most, skipped]);
  const { rows } = await db.executeQuery<CardRow>(query);
  return rows.map(({ deviceBits, publishedAt, survey, closesOn, ...card }) => ({
    ...card,
    ...toSurveyReply(survey, closesOn),
    deviceRequirements: decodeBits(DEVICE_REQUIREMENTS, deviceBits),
    publishedAt: publishedAt.toISOString(),
    hasApplied: false,
  }));
}

async function countOpenStudies(db: Db, asked: BrowseQuery): Promise<number> {
  const query = CompiledQuery.raw(cachedSql(countSql, asked), [...asked.values]);
  return (await db.executeQuery<{ count: number }>(query)).rows[0]?.count ?? 0;
}
