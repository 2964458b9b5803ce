import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { STUDY_STATES, type Study } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeInState, makeProject, makePublished, planBody } from '#test/studies.ts';

const app = useApp();
let owner: SignedInUser;
let other: SignedInUser;
let projectId: string;

beforeAll(async () => {
  [owner, other] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
  ]);
  projectId = (await makeProject(app, owner)).id;
});

const anotherPlan = planBody({ desiredNumberOfParticipants: 13 });
const transitions = {
  edit: { endpoint: calls.editStudy, body: { name: 'Another name' } },
  publish: { endpoint: calls.publishStudy, body: planBody() },
  'publish otherwise': { endpoint: calls.publishStudy, body: anotherPlan },
  'more places': { endpoint: calls.addPlaces, body: { desiredNumberOfParticipants: 13 } },
  pause: { endpoint: calls.pauseStudy },
  resume: { endpoint: calls.resumeStudy },
  close: { endpoint: calls.closeStudy },
  delete: { endpoint: calls.deleteStudy },
  restore: { endpoint: calls.restoreStudy },
};
type TransitionName = keyof typeof transitions;

function make(
  name: TransitionName,
  study: Pick<Study, 'id'>,
  as = owner,
  headers: Record<string, string> = {},
) {
  const { endpoint, ...given } = transitions[name];
  return app.call(endpoint, { as, params: { id: study.id }, headers, ...given });
}
const read = async ({ id }: Pick<Study, 'id'>) => app.call(readStudy, { as: owner, params: { id } });

async function readStudyEvents({ id }: Pick<Study, 'id'>): Promise<string[]> {
  const { rows } = await sql<{ event: string; user_id: string }>`
    select event, user_id from project.audit where about = ${id} order by at`.execute(app.engine.owner);
  expect(rows.every(({ user_id }) => user_id === owner.userId)).toBe(true);
  return rows.map(({ event }) => event);
}

/** The next state, `NO_CHANGE` for a repeated transition, or the refusal. */
const table = {
  DRAFT: {
    edit: 'DRAFT',
    publish: 'PUBLISHED',
    'publish otherwise': 'PUBLISHED',
    'more places': 'STUDY_IS_DRAFT',
    pause: 'STUDY_IS_DRAFT',
    resume: 'STUDY_IS_DRAFT',
    close: 'STUDY_IS_DRAFT',
    delete: 'GONE',
    restore: 'NO_CHANGE',
  },
  PUBLISHED: {
    edit: 'STUDY_IS_PUBLISHED',
    publish: 'NO_CHANGE',
    'publish otherwise': 'STUDY_IS_PUBLISHED',
    'more places': 'PUBLISHED',
    pause: 'PAUSED',
    resume: 'NO_CHANGE',
    close: 'CLOSED',
    delete: 'GONE',
    restore: 'NO_CHANGE',
  },
  PAUSED: {
    edit: 'STUDY_IS_PAUSED',
    // The study is not published any more, and answering that it is would mislead its researcher.
    publish: 'STUDY_IS_PAUSED',
    'publish otherwise': 'STUDY_IS_PAUSED',
    'more places': 'PAUSED',
    pause: 'NO_CHANGE',
    resume: 'PUBLISHED',
    close: 'CLOSED',
    delete: 'GONE',
    restore: 'NO_CHANGE',
  },
  CLOSED: {
    edit: 'STUDY_IS_CLOSED',
    publish: 'STUDY_IS_CLOSED',
    'publish otherwise': 'STUDY_IS_CLOSED',
    'more places': 'STUDY_IS_CLOSED',
    pause: 'STUDY_IS_CLOSED',
    resume: 'STUDY_IS_CLOSED',
    close: 'NO_CHANGE',
    delete: 'GONE',
    restore: 'NO_CHANGE',
  },
} as const satisfies Record<Study['state'], Record<TransitionName, string>>;

const auditEventByTransition: Record<string, string> = {
  publish: 'STUDY_PUBLISHED',
  'publish otherwise': 'STUDY_PUBLISHED',
  'more places': 'STUDY_PLACES_ADDED',
  pause: 'STUDY_PAUSED',
  resume: 'STUDY_RESUMED',
  close: 'STUDY_CLOSED',
  delete: 'STUDY_DELETED',
};
const cases = STUDY_STATES.flatMap((state) =>
  (Object.keys(transitions) as TransitionName[]).map(
    (transition) => [state, transition, table[state][transition]] as const,
  ),
);

describe('S-316 every transition from every state', () => {
  test.each(cases)('%s, %s: %s', async (state, transition, outcome) => {
    const study = await makeInState(app, owner, state, { projectId });
    const before = await readStudyEvents(study);
    const answer = await make(transition, study);
    const after = await read(study);
    const newEvents = (await readStudyEvents(study)).slice(before.length);
    if (outcome === 'GONE') {
      expect(answer.status).toBe(204);
      expect(after).toMatchObject({ status: 404, json: { code: 'STUDY_NOT_FOUND' } });
      expect(newEvents).toEqual(['STUDY_DELETED']);
      return;
    }
    expect(after.headers['etag']).toBe(`"${after.content.version}"`);
    if (outcome.startsWith('STUDY_IS_')) {
      expect(answer).toMatchObject({ status: 409, json: { code: outcome } });
      expect(after.content).toEqual(study);
      expect(newEvents).toEqual([]);
      return;
    }
    expect(answer.status).toBe(200);
    expect(answer.content).toEqual(after.content);
    expect(answer.headers['etag']).toBe(after.headers['etag']);
    if (outcome === 'NO_CHANGE') {
      expect(after.content).toEqual(study);
      expect(newEvents).toEqual([]);
    } else {
      expect(after.content).toMatchObject({ state: outcome, version: study.version + 1 });
      expect(newEvents).toEqual(transition === 'edit' ? [] : [auditEventByTransition[transition]]);
    }
  });
});

