import { CompiledQuery, sql } from 'kysely';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import type { Paging } from '@app/contracts/paging.ts';
import type { StudyCard } from '@app/contracts/project/browsing.ts';
import { valuesOf } from '@app/kit/bits.ts';
import type { Facts } from '../people/facts.ts';
import type { Db, ProjectTables } from '../schema.ts';

/** What a participant fits by, the age already counted: everybody of one signature sees the same open studies. */
export type Signature = Omit<Facts, 'birthDate'> & { age: number };

/** The same rule as unmetRequirements (people/facts.ts), over the columns of the index open_studies. */
const fits = `
  study.state = 'PUBLISHED'
  and study.minimum_age <= $1 and study.maximum_age >= $1
  and study.gender_bits & $2 <> 0
  and study.education_bits & $3 <> 0
  and study.income_bits & $4 <> 0
  and study.device_bits & $5 <> 0`;

const signatureValues = ({ age, genderBit, educationBit, incomeBit, deviceBits }: Signature) => [
  age,
  genderBit,
  educationBit,
  incomeBit,
  deviceBits,
];

/**
 * A page, and how many of the fitting studies the participant has applied to, in one round trip. The ids of the page
 * come from the index alone; only its own rows are then fetched. There is always a row: without a page, its id is null.
 * The text never changes, so that the server plans it once a connection.
 */
const pageText = `
  with applied as (
    select study_id from project.applications where applicant_id = $6
  ), page as (
    select study.study_id, study.published_at
    from project.studies as study
    where ${fits} and study.study_id not in (select study_id from applied)
    order by study.published_at desc, study.study_id desc
    limit $7 offset $8
  )
  select
    total.applied as "appliedCount",
    study.study_id as "id",
    study.public_name as "publicName",
    study.description as "description",
    study.device_bits as "deviceBits",
    study.duration_in_minutes as "durationInMinutes",
    study.desired_number_of_participants as "desiredNumberOfParticipants",
    study.available_dates as "availableDates",
    study.company_name as "companyName",
    study.published_at as "publishedAt"
  from (
    select count(*) as applied from applied join project.studies as study using (study_id) where ${fits}
  ) as total
  left join (page join project.studies as study using (study_id)) on true
  order by study.published_at desc, study.study_id desc`;

interface PageRow {
  appliedCount: number;
  id: string | null;
  publicName: string;
  description: string;
  deviceBits: number;
  durationInMinutes: number;
  desiredNumberOfParticipants: number;
  availableDates: string[];
  companyName: string | null;
  publishedAt: Date;
}

/** Open studies that fit, newest first, without those applied to; and how many were left out for that. */
export async function listOpenStudies(
  db: Db,
  signature: Signature,
  { applicantId, page, size }: Paging & { applicantId: string },
): Promise<{ content: StudyCard[]; appliedCount: number }> {
  const values = [...signatureValues(signature), applicantId, size, page * size];
  const { rows } = await db.executeQuery<PageRow>(CompiledQuery.raw(pageText, values));
  const content: StudyCard[] = [];
  for (const row of rows) {
    if (row.id === null) continue;
    content.push({
      id: row.id,
      publicName: row.publicName,
      description: row.description,
      deviceRequirements: valuesOf(DEVICE_REQUIREMENTS, row.deviceBits),
      durationInMinutes: row.durationInMinutes,
      desiredNumberOfParticipants: row.desiredNumberOfParticipants,
      availableDates: row.availableDates,
      companyName: row.companyName,
      publishedAt: row.publishedAt.toISOString(),
      hasApplied: false,
    });
  }
  return { content, appliedCount: rows[0]?.appliedCount ?? 0 };
}

/** What every open study asks for: eight bytes each, so that many thousands of them come as a single value. */
export async function loadOpenCriteria(db: Db): Promise<DataView> {
  const { criteria } = await db
    .selectFrom('project.studies')
    .select(
      sql<Uint8Array | null>`string_agg(
        int4send(minimum_age * 256 + maximum_age) ||
        int4send(gender_bits * 65536 + education_bits * 256 + income_bits * 8 + device_bits), '')`.as(
        'criteria',
      ),
    )
    .where('state', '=', 'PUBLISHED')
    .executeTakeFirstOrThrow();
  return criteria
    ? new DataView(criteria.buffer, criteria.byteOffset, criteria.byteLength)
    : new DataView(new ArrayBuffer());
}

/** One study with everything that a participant may read and be matched by; undefined for drafts. */
export async function findShownStudy(db: Db, studyId: string, participantId: string) {
  return db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select((eb) => [
      'study.study_id as id',
      'project.creator_id as creatorId',
      'study.state',
      'study.name',
      'study.public_name as publicName',
      'study.description',
      'study.company_name as companyName',
      'study.device_bits as deviceBits',
      'study.minimum_age as minimumAge',
      'study.maximum_age as maximumAge',
      'study.gender_bits as genderBits',
      'study.education_bits as educationBits',
      'study.income_bits as incomeBits',
      'study.screeners',
      'study.available_dates as availableDates',
      'study.available_times as availableTimes',
      'study.duration_in_minutes as durationInMinutes',
      'study.desired_number_of_participants as desiredNumberOfParticipants',
      'study.published_at as publishedAt',
      eb
        .exists(
          eb
            .selectFrom('project.applications as application')
            .select('application.application_id')
            .whereRef('application.study_id', '=', 'study.study_id')
            .where('application.applicant_id', '=', participantId),
        )
        .as('hasApplied'),
    ])
    .where('study.study_id', '=', studyId)
    .where('study.state', '<>', 'DRAFT')
    .$narrowType<{
      durationInMinutes: NonNullable<ProjectTables['project.studies']['duration_in_minutes']>;
      desiredNumberOfParticipants: number;
      publishedAt: Date;
      hasApplied: boolean;
    }>()
    .executeTakeFirst();
}
export type ShownStudy = NonNullable<Awaited<ReturnType<typeof findShownStudy>>>;
