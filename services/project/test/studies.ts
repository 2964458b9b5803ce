import { sql } from 'kysely';
import type { EndpointShape, ReplyOf } from '@app/contracts/endpoint.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { today } from '@app/contracts/calendar.ts';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import { type StudyApplication, applyToStudy } from '@app/contracts/project/applications.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import type { NewStudy, Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { closeStudy, createStudy, pauseStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import type { Engine } from '@app/kit/database.ts';

export type User = Pick<SignedInUser, 'userId' | 'token'>;

type ContentOf<E extends EndpointShape> = ReplyOf<E> extends { content: infer C } ? C : ReplyOf<E>;

export interface Caller {
  call<const E extends EndpointShape>(
    endpoint: E,
    given: { as: User; params?: Record<string, string>; body?: unknown },
  ): Promise<{ status: number; json: Record<string, unknown>; content: ContentOf<E> }>;
}

/** The day is in GMT. */
export function dayAhead(days: number): string {
  return today(new Date(Date.now() + days * 24 * 60 * 60 * 1000));
}

export function studyBody(projectId: string, given: Partial<NewStudy> = {}): NewStudy {
  return {
    projectId,
    name: 'Wallet habits, round 1',
    publicName: 'How do you pay at the market?',
    description: 'We talk about how you pay for food and what gets in the way.',
    deviceRequirements: ['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM'],
    minimumAge: 18,
    maximumAge: 100,
    gender: [...GENDERS],
    education: [...EDUCATION_LEVELS],
    annualHouseholdIncome: [...INCOME_RANGES],
    screeners: [
      {
        id: 'q1aaaa',
        question: 'How often do you pay with mobile money?',
        options: [
          { id: 'o1aaaa', answer: 'Every day', eligibility: 'QUALIFY' },
          { id: 'o2aaaa', answer: 'Never', eligibility: 'DISQUALIFY' },
        ],
      },
      {
        id: 'q2aaaa',
        question: 'Where do you buy vegetables?',
        options: [
          { id: 'o3aaaa', answer: 'At the market', eligibility: '' },
          { id: 'o4aaaa', answer: '', eligibility: '' },
        ],
      },
    ],
    ...given,
  };
}

export function planBody(given: Partial<StudyPublish> = {}): StudyPublish {
  return {
    availableDates: [dayAhead(3), dayAhead(1)],
    durationInMinutes: 30,
    desiredNumberOfParticipants: 12,
    availableTimes: ['09:30 AM', '09:00 AM', '02:00 PM'],
    ...given,
  };
}

function expectStatus<Content>(
  answer: { status: number; json: unknown; content: Content },
  status: number,
): Content {
  if (answer.status !== status) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.json)}`);
  return answer.content;
}

export async function makeProject(app: Caller, researcher: User, projectName = 'Market payments') {
  const body = { creatorId: researcher.userId, projectName, description: 'Interviews in four regions' };
  return expectStatus(await app.call(createProject, { as: researcher, body }), 201);
}

export async function makeDraft(
  app: Caller,
  researcher: User,
  given: Partial<NewStudy> & { projectId: string },
): Promise<Study> {
  const body = studyBody(given.projectId, given);
  return expectStatus(await app.call(createStudy, { as: researcher, body }), 201);
}

export async function makePublished(
  app: Caller,
  researcher: User,
  given: Partial<NewStudy> & { projectId: string },
  plan: Partial<StudyPublish> = {},
): Promise<Study> {
  const draft = await makeDraft(app, researcher, given);
  const body = planBody(plan);
  const answer = await app.call(publishStudy, { as: researcher, params: { id: draft.id }, body });
  return expectStatus(answer, 200);
}

export async function makeInState(
  app: Caller,
  researcher: User,
  state: Study['state'],
  given: Partial<NewStudy> & { projectId: string },
): Promise<Study> {
  if (state === 'DRAFT') return makeDraft(app, researcher, given);
  const study = await makePublished(app, researcher, given);
  if (state === 'PUBLISHED') return study;
  const transition = state === 'PAUSED' ? pauseStudy : closeStudy;
  return expectStatus(await app.call(transition, { as: researcher, params: { id: study.id } }), 200);
}

export function responsesTo(
  study: Pick<Study, 'screeners'>,
  choices: number[] = [],
): StudyApplication['responses'] {
  return study.screeners.map(({ question, options }, index) => ({
    id: String(index + 1),
    question,
    answer: options[choices[index] ?? 0]?.answer ?? '',
  }));
}

export function apply(app: Caller, applicant: User, study: Study, choices: number[] = []) {
  return app.call(applyToStudy, {
    as: applicant,
    params: { id: study.id },
    body: {
      applicantId: applicant.userId,
      responses: responsesTo(study, choices),
      consentVersion: study.consentVersion,
    },
  });
}

/** The first study opened `age` ago, and each further one a second earlier. */
export async function addOpenStudies(
  { engine }: { engine: Engine },
  projectId: string,
  { count, name, age }: { count: number; name: string; age: string },
): Promise<void> {
  await sql`
    insert into project.studies (study_id, project_id, state, name, public_name, description, device_bits, minimum_age,
      maximum_age, gender_bits, education_bits, income_bits, screeners, duration_in_minutes, desired_number_of_participants,
      published_at, announced_at)
    select gen_random_uuid(), ${projectId}, 'PUBLISHED', ${name}::text, ${name}::text || ' ' || n, '', 7, 1, 100, 7, 255, 31,
      '[]', 30, 10, at, at
    from generate_series(1, ${count}::int) as n, lateral (select now() - ${age}::interval - n * interval '1 second' as at) as time`.execute(
    engine.owner,
  );
}
