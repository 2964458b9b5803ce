import { sql } from 'kysely';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import type { Paging } from '@app/contracts/paging.ts';
import type { Applicant, Application, StudyApplication } from '@app/contracts/project/applications.ts';
import { valueOf } from '@app/kit/bits.ts';
import { ageOf } from '../people/facts.ts';
import type { Db, ProjectTables } from '../schema.ts';

/**
 * When the application came in, or undefined: the study is not open, or this person's application is there already. The
 * unique key decides (D-29), and the study cannot be closed or deleted until the transaction ends.
 */
export async function insertApplication(
  db: Db,
  application: {
    id: string;
    studyId: string;
    applicantId: string;
    responses: StudyApplication['responses'];
    isQualified: boolean;
    appliedAt?: Date;
  },
): Promise<Date | undefined> {
  const row = await db
    .insertInto('project.applications')
    .columns(['application_id', 'study_id', 'applicant_id', 'responses', 'is_qualified', 'applied_at'])
    .expression(
      db
        .selectFrom('project.studies')
        .select([
          sql<string>`${application.id}::uuid`.as('application_id'),
          'study_id',
          sql<string>`${application.applicantId}::uuid`.as('applicant_id'),
          sql<string>`${JSON.stringify(application.responses)}::jsonb`.as('responses'),
          sql<boolean>`${application.isQualified}::boolean`.as('is_qualified'),
          sql<Date>`coalesce(${application.appliedAt ?? null}::timestamptz, now())`.as('applied_at'),
        ])
        .where('study_id', '=', application.studyId)
        .where('state', '=', 'PUBLISHED')
        .forShare(),
    )
    .onConflict((conflict) => conflict.columns(['study_id', 'applicant_id']).doNothing())
    .returning('applied_at')
    .executeTakeFirst();
  return row?.applied_at;
}

/** A participant's own applications, newest first; those to closed studies of deleted projects are among them. */
export async function listApplicationsOf(
  db: Db,
  applicantId: string,
  { page, size }: Paging,
): Promise<{ content: Application[]; totalElements: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('project.applications as application')
      .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
      .select([
        'application.application_id as id',
        'application.applicant_id as applicantId',
        'application.status',
        'application.responses',
        'application.applied_at as appliedAt',
        'study.study_id as studyId',
        'study.state',
        'study.public_name as publicName',
        'study.company_name as companyName',
        'study.duration_in_minutes as durationInMinutes',
        'study.available_dates as availableDates',
      ])
      .where('application.applicant_id', '=', applicantId)
      .orderBy('application.applied_at', 'desc')
      .orderBy('application.application_id', 'desc')
      .limit(size)
      .offset(page * size)
      // Nobody applies to a draft, and every other study has a duration.
      .$narrowType<{
        durationInMinutes: NonNullable<ProjectTables['project.studies']['duration_in_minutes']>;
      }>()
      .execute(),
    db
      .selectFrom('project.applications')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('applicant_id', '=', applicantId)
      .executeTakeFirstOrThrow(),
  ]);
  const content = rows.map(
    ({ studyId, state, publicName, companyName, durationInMinutes, availableDates, ...own }) => ({
      ...own,
      appliedAt: own.appliedAt.toISOString(),
      study: {
        id: studyId,
        publicName,
        companyName,
        durationInMinutes,
        availableDates,
        isOpen: state === 'PUBLISHED',
      },
    }),
  );
  return { content, totalElements: total };
}

type NamelessApplicant = Omit<Applicant, 'firstName' | 'lastName'>;

/** Who applied to a study that is known to be the caller's own, newest first, without names. */
export async function listApplicantsOf(
  db: Db,
  studyId: string,
  { page, size }: Paging,
): Promise<{ content: NamelessApplicant[]; totalElements: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('project.applications as application')
      .innerJoin('project.participants as person', 'person.user_id', 'application.applicant_id')
      .select([
        'application.application_id as id',
        'application.applicant_id as applicantId',
        'application.status',
        'application.is_qualified as isQualified',
        'application.responses',
        'application.applied_at as appliedAt',
        'person.birth_date as birthDate',
        'person.gender_bit as genderBit',
        'person.education_bit as educationBit',
        'person.income_bit as incomeBit',
      ])
      .where('application.study_id', '=', studyId)
      .orderBy('application.applied_at', 'desc')
      .orderBy('application.application_id', 'desc')
      .limit(size)
      .offset(page * size)
      .execute(),
    db
      .selectFrom('project.applications')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('study_id', '=', studyId)
      .executeTakeFirstOrThrow(),
  ]);
  const content = rows.map(({ birthDate, genderBit, educationBit, incomeBit, ...application }) => ({
    ...application,
    appliedAt: application.appliedAt.toISOString(),
    age: ageOf({ birthDate }),
    gender: valueOf(GENDERS, genderBit),
    education: valueOf(EDUCATION_LEVELS, educationBit),
    annualHouseholdIncome: valueOf(INCOME_RANGES, incomeBit),
  }));
  return { content, totalElements: total };
}
