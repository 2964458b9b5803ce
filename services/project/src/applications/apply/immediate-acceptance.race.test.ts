import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { refusalCodes, useRace } from '@app/test/support/meeting-races.ts';
import { readPlaceCounts } from '#test/applicants.ts';
import { book, freshSlot, makeTimePass } from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectTables } from '../../schema.ts';
import { expirePlace } from '../../bookings/expire-bookings.ts';
import { returnToReview } from '../applicants/return-to-review.ts';
import { assertNoDeadlocks } from '#test/locks.ts';

const race = useRace();
let projectId: string;
let deps: Deps;
beforeAll(async () => {
  const db = race.app.engine.connect<ProjectTables>('project_app');
  const quiet = { send: async () => {}, notify: () => {}, notifyApplicants: () => {}, invalidate: () => {} };
  deps = { db, jobs: quiet, openPages: quiet, openStudyCounts: quiet } as unknown as Deps;
  projectId = (await makeProject(race.app, race.researcher)).id;
});
afterAll(() => assertNoDeadlocks(race.app));

const makeAtOnce = (desiredNumberOfParticipants: number) =>
  makePublished(
    race.app,
    race.researcher,
    { projectId },
    { choosing: 'AT_ONCE', desiredNumberOfParticipants },
  );
const readApplicationAt = async (index: number, study: Study) => {
  const as = race.personAt(index);
  const query = { size: 100, applicantId: as.userId };
  const { content } = await race.app.call(listOwnApplications, { as, query });
  return content.find((application) => application.study.id === study.id);
};

test('BR6 CON-4 of ten people who apply at once for three places, three get one, in every round', () =>
  race.rounds(async () => {
    const study = await makeAtOnce(3);
    const answers = await race.callers((index, caller) => apply(caller, race.personAt(index), study));
    const statuses = answers.filter(({ status }) => status === 201).map(({ content }) => content.status);
    expect(statuses.filter((status) => status === 'ACCEPTED')).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set(['ACCEPTED', 'PENDING']));
    for (const code of refusalCodes(answers)) expect(code).toBe('ALREADY_APPLIED');
    expect(await readPlaceCounts(race.app, study.id)).toEqual({ counted: 3, accepted: 3, wanted: 3 });
  }));

test('BR6 CON-4 a place that expires while it is booked or withdrawn ends in one way only', () =>
  race.rounds(async (number) => {
    const study = await makeAtOnce(1);
    const slotId = await freshSlot(race.app, study.id);
    const { content } = await apply(race.app, race.personAt(0), study);
    const as = race.personAt(0);
    const { rows } = await sql<{ id: string }>`
      select booking_id as id from project.bookings where application_id = ${content.id}`.execute(
      race.app.engine.owner,
    );
    const params = { id: content.id };
    const place = { bookingId: rows[0]?.id ?? '', applicationId: content.id, studyId: study.id };
    await makeTimePass(race.app, place.bookingId, '31 minutes');
    const [answer] = await Promise.all([
      number % 2 === 0
        ? book(race.app, as, study.id, slotId)
        : race.app.call(withdrawApplication, { as, params }),
      expirePlace(deps, { ...place, participantId: as.userId }, returnToReview),
    ]);
    const isBooked = number % 2 === 0 && answer.status === 201;
    const status = (await readApplicationAt(0, study))?.status;
    expect(status).toBe(number % 2 === 1 ? 'WITHDRAWN' : isBooked ? 'ACCEPTED' : 'PENDING');
    const taken = status === 'ACCEPTED' ? 1 : 0;
    expect(await readPlaceCounts(race.app, study.id)).toEqual({ counted: taken, accepted: taken, wanted: 1 });
    await race.app.call(withdrawApplication, { as, params });
  }));
