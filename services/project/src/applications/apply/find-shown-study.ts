import { compileOnce } from '@app/kit/compile-once.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { placesLeftAsTold } from '../is-open-as-told.ts';

const shownStudy = compileOnce((value: { studyId: string; participantId: string }, db: Db) =>
  db
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
      'study.accepted_count as acceptedCount',
      'study.is_open as isOpen',
      placesLeftAsTold.as('placesLeftAsTold'),
      'study.version',
      eb
        .exists(
          eb
            .selectFrom('project.applications as application')
            .select('application.application_id')
            .whereRef('application.study_id', '=', 'study.study_id')
            .where('application.applicant_id', '=', value.participantId),
        )
        .as('hasApplied'),
    ])
    .where('study.study_id', '=', value.studyId)
    .where('study.state', '<>', 'DRAFT')
    .where('study.deleted_at', 'is', null)
    .$narrowType<{
      durationInMinutes: NonNullable<ProjectTables['project.studies']['duration_in_minutes']>;
      desiredNumberOfParticipants: number;
      publishedAt: Date;
      hasApplied: boolean;
    }>(),
);
export type ShownStudy = Awaited<ReturnType<typeof shownStudy>>[number];

/** One study with everything that a participant may read and be matched by; undefined for drafts. */
export async function findShownStudy(
  db: Db,
  studyId: string,
  participantId: string,
): Promise<ShownStudy | undefined> {
  return (await shownStudy(db, { studyId, participantId }))[0];
}
