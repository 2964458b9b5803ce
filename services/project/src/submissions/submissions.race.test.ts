import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { type RaceAnswer, countSuccesses, refusalCodes, useRace } from '@app/test/support/meeting-races.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { CALLERS, STARTERS } from '@app/test/support/sizes.ts';
import { readPlaceCounts } from '#test/applicants.ts';
import { assertNoDeadlocks } from '#test/locks.ts';
import { apply } from '#test/studies.ts';
import {
  decideOnSubmissions,
  findCompletionCode,
  makeOnline,
  makePaidOnline,
  makeStarted,
  makeSubmissionOlder,
  makeSubmitted,
  rejection,
  start,
} from '#test/submissions.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { createSurveyDisputeCommands } from './appeals.ts';
import {
  approveUnansweredSubmissions,
  endRejectedSubmissions,
  endTimedOutSubmissions,
} from './end-by-time.ts';

const race = useRace({ COMPLETION_CODES_PER_PERSON_PER_HOUR: 1_000_000 });
afterAll(() => assertNoDeadlocks(race.app));

const quiet = {
  send: async () => {},
  notify: () => {},
  notifyChanged: () => {},
  notifyApplicants: () => {},
  invalidate: () => {},
};
let deps: Deps;
beforeAll(() => {
  const db = race.app.engine.connect<ProjectTables>('project_app');
  const parts = { db, jobs: quiet, openPages: quiet, openStudyCounts: quiet, config: {} };
  deps = parts as unknown as Deps;
});

const readSubmissions = async (studyId: string) =>
  (
    await sql<{ id: string; status: string; outcome: string | null; isExtended: boolean }>`
      select submission_id as id, status, outcome, extended_at is not null as "isExtended"
      from project.submissions where study_id = ${studyId} order by started_at`.execute(race.app.engine.owner)
  ).rows;
const enter = (code: string, index: number, caller: Pick<typeof race.app, 'call'> = race.app) =>
  caller.call(calls.enterCompletionCode, { as: race.personAt(index), body: { code } });

test('of all who start at once for three places, three get one, and each has one submission', () =>
  race.rounds(async () => {
    const study = await makeOnline(race.app, race.researcher, { desiredNumberOfParticipants: 3 });
    for (const person of race.people) await apply(race.app, person, study);
    const answers = await race.callers((index, caller) => start(caller, race.personAt(index), study.id));
    const started = await readSubmissions(study.id);
    expect(started.map(({ status }) => status)).toEqual(['STARTED', 'STARTED', 'STARTED']);
    expect(countSuccesses(answers)).toBeGreaterThanOrEqual(3);
    expect([...refusalCodes(answers)]).toEqual(['NO_PLACE_LEFT']);
    expect(await readPlaceCounts(race.app, study.id)).toEqual({ counted: 3, accepted: 3, wanted: 3 });
  }));

test('of twice as many people as places, who apply and start at once, as many start as there are places', () =>
  race.rounds(async () => {
    const places = STARTERS / 2;
    const study = await makeOnline(race.app, race.researcher, { desiredNumberOfParticipants: places });
    const people: SignedInUser[] = [];
    while (people.length < STARTERS)
      people.push(
        ...(await Promise.all(race.people.map(() => registerParticipant(race.app, { withProfile: true })))),
      );
    const answers = await race.callers(async (index, caller) => {
      await apply(caller, people[index]!, study);
      return start(caller, people[index]!, study.id);
    }, STARTERS);
    expect([countSuccesses(answers), [...refusalCodes(answers)]]).toEqual([places, ['NO_PLACE_LEFT']]);
    expect(await readSubmissions(study.id)).toHaveLength(places);
    expect(await readPlaceCounts(race.app, study.id)).toEqual({
      counted: places,
      accepted: places,
      wanted: places,
    });
  }));

test('one code entered many times at once submits each survey once', () =>
  race.rounds(async () => {
    const study = await makeOnline(race.app, race.researcher);
    const code = await findCompletionCode(race.app, race.researcher, study.id);
    for (const person of race.people.slice(0, 2)) await makeStarted(race.app, person, study);
    const answers = await race.callers((index, caller) => enter(code, index % 2, caller));
    expect(countSuccesses(answers)).toBe(CALLERS);
    expect(await readSubmissions(study.id)).toMatchObject([
      { status: 'SUBMITTED', outcome: 'CODE' },
      { status: 'SUBMITTED', outcome: 'CODE' },
    ]);
  }));

test.each(['a code', 'more time'])('%s and the time-out end in one way only', (what) =>
  race.rounds(async () => {
    const study = await makeOnline(race.app, race.researcher, { desiredNumberOfParticipants: 1 });
    const code = await findCompletionCode(race.app, race.researcher, study.id);
    const { id } = await makeStarted(race.app, race.personAt(what === 'a code' ? 2 : 3), study);
    await makeSubmissionOlder(race.app, id, '61 minutes');
    const [answer] = await Promise.all([
      what === 'a code'
        ? enter(code, 2)
        : race.app.call(calls.extendSubmission, { as: race.personAt(3), params: { id } }),
      endTimedOutSubmissions(deps),
    ]);
    const [submission] = await readSubmissions(study.id);
    const isOpen = what === 'a code' ? submission?.status === 'SUBMITTED' : submission?.isExtended === true;
    // A code counts after the time-out too, because the place is still free.
    expect(isOpen).toBe(answer.status < 300);
    const taken = submission?.status === 'TIMED_OUT' ? 0 : 1;
    expect(await readPlaceCounts(race.app, study.id)).toEqual({ counted: taken, accepted: taken, wanted: 1 });
  }),
);

