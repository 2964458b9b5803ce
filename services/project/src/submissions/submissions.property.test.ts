import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { AGREEMENT_SEQUENCES, sequencesOn } from '@app/test/support/sizes.ts';
import { readPlaceCounts } from '#test/applicants.ts';
import { apply } from '#test/studies.ts';
import {
  decideOnSubmissions,
  findCompletionCode,
  makePaidOnline,
  rejection,
  start,
} from '#test/submissions.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { createSurveyDisputeCommands } from './appeals.ts';
import {
  approveUnansweredSubmissions,
  endUnusedPlaces,
  endRejectedSubmissions,
  endTimedOutSubmissions,
  returnLateSubmissions,
} from './end-by-time.ts';

const app = useApp({ COMPLETION_CODES_PER_PERSON_PER_HOUR: 1_000_000 }, undefined, { withWorkers: false });
const [PLACES, COST_OF_PLACE] = [2, 5100];
let researcher: SignedInUser;
let people: SignedInUser[];
let study: Study;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  people = await Promise.all([1, 2, 3, 4].map(() => registerParticipant(app, { withProfile: true })));
});

const quiet = {
  send: async () => {},
  notify() {},
  notifyChanged() {},
  notifyApplicants() {},
  invalidate() {},
};
let deps: Deps;
beforeAll(() => {
  const db = app.engine.connect<ProjectTables>('project_app');
  const parts = { db, jobs: quiet, openPages: quiet, openStudyCounts: quiet, config: {} };
  deps = parts as unknown as Deps;
});

async function readRows() {
  const { rows } = await sql<{ id: string; participantId: string }>`
    select submission_id as id, participant_id as "participantId" from project.submissions
    where study_id = ${study.id} order by started_at`.execute(app.engine.owner);
  return rows;
}
const lastOf = async ({ userId }: SignedInUser) =>
  (await readRows()).findLast(({ participantId }) => participantId === userId)?.id ?? crypto.randomUUID();
async function passTime(age: string): Promise<void> {
  await sql`
    update project.submissions set started_at = started_at - ${age}::interval, expires_at = expires_at - ${age}::interval,
      submitted_at = submitted_at - ${age}::interval, decided_at = decided_at - ${age}::interval,
      final_at = final_at - ${age}::interval
    where study_id = ${study.id}`.execute(app.engine.owner);
  for (const end of [
    endTimedOutSubmissions,
    endUnusedPlaces,
    approveUnansweredSubmissions,
    returnLateSubmissions,
    endRejectedSubmissions,
  ])
    await end(deps);
}
const enter = async (as: SignedInUser, meaning: 'COMPLETED' | 'SCREENED_OUT' | 'NOT_ELIGIBLE') =>
  app.call(calls.enterCompletionCode, {
    as,
    body: { code: await findCompletionCode(app, researcher, study.id, meaning) },
  });
const decide = async (as: SignedInUser, decision: object) =>
  decideOnSubmissions(app, { researcher, study }, [await lastOf(as)], decision);
const byAdmin = async (as: SignedInUser, decision: 'APPROVED' | 'REJECTED') =>
  createSurveyDisputeCommands(deps).decide({ id: await lastOf(as), decision, reason: 'Read', by: 'kofi' });

/** Each may be refused; the sums must be right in any case. */
const steps: Record<string, (as: SignedInUser) => Promise<unknown>> = {
  async start(as) {
    await apply(app, as, study);
    return start(app, as, study.id);
  },
  complete: (as) => enter(as, 'COMPLETED'),
  screenOut: (as) => enter(as, 'SCREENED_OUT'),
  returns: (as) => enter(as, 'NOT_ELIGIBLE'),
  finish: async (as) => app.call(calls.finishSubmission, { as, params: { id: await lastOf(as) }, body: {} }),
  async withdraw(as) {
    const own = (await app.call(listOwnApplications, { as, query: { size: 100 } })).content;
    const id = own.find((one) => one.study.id === study.id)?.id ?? crypto.randomUUID();
    return app.call(withdrawApplication, { as, params: { id } });
  },
  approve: (as) => decide(as, { decision: 'APPROVE' }),
  reject: (as) => decide(as, rejection),
  undo: (as) => decide(as, { decision: 'UNDO' }),
  appeal: async (as) =>
    app.call(calls.appealRejection, {
      as,
      params: { id: await lastOf(as) },
      body: { statement: 'I answered' },
    }),
  upheld: (as) => byAdmin(as, 'REJECTED'),
  overturned: (as) => byAdmin(as, 'APPROVED'),
  async completeAndWithdraw(as) {
    await steps['complete']!(as);
    await steps['withdraw']!(as);
  },
  async rejectAndAppeal(as) {
    await steps['reject']!(as);
    await passTime('11 minutes');
    await steps['appeal']!(as);
  },
  minutes: () => passTime('11 minutes'),
  hours: () => passTime('61 minutes'),
  days: () => passTime('73 hours'),
};

/** All that is payable, and all that accepted people may still get, each with its fees. */
async function readSums() {
  const { rows } = await sql<{ payable: number; elsewhere: number }>`
    select coalesce(sum(payable.pesewas + 100), 0)::int as payable,
      coalesce(sum(payable.pesewas + 100) filter (where application.status <> 'ACCEPTED'), 0)::int as elsewhere
    from project.payables as payable join project.applications as application using (application_id)
    where payable.study_id = ${study.id} and payable.pesewas > 0`.execute(app.engine.owner);
  const { payable = 0, elsewhere = 0 } = rows[0] ?? {};
  const { counted, accepted } = await readPlaceCounts(app, study.id);
  return { payable, reachable: accepted * COST_OF_PLACE + elsewhere, miscounted: counted - accepted };
}
const hasEnoughMoney = async () => {
  const { payable, reachable, miscounted } = await readSums();
  return Math.max(payable, reachable) <= PLACES * COST_OF_PLACE && miscounted === 0;
};

/** Steps that every way needs come more often than others. */
const OFTEN = ['start', 'start', 'start', 'complete', 'complete', 'completeAndWithdraw', 'rejectAndAppeal'];
const sequence = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps), ...OFTEN), fc.nat(3)), {
  minLength: 20,
  maxLength: 60,
});

/** A place that may still be paid for must not be given away: by a withdrawal, or by an appeal. */
const KNOWN: [[string, number][]][] = [
  [
    [
      ['completeAndWithdraw', 1],
      ['start', 2],
      ['complete', 2],
      ['complete', 0],
    ],
  ],
  [
    [
      ['complete', 1],
      ['rejectAndAppeal', 1],
      ['withdraw', 1],
      ['start', 2],
      ['complete', 2],
      ['complete', 0],
    ],
  ],
];

test('whatever happens to surveys, what is owed with its fees never exceeds what was reserved', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (acts) => {
      study = await makePaidOnline(app, researcher, { desiredNumberOfParticipants: PLACES });
      for (const as of people) await steps['start']!(as);
      for (const [step, at] of acts) {
        await steps[step]!(people[at]!);
        expect(await hasEnoughMoney()).toBe(true);
      }
      // In the end, everyone who can still be paid is.
      for (const as of people) {
        await steps['approve']!(as);
        await steps['overturned']!(as);
      }
      await passTime('73 hours');
      expect(await hasEnoughMoney()).toBe(true);
    }),
    { examples: KNOWN, numRuns: sequencesOn(inject('engine'), AGREEMENT_SEQUENCES) },
  );
});
