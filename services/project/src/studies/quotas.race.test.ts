import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { changeQuotas } from '@app/contracts/project/study-calls.ts';
import { useRace } from '@app/test/support/meeting-races.ts';
import { CALLERS } from '@app/test/support/sizes.ts';
import { addApplicants, readPlaceCounts } from '#test/applicants.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { assertNoDeadlocks } from '#test/locks.ts';

const race = useRace();
let projectId: string;
beforeAll(async () => {
  projectId = (await makeProject(race.app, race.researcher)).id;
});
afterAll(() => assertNoDeadlocks(race.app));

/** Applicants without accounts are men aged about 36, those with accounts women aged about 30. */
const genderQuotas = (women: number, men: number) => [
  { gender: 'FEMALE' as const, places: women },
  { gender: 'MALE' as const, places: men },
];
const publish = (women: number, men: number, choosing: 'MANUAL' | 'AT_ONCE' = 'MANUAL') =>
  makePublished(
    race.app,
    race.researcher,
    { projectId },
    {
      desiredNumberOfParticipants: women + men,
      quotas: genderQuotas(women, men),
      ...(choosing === 'AT_ONCE' && { choosing }),
    },
  );

/** Accepted applicants and places of each quota, whether it is open, and how often the count was wrong. */
async function readQuotaCounts({ id }: Study) {
  const { rows } = await sql<{ accepted: number; places: number; isOpen: boolean }>`
    select quota.places::int as places, count(application.application_id)::int as accepted,
      quota.gender_bits = any(study.open_quotas[1:1] || study.open_quotas[5:5]) as "isOpen"
    from project.study_quotas as quota join project.studies as study using (study_id)
    left join project.applications as application on application.study_id = quota.study_id
      and application.status = 'ACCEPTED' and application.gender_bit = quota.gender_bits
    where quota.study_id = ${id} group by quota.quota, quota.places, quota.gender_bits, study.open_quotas
    order by quota.quota`.execute(race.app.engine.owner);
  for (const { accepted, places, isOpen } of rows) expect(isOpen).toBe(accepted < places);
  return rows.map(({ accepted, places }) => ({ accepted, places }));
}

const EACH = 4;
const ALL = CALLERS * EACH;

test.each([ALL - 1, ALL, ALL + 1])(
  'CON-2 two hundred concurrent acceptances never exceed the %i places of a quota',
  async (places) =>
    race.rounds(async () => {
      const study = await publish(3, places);
      const ids = await addApplicants(race.app, study.id, ALL);
      const answers = await race.callers((index, { call }) =>
        call(decideApplicants, {
          as: race.researcher,
          params: { id: study.id },
          body: { applicationIds: ids.slice(index * EACH, (index + 1) * EACH), status: 'ACCEPTED' },
        }),
      );
      const accepted = Math.min(places, ALL);
      expect(answers.flatMap(({ content }) => content.decided)).toHaveLength(accepted);
      const refused = answers.flatMap(({ content }) => content.undecided);
      expect(refused.map(({ because, quota }) => [because, quota])).toEqual(
        Array.from({ length: ALL - accepted }, () => ['QUOTA_IS_FULL', 1]),
      );
      expect(await readQuotaCounts(study)).toEqual([
        { accepted: 0, places: 3 },
        { accepted, places },
      ]);
      expect(await readPlaceCounts(race.app, study.id)).toMatchObject({ counted: accepted, accepted });
    }),
);

test('CON-2 no quota exceeds its places during acceptances, undos, withdrawals and transfers of places', () =>
  race.rounds(async () => {
    const study = await publish(4, 4);
    const own: { person: (typeof race.people)[number]; id: string }[] = [];
    for (const person of race.people)
      own.push({ person, id: (await apply(race.app, person, study)).content.id });
    const ids = [...own.map(({ id }) => id), ...(await addApplicants(race.app, study.id, 12))];
    const decisions = ['ACCEPTED', 'PENDING', 'ACCEPTED', 'ACCEPTED'] as const;
    const params = { id: study.id };
    await race.callers(async (index, { call }) => {
      const leaving = own[index / 5];
      if (leaving) return call(withdrawApplication, { as: leaving.person, params: { id: leaving.id } });
      if (index % 7 === 0) {
        const women = 1 + (index % 6);
        return call(changeQuotas, {
          as: race.researcher,
          params,
          body: { quotas: genderQuotas(women, 8 - women) },
        });
      }
      const list = [...ids.slice(index % ids.length), ...ids.slice(0, index % ids.length)].slice(0, 5);
      return call(decideApplicants, {
        as: race.researcher,
        params,
        body: { applicationIds: list, status: decisions[index % 4] ?? 'ACCEPTED' },
      });
    });
    const groups = await readQuotaCounts(study);
    for (const { accepted, places } of groups) expect(accepted).toBeLessThanOrEqual(places);
    const [women, men] = groups.map(({ accepted }) => accepted);
    const counted = (women ?? 0) + (men ?? 0);
    expect(await readPlaceCounts(race.app, study.id)).toEqual({ counted, accepted: counted, wanted: 8 });
    expect(groups.reduce((sum, { places }) => sum + places, 0)).toBe(8);
  }));

test('BR6 CON-4 of ten who apply at once for two places of a quota, two get one, others wait', () =>
  race.rounds(async () => {
    const study = await publish(2, 5, 'AT_ONCE');
    const answers = await race.callers((index, caller) => apply(caller, race.personAt(index), study));
    const statuses = answers.filter(({ status }) => status === 201).map(({ content }) => content.status);
    expect(statuses.toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'ACCEPTED'),
      ...Array.from({ length: 8 }, () => 'PENDING'),
    ]);
    expect(await readQuotaCounts(study)).toEqual([
      { accepted: 2, places: 2 },
      { accepted: 0, places: 5 },
    ]);
  }));
