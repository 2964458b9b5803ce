import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as own from '@app/contracts/project/applications.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { bookSlot } from '@app/contracts/project/bookings.ts';
import { changeConsent } from '@app/contracts/project/study-calls.ts';
import { refusalCodes, useRace } from '@app/test/support/meeting-races.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { CALLERS } from '@app/test/support/sizes.ts';
import { readPlaceCounts } from '#test/applicants.ts';
import { PHONE, accept, freshSlot } from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { assertNoDeadlocks } from '#test/locks.ts';

const race = useRace({}, true);
let projectId: string;
beforeAll(async () => {
  projectId = (await makeProject(race.app, race.researcher)).id;
});
afterAll(() => assertNoDeadlocks(race.app));

const publish = (choosing?: 'AT_ONCE') =>
  makePublished(
    race.app,
    race.researcher,
    { projectId, consentText: 'The first text.' },
    { desiredNumberOfParticipants: 100, ...(choosing && { choosing }) },
  );

test.each([undefined, 'AT_ONCE' as const])(
  'if the text changes while fifty people apply, those with the old one are asked again once (%s)',
  async (choosing) => {
    const people = await Promise.all(
      Array.from({ length: CALLERS }, () => registerParticipant(race.app, { withProfile: true })),
    );
    await race.rounds(async () => {
      const study = await publish(choosing);
      const answers = await race.callers(async (index, caller) => {
        if (index % 10 !== 5) return apply(caller, people[index] as (typeof people)[number], study);
        const body = { text: `The text of ${index}.` };
        return caller.call(changeConsent, { as: race.researcher, params: { id: study.id }, body });
      });
      for (const code of refusalCodes(answers)) expect(code).toBe('CONSENT_NEEDED');
      await race.queueIdle('consent-notifications');
      const { rows } = await sql<{ old: number; unnotified: number; texts: number; version: number }>`
        select count(*) filter (where application.consent_version < study.consent_version)::int as old,
          count(*) filter (where application.consent_version < study.consent_version and not exists (
            select from project.notifications as notification where notification.key =
              'consent:' || study.study_id || ':' || study.consent_version || ':' || application.applicant_id))::int as unnotified,
          (select count(*)::int from project.study_consents as consent where consent.study_id = study.study_id) as texts,
          study.consent_version as version
        from project.studies as study left join project.applications as application using (study_id)
        where study_id = ${study.id} group by study.study_id`.execute(race.app.engine.owner);
      const [found] = rows;
      const changes = Math.floor((CALLERS + 4) / 10);
      expect(found).toMatchObject({ unnotified: 0, texts: 1 + changes, version: 1 + changes });
      const applied = answers.filter(({ status }) => status === 201).length;
      expect(found?.old).toBe(applied);
    });
  },
);

test('withdrawing consent during a decision or a booking removes the applicant and releases the place and time', () =>
  race.rounds(async () => {
    const study = await publish();
    const ids: string[] = [];
    for (const [index, participant] of race.people.entries()) {
      if (index % 2 === 1) ids.push((await apply(race.app, participant, study)).content.id);
      else ids.push(await accept(race.app, { researcher: race.researcher, participant, study }));
    }
    const slots = await Promise.all(race.people.map(() => freshSlot(race.app, study.id)));
    const answers = await race.callers(async (index, caller) => {
      const at = index % race.people.length;
      const [as, id, slotId] = [race.personAt(at), ids[at] ?? '', slots[at] ?? ''];
      if (Math.floor(index / race.people.length) % 2 === 1)
        return caller.call(own.withdrawConsent, { as, params: { id } });
      return at % 2 === 0
        ? caller.call(bookSlot, { as, params: { id: study.id }, body: { slotId, phoneNumber: PHONE } })
        : caller.call(decideApplicants, {
            as: race.researcher,
            params: { id: study.id },
            body: { applicationIds: [id], status: 'ACCEPTED' },
          });
    });
    for (const code of refusalCodes(answers)) expect(code).toBe('NOT_ACCEPTED');
    const { rows } = await sql`
      select distinct status, responses::text as answers,
        (select sum(taken)::int from project.study_slots as slot where slot.study_id = application.study_id) as taken
      from project.applications as application where study_id = ${study.id}`.execute(race.app.engine.owner);
    expect(rows).toEqual([{ status: 'WITHDRAWN', answers: '[]', taken: 0 }]);
    expect(await readPlaceCounts(race.app, study.id)).toMatchObject({ counted: 0, accepted: 0 });
    const notified = await sql<{ count: number }>`
      select count(*)::int as count from project.notifications
      where kind = 'CONSENT_WITHDRAWN' and params ->> 'studyId' = ${study.id}`.execute(race.app.engine.owner);
    expect(notified.rows).toEqual([{ count: race.people.length }]);
  }));
