import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { REPORT_MAX_LENGTH, reportStudy } from '@app/contracts/project/reports.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { reportWords } from '@app/words/reports.ts';
import { useApp } from '@app/test/support/app.ts';
import { deleteAccount } from '@app/test/support/account-deletion.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeDraft, makeProject, makePublished } from '#test/studies.ts';
import { untilSent } from '#test/jobs.ts';

const ADMIN = 'admin@example.test';
const MOST = 5;
const app = useApp({ REPORTS_PER_PERSON_PER_DAY: MOST, ADMIN_EMAIL: ADMIN });
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const text = 'They asked me for my PIN.';
const report = (as: SignedInUser, { id }: Pick<Study, 'id'>, body: object = {}) =>
  app.call(reportStudy, { as, params: { id }, body: { reason: 'ASKS_FOR_MONEY', text, ...body } });
async function emailsAbout({ id }: Study): Promise<string[]> {
  await untilSent(app);
  const { subject } = projectEmailWords.STUDY_REPORTED;
  return (await app.mailbox.read(ADMIN))
    .filter((email) => email.subject === subject && email.text.includes(id))
    .map((email) => email.text);
}

test('a report is emailed to the admin with ids and text; repeats on that day are ignored', async () => {
  const participant = await registerParticipant(app, { withProfile: true });
  const study = await makePublished(app, researcher, { projectId });
  await apply(app, participant, study);
  const hasReported = async () =>
    (await app.call(listOwnApplications, { as: participant })).content[0]?.hasReported;
  expect(await hasReported()).toBeUndefined();
  const answers = await Promise.all([1, 2, 3].map(() => report(participant, study)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  const emails = await emailsAbout(study);
  expect(emails).toHaveLength(1);
  expect(await hasReported()).toBe(true);
  for (const part of [text, reportWords.reasons.ASKS_FOR_MONEY, researcher.userId, participant.userId]) {
    expect(emails[0]).toContain(part);
  }
  expect(emails[0]).not.toContain(participant.email);
  const { rows } = await sql`
    select distinct priority from project_jobs.job
    join project.reports on data ->> 'kind' = 'STUDY_REPORTED' and data ->> 'about' = report_id::text
    where study_id = ${study.id}`.execute(app.engine.owner);
  expect(rows).toEqual([{ priority: 1 }]);
  await sql`update project.reports set reported_on = reported_on - 1`.execute(app.engine.owner);
  expect((await report(participant, study)).status).toBe(204);
  expect(await emailsAbout(study)).toHaveLength(2);
});

test('a report reaches the admin even if both people and the study are deleted before', async () => {
  const host = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app);
  const { id } = await makeProject(app, host);
  const study = await makePublished(app, host, { projectId: id, publicName: 'Reported and gone' });
  expect((await report(participant, study)).status).toBe(204);
  expect(await emailsAbout(study)).toHaveLength(1);
  await app.call(closeStudy, { as: host, params: { id: study.id } });
  for (const person of [participant, host]) await deleteAccount(app, person);
  const { rows } = await sql`select from project.studies where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);

  // The email was delayed until now.
  await sql`delete from identity.requested_emails`.execute(app.engine.owner);
  await sql`
    insert into project_jobs.job (name, data, policy)
    select 'emails', jsonb_build_object('userId', ${participant.userId}::text, 'kind', 'STUDY_REPORTED', 'about', report_id), policy
    from project.reports, project_jobs.queue where study_id = ${study.id} and name = 'emails'`.execute(
    app.engine.owner,
  );
  const late = (await emailsAbout(study)).filter((email) => !email.includes(participant.userId));
  expect(late).toHaveLength(1);
  for (const part of [text, 'Reported and gone', host.userId]) expect(late[0]).toContain(part);
});

test('only readable studies can be reported: open ones, or ones applied to', async () => {
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
  ['no text', { text: '   ' }, 'text'],
  ['a text that is too long', { text: 'x'.repeat(REPORT_MAX_LENGTH + 1) }, 'text'],
])('%s is refused at its field', async (_, body, field) => {
  const participant = await registerParticipant(app);
  const study = await makePublished(app, researcher, { projectId });
  expect((await report(participant, study, body)).json).toMatchObject({
    code: 'INVALID_INPUT',
    content: [{ field }],
  });
});

test('a person can send five reports a day', async () => {
  const participant = await registerParticipant(app);
  const study = await makePublished(app, researcher, { projectId });
  const answers = await Promise.all(Array.from({ length: MOST + 2 }, () => report(participant, study)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: MOST }, () => 204),
    429,
    429,
  ]);
});
