import { sql } from 'kysely';
import { expect } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type TestApp, startTestApp, useStartedObject } from './app.ts';
import { countDeadlocks } from './deadlocks.ts';
import { registerParticipant, registerResearcher } from './people.ts';
import { CALLERS, RACE_ROUNDS } from './sizes.ts';
import type { GivenSettings } from './wide-limits.ts';
import {
  accept,
  findBookingFlaws,
  setNotified,
  assertSeatsAtCommit,
} from '../../services/project/test/meetings.ts';
import { makeProject, makePublished } from '../../services/project/test/studies.ts';

type Call = { call: TestApp['call'] };
export type RaceAnswer = { status: number; json: Record<string, unknown> };

/**
 * Starts two nodes on one database, with ten people. The database refuses a commit whose seats do not add up.
 */
async function startRace(settings: GivenSettings = {}, withWorkers = false) {
  const app = await startTestApp(settings, undefined, { withWorkers });
  await assertSeatsAtCommit(app);
  const nodes: Call[] = [app, { call: await app.startNode({ withWorkers }) }];
  const researcher = await registerResearcher(app, { verified: true });
  const people = await Promise.all(
    Array.from({ length: 10 }, () => registerParticipant(app, { withProfile: true })),
  );
  const jobsLeft = async (queue: string) =>
    (
      await sql`select 1 from project_jobs.job where name = ${queue} and state in ('created', 'retry', 'active')`.execute(
        app.engine.owner,
      )
    ).rows.length;
  return {
    app,
    researcher,
    people,
    personAt: (index: number): SignedInUser => people[index % people.length] as SignedInUser,
    /** Each round starts from the state of the one before, and checks consistency. */
    async rounds(round: (number: number) => Promise<void>): Promise<void> {
      for (let number = 0; number < RACE_ROUNDS; number += 1) {
        await round(number);
        expect(await findBookingFlaws(app)).toEqual([]);
      }
    },
    /** Sends all requests at once, alternately to both nodes; none may get a server error. */
    async callers<Answer extends { status: number }>(
      ask: (index: number, caller: Call) => Promise<Answer>,
      count = CALLERS,
    ): Promise<Answer[]> {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) => ask(index, nodes[index % nodes.length] as Call)),
      );
      for (const { status } of answers) expect(status).toBeLessThan(500);
      return answers;
    },
    /** Creates a study with this number of accepted participants. */
    async makeFull(count = people.length) {
      const project = await makeProject(app, researcher);
      const study = await makePublished(app, researcher, { projectId: project.id });
      const ids: string[] = [];
      for (const participant of people.slice(0, count))
        ids.push(await accept(app, { researcher, participant, study }));
      await setNotified(app, ids);
      return { study, applicationIds: ids };
    },
    /** Marks all bookings as turned away, so that the next round starts with none. */
    async endAll(): Promise<void> {
      await sql`update project.bookings set state = 'TURNED_AWAY', expires_at = null, final_at = marked_at
        where state in ('OFFERED', 'BOOKED', 'CONFIRMED', 'ATTENDED')`.execute(app.engine.owner);
    },
    deadlocks: () => countDeadlocks(app),
    async queueIdle(queue: string): Promise<void> {
      await expect.poll(() => jobsLeft(queue), { interval: 10 }).toBe(0);
    },
    close: () => app.close(),
  };
}
export type Race = Awaited<ReturnType<typeof startRace>>;

/** Provides the race of a test file. */
export const useRace = (...given: Parameters<typeof startRace>): Race =>
  useStartedObject(() => startRace(...given));

export const refusalCodes = (answers: readonly RaceAnswer[]) =>
  new Set(answers.filter(({ status }) => status >= 300).map(({ json }) => json['code']));
export const countSuccesses = (answers: readonly RaceAnswer[]) =>
  answers.filter(({ status }) => status < 300).length;
