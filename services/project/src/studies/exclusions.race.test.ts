import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { useRace } from '@app/test/support/meeting-races.ts';
import { makeDraft, makeProject, planBody, responsesTo } from '#test/studies.ts';

const race = useRace();
let person: SignedInUser;
let projectId: string;
beforeAll(async () => {
  person = await registerParticipant(race.app, { withProfile: true });
  projectId = (await makeProject(race.app, race.researcher)).id;
});

/** Creates two studies, each of which excludes applicants of the other. */
async function publishTwins(plan: Partial<StudyPublish>) {
  const { app, researcher: as } = race;
  const twins = [await makeDraft(app, as, { projectId }), await makeDraft(app, as, { projectId })] as const;
  for (const [at, { id }] of twins.entries()) {
    const studies = [twins[1 - at]!.id];
    const body = { excludedStudies: { studies, who: ['APPLIED' as const], weeks: null } };
    await app.call(editStudy, { as, params: { id }, body });
  }
  for (const { id } of twins) await app.call(publishStudy, { as, params: { id }, body: planBody(plan) });
  return twins;
}

test.each([{ choosing: 'AFTER_ACCEPTANCE' }, { choosing: 'AT_ONCE' }] as const)(
  'a person who applies at once to two studies that exclude each other’s applicants enters one, $choosing',
  (plan) =>
    race.rounds(async () => {
      const twins = await publishTwins(plan);
      const answers = await race.callers((index, { call }) => {
        const { id, ...study } = twins[index % 2]!;
        const body = { applicantId: person.userId, responses: responsesTo(study), consentVersion: 0 };
        return call(applyToStudy, { as: person, params: { id }, body });
      });
      const { rows } = await sql<{ studyId: string }>`
        select study_id as "studyId" from project.applications
        where applicant_id = ${person.userId} and study_id = any(${twins.map(({ id }) => id)}::uuid[])`.execute(
        race.app.engine.owner,
      );
      expect(rows).toHaveLength(1);
      const won = twins.findIndex(({ id }) => id === rows[0]?.studyId);
      const codes = answers.map(({ status, json }, index) =>
        status === 201 ? `in ${index % 2}` : `${index % 2} ${String(json['code'])}`,
      );
      expect(codes.filter((code) => code.startsWith('in'))).toEqual([`in ${won}`]);
      expect(new Set(codes)).toEqual(
        new Set([`in ${won}`, `${won} ALREADY_APPLIED`, `${1 - won} STUDY_DOES_NOT_FIT`]),
      );
    }),
);