test('a rejection and 72 hours of silence end in one way only', () =>
  race.rounds(async () => {
    const study = await makePaidOnline(race.app, race.researcher);
    const code = await findCompletionCode(race.app, race.researcher, study.id);
    const { id } = await makeStarted(race.app, race.personAt(1), study);
    await enter(code, 1);
    await makeSubmissionOlder(race.app, id, '73 hours');
    const body = {
      submissionIds: [id],
      decision: 'REJECT',
      reason: 'NO_ANSWERS',
      note: 'Our file has no answers with your code.',
    };
    const [answer] = await Promise.all([
      race.app.call(calls.decideSubmissions, { as: race.researcher, params: { id: study.id }, body }),
      approveUnansweredSubmissions(deps),
    ]);
    const [submission] = await readSubmissions(study.id);
    const isRejected = answer.content.results[0]?.because === null;
    expect(submission?.status).toBe(isRejected ? 'REJECTED' : 'APPROVED');
    const { rows } = await sql<{ pesewas: number }>`
      select coalesce(sum(pesewas), 0)::int as pesewas from project.payables where study_id = ${study.id}`.execute(
      race.app.engine.owner,
    );
    expect(rows[0]?.pesewas).toBe(isRejected ? 0 : 5000);
  }));

test('screen-outs while the last places are given never use more money than was reserved', () =>
  race.rounds(async () => {
    const study = await makePaidOnline(race.app, race.researcher);
    await sql`update project.studies set desired_number_of_participants = 3 where study_id = ${study.id}`.execute(
      race.app.engine.owner,
    );
    const code = await findCompletionCode(race.app, race.researcher, study.id, 'SCREENED_OUT');
    for (const person of race.people) await apply(race.app, person, study);
    await race.callers<RaceAnswer>((index, caller) => {
      const isCode = Math.floor(index / race.people.length) % 2 === 1;
      return isCode ? enter(code, index, caller) : start(caller, race.personAt(index), study.id);
    }, 40);
    const { rows } = await sql<{ accepted: number; elsewhere: number }>`
      select accepted_count::int as accepted,
        (select coalesce(sum(pesewas + 100), 0)::int from project.payables where study_id = study.study_id) as elsewhere
      from project.studies as study where study_id = ${study.id}`.execute(race.app.engine.owner);
    const { accepted = 0, elsewhere = 0 } = rows[0] ?? {};
    expect(accepted * 5100 + elsewhere).toBeLessThanOrEqual(3 * 5100);
    expect(elsewhere).toBeGreaterThan(0);
  }));

async function makeRejected(person: SignedInUser) {
  const study = await makePaidOnline(race.app, race.researcher);
  const given = { researcher: race.researcher, participant: person, study };
  const id = await makeSubmitted(race.app, given);
  await decideOnSubmissions(race.app, given, [id], rejection);
  await makeSubmissionOlder(race.app, id, '11 minutes');
  const body = { statement: 'I answered all of it.' };
  const appeal = () => race.app.call(calls.appealRejection, { as: person, params: { id }, body });
  return { study, id, appeal };
}

test('an appeal and the end of its time end in one way only', () =>
  race.rounds(async () => {
    const { study, id, appeal } = await makeRejected(race.personAt(4));
    await sql`update project.submissions set final_at = now() - interval '72 hours' + interval '15 milliseconds'
      where submission_id = ${id}`.execute(race.app.engine.owner);
    const [answer] = await Promise.all([
      appeal(),
      ...Array.from({ length: 10 }, (_, at) => pause(at * 4).then(() => endRejectedSubmissions(deps))),
    ]);
    await endRejectedSubmissions(deps);
    const taken = answer.status < 300 ? 1 : 0;
    expect(await readPlaceCounts(race.app, study.id)).toMatchObject({ counted: taken, accepted: taken });
  }));

test('two admins decide once, and the place is paid or free', () =>
  race.rounds(async () => {
    const { study, id, appeal } = await makeRejected(race.personAt(5));
    await appeal();
    const admin = createSurveyDisputeCommands(deps);
    const given = { id, reason: 'We read the answers.', by: 'kofi' };
    const decided = await Promise.all(
      (['APPROVED', 'REJECTED', 'APPROVED', 'REJECTED'] as const).map((decision) =>
        admin.decide({ ...given, decision }),
      ),
    );
    expect(decided.filter(Boolean)).toEqual([true]);
    await endRejectedSubmissions(deps);
    const taken = decided.indexOf(true) % 2 === 0 ? 1 : 0;
    expect(await readPlaceCounts(race.app, study.id)).toMatchObject({ counted: taken, accepted: taken });
  }));
