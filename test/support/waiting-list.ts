import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { joinWaitingList } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { TestApp } from './app.ts';
import { registerParticipant } from './people.ts';
import { accept, book, freshSlot, makeAccepted } from '../../services/project/test/meetings.ts';
import { apply } from '../../services/project/test/studies.ts';

/** Creates a study with one time, which is booked, and two people on its waiting list. */
export async function makeFullStudy(
  app: TestApp,
  { researcher, participant }: { researcher: SignedInUser; participant: SignedInUser },
) {
  const { study } = await makeAccepted(app, { researcher, participant });
  await sql`delete from project.study_slots where study_id = ${study.id}`.execute(app.engine.owner);
  const slotId = await freshSlot(app, study.id);
  const [first, second] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { content: booking } = await book(app, participant, study.id, slotId);
  for (const person of [first, second]) {
    await accept(app, { researcher, participant: person, study });
    await wait(app, person, study);
  }
  return { study, slotId, first, second, booking };
}

export async function wait(
  app: Pick<TestApp, 'call'>,
  as: SignedInUser,
  { id }: Study,
  days: string[] = [],
): Promise<void> {
  const joined = await app.call(joinWaitingList, { as, params: { id }, body: { days } });
  expect(joined.status).toBe(200);
}

export const addSlot = ({ engine }: Pick<TestApp, 'engine'>, study: Study, startsAt: string) =>
  sql`insert into project.study_slots (study_id, starts_at) values (${study.id}, ${startsAt}::timestamptz)`.execute(
    engine.owner,
  );

/** Adds a time so soon that everyone on the waiting list is notified; `freshSlot` never returns it. */
export const addSoonSlot = (app: Pick<TestApp, 'engine'>, study: Study) =>
  addSlot(app, study, new Date((Math.floor(Date.now() / 900_000) + 20) * 900_000).toISOString());

/** Adds more studies than one run checks, with lower ids, each with a waiting person who cannot come. */
export async function addWaitingStudies(app: TestApp, study: Study, startsAhead: string): Promise<void> {
  const person = await registerParticipant(app, { withProfile: true });
  const { id } = (await apply(app, person, study)).content;
  const mine = sql`study_id < '00000000-0000-0000-0001-000000000000'`;
  onTestFinished(async () => {
    await sql`delete from project.waiting where ${mine}`.execute(app.engine.owner);
    await sql`delete from project.studies where ${mine}`.execute(app.engine.owner);
  });
  await sql`
    with made as (
      insert into project.studies (study_id, project_id, state, name, public_name, description, device_bits, minimum_age,
        maximum_age, gender_bits, education_bits, income_bits, screeners, duration_in_minutes, desired_number_of_participants,
        published_at, closed_at)
      select lpad(n::text, 32, '0')::uuid, project_id, 'CLOSED', name, public_name, description, device_bits, minimum_age,
        maximum_age, gender_bits, education_bits, income_bits, screeners, duration_in_minutes, desired_number_of_participants,
        published_at, now()
      from project.studies, generate_series(1, 600) as n where study_id = ${study.id} returning study_id
    ), timed as (
      insert into project.study_slots (study_id, starts_at) select study_id, now() + ${startsAhead}::interval from made
    )
    insert into project.waiting (study_id, participant_id, application_id)
    select study_id, ${person.userId}, ${id} from made`.execute(app.engine.owner);
}
