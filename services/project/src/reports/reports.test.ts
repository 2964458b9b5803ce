// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { REPORT_MAX_LENGTH, reportStudy } from '@app/contracts/project/reports.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { projectLetterWords } from '@app/words/project-letters.ts';
import { reportWords } from '@app/words/report-study.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { settled } from '../../../../test/settled.ts';
import { apply, makeDraft, makeProject, makePublished } from '../../test/studies.ts';

const ADMIN = 'admin@example.test';
const MOST = 5;
let app: TestApp;
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp({ REPORTS_PER_PERSON_PER_DAY: String(MOST), ADMIN_EMAIL: ADMIN });
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});
afterAll(() => app.close());

const text = 'They asked me for my PIN.';
const report = (as: SignedInUser, { id }: Pick<Study, 'id'>, body: object = {}) =>
  app.call(reportStudy, { as, params: { id }, body: { reason: 'ASKS_FOR_MONEY', text, ...body } });
async function lettersAbout({ id }: Study): Promise<string[]> {
  const left = async () =>
    (
      await sql<{ left: number }>`
        select count(*)::int as left from project_jobs.job
        where name = 'letters' and state <> 'completed'`.execute(app.engine.owner)
    ).rows[0]?.left;
  await expect.poll(left).toBe(0);
  await settled(app);
  const { subject } = projectLetterWords.STUDY_REPORTED;
  return (await app.mailbox.read(ADMIN))
    .filter((letter) => letter.subject === subject && letter.text.includes(id))
    .map((letter) => letter.text);
}

test('a report reaches the admin’s mailbox with the ids and the words; twice a day is once, also at the same moment', async () => {
  const participant = await registerParticipant(app);
  const study = await makePublished(app, researcher, { projectId });
  const answers = await Promise.all([1, 2, 3].map(() => report(participant, study)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  const letters = await lettersAbout(study);
  expect(letters).toHaveLength(1);
  for (const part of [text, reportWords.reasons.ASKS_FOR_MONEY, researcher.userId, participant.userId]) {
    expect(letters[0]).toContain(part);
  }
  expect(letters[0]).not.toContain(participant.email);
  await sql`update project.reports set reported_on = reported_on - 1`.execute(app.engine.owner);
  expect((await report(participant, study)).status).toBe(204);
  expect(await lettersAbout(study)).toHaveLength(2);
});

test('only what a participant can read: an open study, or one that they applied to', async () => {
  const [applicant, other] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const study = await makePublished(app, researcher, { projectId });
  await apply(app, applicant, study);
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  expect((await report(applicant, study)).status).toBe(204);
  const draft = await makeDraft(app, researcher, { projectId });
  for (const foreign of [study, draft, { id: crypto.randomUUID() }]) {
    expect((await report(other, foreign)).json['code']).toBe('STUDY_NOT_FOUND');
  }
  expect((await report(researcher, study)).json['code']).toBe('NOT_ALLOWED');
});

test.each([
  ['no reason', { reason: undefined }, 'reason'],
  ['another reason', { reason: 'BORED' }, 'reason'],
  ['no words', { text: '   ' }, 'text'],
  ['too many words', { text: 'x'.repeat(REPORT_MAX_LENGTH + 1) }, 'text'],
])('%s is refused at its field', async (_, body, field) => {
  const participant = await registerParticipant(app);
  const study = await makePublished(app, researcher, { projectId });
  expect((await report(participant, study, body)).json).toMatchObject({
    code: 'INVALID_INPUT',
    content: [{ field }],
  });
});

test('a person reports five times a day', async () => {
  const participant = await registerParticipant(app);
  const study = await makePublished(app, researcher, { projectId });
  const answers = await Promise.all(Array.from({ length: MOST + 2 }, () => report(participant, study)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: MOST }, () => 204),
    429,
    429,
  ]);
});
