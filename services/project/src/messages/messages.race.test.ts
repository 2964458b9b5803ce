import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  THREADS_PER_DAY,
  blockThread,
  sendMessage,
  writeToApplicants,
} from '@app/contracts/project/messages.ts';
import { type Race, refusalCodes, useRace, countSuccesses } from '@app/test/support/meeting-races.ts';
import { recordStatements } from '@app/test/support/record-statements.ts';
import { CALLERS } from '@app/test/support/sizes.ts';
import { addApplicants, decide } from '#test/applicants.ts';
import { setNotified } from '#test/meetings.ts';
import { makeProject, makePublished } from '#test/studies.ts';

const race = useRace();

const readThreadMessages = async (applicationId: string) =>
  (
    await sql<{ number: number; text: string }>`
      select number, text from project.messages where application_id = ${applicationId} order by number`.execute(
      race.app.engine.owner,
    )
  ).rows;

async function declined(count: number) {
  const { id: projectId } = await makeProject(race.app, race.researcher);
  const study = await makePublished(race.app, race.researcher, { projectId });
  const ids = await addApplicants(race.app, study.id, count);
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100);
    await decide(race.app, race.researcher, study.id, some, { status: 'DECLINED', reason: 'OTHER' });
  }
  await setNotified(race.app, ids);
  return { study, ids };
}

describe('concurrent messages', { shuffle: false }, () => {
  test('sends with one key create one message, even if an answer was lost before it was stored', () =>
    race.rounds(async () => {
      const {
        applicationIds: [applicationId = ''],
      } = await race.makeFull(1);
      const key = crypto.randomUUID();
      const send = (_: unknown, caller: { call: Race['app']['call'] }) =>
        caller.call(sendMessage, {
          as: race.researcher,
          params: { applicationId },
          body: { text: 'Once' },
          headers: { 'idempotency-key': key },
        });
      const answers = await race.callers(send);
      expect(countSuccesses(answers)).toBeGreaterThan(0);
      for (const code of refusalCodes(answers)) expect(code).toBe('IN_FLIGHT');
      // This simulates a crash between the commit and the answer.
      await sql`update project.idempotency_keys set answer = null, claimed_at = '-infinity'`.execute(
        race.app.engine.owner,
      );
      expect((await race.callers(send, 1))[0]?.status).toBe(201);
      expect(await readThreadMessages(applicationId)).toEqual([{ number: 1, text: 'Once' }]);
    }));

  test('if both sides write at once, message numbers have no gaps, and one notification covers them', () =>
    race.rounds(async () => {
      const {
        applicationIds: [applicationId = ''],
      } = await race.makeFull(1);
      const participant = race.personAt(0);
      const answers = await race.callers((index, caller) =>
        caller.call(sendMessage, {
          as: index % 2 === 0 ? race.researcher : participant,
          params: { applicationId },
          body: { text: `Number ${index}` },
        }),
      );
      expect(countSuccesses(answers)).toBe(CALLERS);
      const numbers = (await readThreadMessages(applicationId)).map(({ number }) => number);
      expect(numbers).toEqual(Array.from({ length: CALLERS }, (_, index) => index + 1));
      const { rows } = await sql`
      select from project.notifications where key like ${`message:${applicationId}:%`}`.execute(
        race.app.engine.owner,
      );
      expect(rows).toHaveLength(2);
    }));

  test('a message that waits while the other side blocks is refused, and none is written later', () =>
    race.rounds(async () => {
      const {
        applicationIds: [applicationId = ''],
      } = await race.makeFull(1);
      const send = () =>
        race.app.call(sendMessage, {
          as: race.researcher,
          params: { applicationId },
          body: { text: 'Again' },
        });
      expect((await send()).status).toBe(201);
      // This call checks before the block and waits for the row.
      const block = await race.app.engine.owner.startTransaction().execute();
      await sql`select from project.threads where application_id = ${applicationId} for update`.execute(
        block,
      );
      const late = send();
      const waiting = async () =>
        (
          await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into project.threads%'`.execute(
            race.app.engine.owner,
          )
        ).rows.length;
      await expect.poll(waiting).toBe(1);
      await sql`update project.threads set participant_blocked_at = now() where application_id = ${applicationId}`.execute(
        block,
      );
      await block.commit().execute();
      expect((await late).json['code']).toBe('MESSAGES_BLOCKED');
      const answers = await race.callers(async (index, caller) =>
        caller.call(index % 2 === 0 ? sendMessage : blockThread, {
          as: index % 2 === 0 ? race.researcher : race.personAt(0),
          params: { applicationId },
          body: index % 2 === 0 ? { text: 'Again' } : { isBlocked: true },
        }),
      );
      for (const code of refusalCodes(answers)) expect(code).toBe('MESSAGES_BLOCKED');
      expect(await readThreadMessages(applicationId)).toHaveLength(1);
    }));

  test('a message to many needs as few statements as one, except email jobs; each has a number', async () => {
    const { study, ids } = await declined(20);
    const [first = ''] = ids;
    const toMany = (applicationIds: readonly string[]) =>
      race.app.call(writeToApplicants, {
        as: race.researcher,
        params: { id: study.id },
        body: { applicationIds, text: 'Thank you' },
      });
    const countMessageStatements = async (applicationIds: readonly string[]) =>
      (await recordStatements(() => toMany(applicationIds)))
        .map(({ text }) => text)
        .filter((text) => /project"?\."?(?:messages|threads|notifications|applications)\b/.test(text)).length;
    const ofOne = await countMessageStatements([first]);
    expect(ofOne).toBeGreaterThan(4);
    expect(await countMessageStatements(ids)).toBe(ofOne);
    expect((await readThreadMessages(first)).map(({ number }) => number)).toEqual([1, 2]);
    expect((await readThreadMessages(ids[1] ?? '')).map(({ number }) => number)).toEqual([1]);
    const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project.notifications where kind = 'NEW_MESSAGE'
      and params->>'studyId' = ${study.id}`.execute(race.app.engine.owner);
    expect(rows).toEqual([{ count: ids.length }]);
  });

  test('if more conversations start at once than a day allows, singly and in batches, exactly the limit starts', () =>
    race.rounds(async () => {
      await sql`update project.threads set started_at = now() - interval '2 days'`.execute(
        race.app.engine.owner,
      );
      const { study, ids } = await declined(THREADS_PER_DAY + CALLERS);
      const alone = ids.slice(0, CALLERS - 2);
      const others = ids.slice(CALLERS - 2);
      const halves = [others.slice(0, 100), others.slice(-100)];
      const began = async () =>
        (
          await sql<{ count: number }>`
          select count(*)::int as count from project.threads where study_id = ${study.id} and last_number > 0`.execute(
            race.app.engine.owner,
          )
        ).rows[0]?.count;
      const answers = await race.callers<{ status: number; json: Record<string, unknown> }>(
        (index, caller) => {
          const half = halves[index - alone.length];
          return half
            ? caller.call(writeToApplicants, {
                as: race.researcher,
                params: { id: study.id },
                body: { applicationIds: half, text: 'Thank you' },
              })
            : caller.call(sendMessage, {
                as: race.researcher,
                params: { applicationId: alone[index] ?? '' },
                body: { text: 'Thank you' },
              });
        },
      );
      for (const code of refusalCodes(answers)) expect(code).toBe('TOO_MANY_THREADS');
      expect(await began()).toBe(THREADS_PER_DAY);
    }));
});