describe('S-316 If-Match', () => {
  const successful = cases.filter(([, , outcome]) => /^(DRAFT|PUBLISHED|PAUSED|CLOSED|GONE)$/.test(outcome));

  test.each(successful)(
    '%s, %s: succeeds only for the version in If-Match',
    async (state, transition, outcome) => {
      const study = await makeInState(app, owner, state, { projectId });
      const tag = `"${study.version}"`;
      const stale = [`"${study.version + 1}"`, `W/${tag}`, `${study.version}`, 'nonsense', '""', '"0", "99"'];
      for (const tags of stale) {
        const refused = await make(transition, study, owner, { 'if-match': tags });
        expect(refused).toMatchObject({ status: 412, json: { code: 'STALE' } });
        expect((await read(study)).content).toEqual(study);
      }
      const answer = await make(transition, study, owner, { 'if-match': `"77", ${tag}` });
      expect(answer.status).toBe(outcome === 'GONE' ? 204 : 200);
      const another = await makeInState(app, owner, state, { projectId });
      expect((await make(transition, another, owner, { 'if-match': ' * ' })).status).toBe(answer.status);
    },
  );

  const others = cases.filter(([, , outcome]) => /^(STUDY_IS_|NO_CHANGE)/.test(outcome));
  test.each(others)(
    '%s, %s: the version does not matter without a transition',
    async (state, transition, outcome) => {
      const study = await makeInState(app, owner, state, { projectId });
      const answer = await make(transition, study, owner, { 'if-match': '"99"' });
      if (outcome === 'NO_CHANGE') expect(answer).toMatchObject({ status: 200, content: study });
      else expect(answer).toMatchObject({ status: 409, json: { code: outcome } });
    },
  );

  test('S-117 another researcher’s study is not found, whichever version is named', async () => {
    for (const state of STUDY_STATES) {
      const study = await makeInState(app, owner, state, { projectId });
      for (const transition of Object.keys(transitions) as TransitionName[]) {
        for (const tags of ['*', '"99"', `"${study.version}"`]) {
          const foreign = await make(transition, study, other, { 'if-match': tags });
          expect(foreign).toMatchObject({ status: 404, json: { code: 'STUDY_NOT_FOUND' } });
        }
      }
      expect((await read(study)).content).toEqual(study);
    }
  });
});

test('S-315 S-403 plan, dates and places survive a pause, and people can apply again', async () => {
  const study = await makePublished(app, owner, { projectId });
  await make('pause', study);
  const resumed = await make('resume', study);
  expect(resumed.content).toEqual({ ...study, version: study.version + 2 });
  const person = await registerParticipant(app, { withProfile: true });
  const { content } = await app.call(browseStudies, { as: person, query: { size: 100 } });
  expect(content.map(({ id }) => id)).toContain(study.id);
  expect((await apply(app, person, study)).status).toBe(201);
});

test('S-603 a pause notifies no one; a closing notifies everyone waiting, once', async () => {
  const applicants = await Promise.all(
    Array.from({ length: 4 }, () => registerParticipant(app, { withProfile: true })),
  );
  const study = await makePublished(app, owner, { projectId, publicName: 'Kelewele at night' });
  for (const applicant of applicants) expect((await apply(app, applicant, study)).status).toBe(201);
  const [pending, accepted, declined, withdrawn] = applicants;
  for (const [person, status] of [
    [accepted, 'ACCEPTED'],
    [declined, 'DECLINED'],
    [withdrawn, 'WITHDRAWN'],
  ] as const) {
    await sql`
      update project.applications set status = ${status}
      where study_id = ${study.id} and applicant_id = ${person?.userId ?? ''}`.execute(app.engine.owner);
  }
  const findNotificationTexts = async (as: SignedInUser | undefined) => {
    if (!as) throw new Error('There are four');
    const { content } = await app.call(listNotifications, { as });
    return content
      .filter(({ path }) => path === `/dashboard/studies#${study.id}`)
      .map(({ message }) => message)
      .filter((message) => message.includes('is now closed'));
  };
  await make('pause', study);
  await make('resume', study);
  expect(await Promise.all(applicants.map(findNotificationTexts))).toEqual([[], [], [], []]);

  for (const transition of ['close', 'close', 'delete'] as const) await make(transition, study);
  const words = '“Kelewele at night” is now closed. We keep your answers.';
  const readNotified = () => Promise.all([pending, accepted, declined, withdrawn].map(findNotificationTexts));
  await expect.poll(readNotified).toEqual([[words], [words], [], []]);
  expect(await readStudyEvents(study)).toEqual([
    'STUDY_PUBLISHED',
    'STUDY_PAUSED',
    'STUDY_RESUMED',
    'STUDY_CLOSED',
  ]);
});
