import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { deleteProject, editProject, readProject } from '@app/contracts/project/projects.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import * as calls from '@app/contracts/project/study-calls.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { CALLERS, IS_LONG_RACE, RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { makeDraft, makeInState, makeProject, makePublished, planBody, studyBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let projectId: string;

beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const at = (id: string) => ({ as: researcher, params: { id } });
const callers = <T>(call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => call(index)));
const rounds = async (round: (number: number) => Promise<void>) => {
  for (let number = 0; number < RACE_ROUNDS; number += 1) await round(number);
};
const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, all]) => [
      status,
      all?.length,
    ]),
  );

async function selectRows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(app.engine.owner)).rows;
}
const studyRow = async (id: string) => {
  const [row] = await selectRows(sql<{
    state: string;
    version: number;
    slots: number;
    places: number | null;
  }>`
    select state, version, desired_number_of_participants as places,
      (select count(*) from project.study_slots as slot where slot.study_id = study.study_id) as slots
    from project.studies as study where study_id = ${id} and deleted_at is null`);
  return row;
};
const readStudyEvents = async (id: string) =>
  (
    await selectRows(sql<{ event: string }>`select event from project.audit where about = ${id} order by at`)
  ).map(({ event }) => event);

test('S-315 CON-3 fifty equal publishes at once are one publish', () =>
  rounds(async () => {
    const draft = await makeDraft(app, researcher, { projectId });
    const answers = await callers(() => app.call(calls.publishStudy, { ...at(draft.id), body: planBody() }));
    expect(tally(answers)).toEqual({ 200: CALLERS });
    expect(new Set(answers.map(({ content }) => JSON.stringify(content))).size).toBe(1);
    expect(await studyRow(draft.id)).toMatchObject({ state: 'PUBLISHED', version: 2, slots: 6 });
    expect(await readStudyEvents(draft.id)).toEqual(['STUDY_PUBLISHED']);
  }));

test('S-315 CON-3 of fifty different plans at once, exactly one is published, completely', () =>
  rounds(async () => {
    const draft = await makeDraft(app, researcher, { projectId });
    const times = ['09:00 AM', '09:30 AM', '02:00 PM', '02:30 PM', '03:00 PM'];
    const planAt = (index: number) => ({
      desiredNumberOfParticipants: index + 1,
      availableTimes: times.slice(0, 1 + (index % times.length)),
    });
    const answers = await callers((index) =>
      app.call(calls.publishStudy, { ...at(draft.id), body: planBody(planAt(index)) }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: CALLERS - 1 });
    const won = planAt(answers.findIndex(({ status }) => status === 200));
    expect(answers.find(({ status }) => status === 200)?.content).toMatchObject(won);
    expect(await studyRow(draft.id)).toEqual({
      state: 'PUBLISHED',
      version: 2,
      places: won.desiredNumberOfParticipants,
      slots: 2 * won.availableTimes.length,
    });
  }));

test('CON-5 of fifty edits with one ETag, exactly one succeeds', () =>
  rounds(async () => {
    const draft = await makeDraft(app, researcher, { projectId });
    const project = await makeProject(app, researcher);
    const headers = { 'if-match': '"1"' };
    const edits = await callers((index) =>
      app.call(calls.editStudy, { ...at(draft.id), headers, body: { name: `By ${index}` } }),
    );
    const projectEdits = await callers((index) =>
      app.call(editProject, { ...at(project.id), headers, body: { projectName: `By ${index}` } }),
    );
    for (const answers of [edits, projectEdits]) expect(tally(answers)).toEqual({ 200: 1, 412: CALLERS - 1 });
    const read = await app.call(readStudy, at(draft.id));
    expect(read.content).toEqual(edits.find(({ status }) => status === 200)?.content);
    const readAgain = await app.call(readProject, at(project.id));
    expect(readAgain.content).toEqual(projectEdits.find(({ status }) => status === 200)?.content);
    expect([read.content.version, readAgain.content.version]).toEqual([2, 2]);
  }));

test('CON-5 fifty edits of different fields without an ETag are all kept', () =>
  rounds(async (round) => {
    const draft = await makeDraft(app, researcher, { projectId });
    const edits = [
      { name: `Name ${round}` },
      { publicName: `Public name ${round}` },
      { description: `Description ${round}` },
      { minimumAge: 19 },
      { maximumAge: 91 },
    ];
    const answers = await callers((index) =>
      app.call(calls.editStudy, { ...at(draft.id), body: edits[index % edits.length] }),
    );
    expect(tally(answers)).toEqual({ 200: CALLERS });
    const versions = answers.map(({ content }) => content.version).toSorted((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: CALLERS }, (_, index) => index + 2));
    const { content } = await app.call(readStudy, at(draft.id));
    expect(content).toMatchObject({ ...Object.assign({}, ...edits), version: CALLERS + 1 });
  }));

test('S-312 concurrent increases only ever raise the number of places, and each is one change', () =>
  rounds(async () => {
    const study = await makePublished(app, researcher, { projectId });
    const wanted = (index: number) => 20 + ((index * 7) % CALLERS);
    const answers = await callers((index) =>
      app.call(calls.addPlaces, { ...at(study.id), body: { desiredNumberOfParticipants: wanted(index) } }),
    );
    for (const { status, json } of answers) {
      if (status !== 200) expect(json).toMatchObject({ code: 'INVALID_INPUT' });
    }
    const made = (await readStudyEvents(study.id)).filter((event) => event === 'STUDY_PLACES_ADDED').length;
    const most = Math.max(...answers.map((_, index) => wanted(index)));
    expect(await studyRow(study.id)).toMatchObject({ places: most, version: study.version + made });
    expect(made).toBe(answers.filter(({ status }) => status === 200).length);
  }));

test('S-316 concurrent pauses, resumes and a closing each succeed or are refused with the reason', async () => {
  let closedAmongMoves = 0;
  await rounds(async (round) => {
    const study = await makeInState(app, researcher, round % 2 === 0 ? 'PUBLISHED' : 'PAUSED', {
      projectId,
    });
    const transitions = [calls.pauseStudy, calls.resumeStudy];
    const closers = round % 4 < 2 ? 1 : 0;
    const closer = closers === 0 ? -1 : (round * 7) % CALLERS;
    const answers = await callers((index) =>
      app.call(
        index === closer ? calls.closeStudy : (transitions[index % 2] ?? calls.pauseStudy),
        at(study.id),
      ),
    );
    for (const { status, json } of answers) {
      if (status !== 200) expect([closers, json['code']]).toEqual([1, 'STUDY_IS_CLOSED']);
    }
    const row = await studyRow(study.id);
    const events = (await readStudyEvents(study.id)).slice(study.version - 1);
    // Each successful transition raised the version by one and left one event. The last event has the final
    // state.
    expect(row?.version).toBe(study.version + events.length);
    const made = { STUDY_PAUSED: 'PAUSED', STUDY_RESUMED: 'PUBLISHED', STUDY_CLOSED: 'CLOSED' };
    const states = events.map((event) => made[event as keyof typeof made]);
    expect(row?.state).toBe(states.at(-1) ?? study.state);
    expect(states.every((state, index) => state !== [study.state, ...states][index])).toBe(true);
    expect(states.filter((state) => state === 'CLOSED')).toHaveLength(closers);
    const isAmongMoves = states.length > 1 && answers.some(({ status }) => status === 409);
    if (closers === 1 && isAmongMoves) closedAmongMoves += 1;
  });
  // Whether transitions come before or after the closing is chance, so only many rounds show both.
  if (IS_LONG_RACE) expect(closedAmongMoves).toBeGreaterThan(0);
});

test('AV1 a time that is added while the job checks an ended study keeps it open', async () => {
  const { id } = await makePublished(app, researcher, { projectId });
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('delete from project.study_slots where study_id = $1', [id]);
  // The job stops while it searches: its statement no longer sees a later time, and has no lock yet.
  await holder.query(`
    alter table project.studies enable row level security;
    create policy in_step on project.studies using (pg_advisory_xact_lock_shared(56) is not null);
    select pg_advisory_lock(56)`);
  onTestFinished(() =>
    selectRows(sql`alter table project.studies disable row level security`).then(() => undefined),
  );
  await selectRows(sql.raw(startJobSql('project', 'endings')));
  const waiting = sql`
    select from pg_stat_activity where datname = current_database()
      and wait_event = 'advisory' and query like '%ends_at%skip locked%'`;
  await expect.poll(() => selectRows(waiting)).toHaveLength(1);
  await holder.query(
    `insert into project.study_slots (study_id, starts_at) values ($1, now() + interval '1 day')`,
    [id],
  );
  await holder.query('update project.studies set version = version + 1 where study_id = $1', [id]);
  await holder.query('select pg_advisory_unlock(56)');
  const left = sql`
    select from project_jobs.job where name = 'endings' and state in ('created', 'retry', 'active')`;
  await expect.poll(() => selectRows(left)).toEqual([]);
  expect(await studyRow(id)).toMatchObject({ state: 'PUBLISHED', slots: 1 });
});

test('S-302 CON-4 a project is deleted while its drafts are published, added, deleted and restored', async () => {
  const outcomes = new Set<number>();
  await rounds(async (round) => {
    const { id } = await makeProject(app, researcher);
    const drafts = await Promise.all(
      Array.from({ length: 3 }, () => makeDraft(app, researcher, { projectId: id })),
    );
    const deletedStudy = await makePublished(app, researcher, { projectId: id });
    await app.call(calls.deleteStudy, at(deletedStudy.id));
    const [removed, published, added, restored] = await Promise.all([
      setTimeout((round * 5) % 8).then(() => app.call(deleteProject, at(id))),
      Promise.all(
        drafts.map((draft, index) =>
          setTimeout(index * 3).then(() =>
            app.call(calls.publishStudy, { ...at(draft.id), body: planBody() }),
          ),
        ),
      ),
      app.call(calls.createStudy, { as: researcher, body: studyBody(id) }),
      setTimeout((round * 3) % 5).then(() => app.call(calls.restoreStudy, at(deletedStudy.id))),
    ]);
    outcomes.add(removed.status);
    const left = await selectRows(sql<{ state: string }>`
      select state from project.studies where project_id = ${id} and deleted_at is null order by state`);
    const states = left.map(({ state }) => state);
    if (removed.status === 204) {
      expect(states).toEqual([]);
      expect(tally(published)).toEqual({ 404: 3 });
      expect([201, 404]).toContain(added.status);
      expect(restored.status).toBe(404);
    } else {
      expect(removed).toMatchObject({ status: 409, json: { code: 'PROJECT_HAS_OPEN_STUDIES' } });
      expect(tally(published)).toEqual({ 200: 3 });
      expect([added.status, restored.status]).toEqual([201, 200]);
      expect(states).toEqual(['DRAFT', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED']);
    }
  });
  // Which side comes first is chance, so only many rounds show both.
  if (IS_LONG_RACE) expect(outcomes).toEqual(new Set([204, 409]));
});
