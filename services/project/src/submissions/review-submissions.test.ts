import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { countApplicants, exportApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import {
  decideSubmissions,
  enterCompletionCode,
  finishSubmission,
  listSubmissions,
} from '@app/contracts/project/submissions.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { submissionReviewWords } from '@app/words/submission-review.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply } from '#test/studies.ts';
import {
  findCompletionCode,
  makeOnline,
  makeStarted,
  makeSubmissionOlder,
  runSubmissionSchedule,
  start,
} from '#test/submissions.ts';

const app = useApp();
let researcher: SignedInUser;
let study: Study;
let code: string;
let ids: Record<string, string> = {};
const names = () => new Map(Object.entries(ids).map(([name, id]) => [id, name]));

const newPerson = () => registerParticipant(app, { withProfile: true });

async function takeMinutes(id: string, minutes: number): Promise<void> {
  await sql`
    update project.submissions set started_at = submitted_at - ${minutes}::int * interval '1 minute'
    where submission_id = ${id}`.execute(app.engine.owner);
}

async function submit(name: string, { minutes, hasCode }: { minutes: number; hasCode: boolean }) {
  const person = await newPerson();
  const { id } = await makeStarted(app, person, study);
  if (hasCode) await app.call(enterCompletionCode, { as: person, body: { code } });
  else await app.call(finishSubmission, { as: person, params: { id }, body: { note: 'The page was empty' } });
  await takeMinutes(id, minutes);
  ids[name] = id;
}

beforeEach(async () => {
  ids = {};
  researcher = await registerResearcher(app, { verified: true });
  study = await makeOnline(app, researcher);
  code = await findCompletionCode(app, researcher, study.id);
  await submit('slow', { minutes: 9, hasCode: true });
  await submit('fast', { minutes: 1, hasCode: true });
  await submit('slow without a code', { minutes: 12, hasCode: false });
  await submit('fast without a code', { minutes: 1, hasCode: false });
  await submit('slow again', { minutes: 7, hasCode: true });
  ids['open'] = (await makeStarted(app, await newPerson(), study)).id;
  await apply(app, await newPerson(), study);
});

const own = () => ({ as: researcher, params: { id: study.id } });
const list = (query: Record<string, string | number>) => app.call(listApplicants, { ...own(), query });
const named = (content: readonly { submission?: { id: string } | undefined }[]) =>
  content.map(({ submission }) => names().get(submission?.id ?? '') ?? 'none');

test('submissions without a code are first, then very fast ones, then the oldest', async () => {
  const query = { submission: 'SUBMITTED', sort: 'NO_CODE_FIRST' };
  const { content, json } = await list(query);
  const order = ['fast without a code', 'slow without a code', 'fast', 'slow', 'slow again'];
  expect(named(content)).toEqual(order);
  expect(json).toMatchObject({ totalElements: 5 });
  const pages = await Promise.all([0, 1, 2].map((page) => list({ ...query, size: 2, page })));
  expect(pages.flatMap((page) => named(page.content))).toEqual(order);
  expect(pages.map((page) => page.json['totalElements'])).toEqual([5, 5, 5]);
  expect(content[0]?.submission).toMatchObject({
    outcome: 'NO_CODE',
    isVeryFast: true,
    note: 'The page was empty',
    rejection: null,
    undoUntil: null,
  });
});

test('the counts and the comparison know the last submission of each applicant', async () => {
  const person = await newPerson();
  const first = await makeStarted(app, person, study);
  await makeSubmissionOlder(app, first.id, '2 hours');
  await runSubmissionSchedule(app);
  expect((await app.call(countApplicants, own())).content.bySubmission).toMatchObject({ TIMED_OUT: 1 });
  expect(named((await list({ submission: 'TIMED_OUT' })).content)).toEqual(['none']);
  ids['second start'] = (await start(app, person, study.id)).content.id;
  expect((await list({ submission: 'TIMED_OUT' })).content).toEqual([]);
  expect((await app.call(countApplicants, own())).content.bySubmission).toEqual({ SUBMITTED: 5, STARTED: 2 });
  const { content } = await app.call(listSubmissions, own());
  const rows = (await list({ submission: 'SUBMITTED', size: 100 })).content;
  expect(content.submissions).toHaveLength(7);
  for (const { code: participant, submission } of rows)
    expect(content.submissions).toContainEqual({
      id: submission?.id,
      code: participant,
      status: 'SUBMITTED',
      outcome: submission?.outcome,
    });
});

test('only the researcher of the study sees its submissions', async () => {
  const stranger = await registerResearcher(app, { verified: true });
  const body = { submissionIds: [ids['slow']], decision: 'APPROVE' };
  for (const endpoint of [
    listSubmissions,
    listApplicants,
    countApplicants,
    exportApplicants,
    decideSubmissions,
  ])
    expect(
      (await app.call(endpoint, { ...own(), as: stranger, ...(endpoint.method === 'POST' && { body }) }))
        .json,
    ).toMatchObject({ status: 404, code: 'STUDY_NOT_FOUND' });
  const participant = await newPerson();
  expect((await app.call(listSubmissions, { ...own(), as: participant })).status).toBe(403);
});

test('the file has the minutes and the reason of a rejection, and no meetings', async () => {
  const reject = {
    decision: 'REJECT',
    reason: 'EMPTY_ANSWERS',
    note: 'Every answer of this survey is empty.',
  };
  const body = { submissionIds: [ids['fast']], ...reject };
  await app.call(decideSubmissions, { ...own(), body });
  const [header = [], ...lines] = readCsv((await app.call(exportApplicants, own())).text);
  const { columns, surveyColumns } = applicantWords.file;
  expect(header).not.toContain(columns.meeting);
  expect(header).not.toContain(columns.meetingAt);
  const cells = lines.map((line) => [
    line[header.indexOf(surveyColumns.minutes)],
    line[header.indexOf(surveyColumns.rejection)],
  ]);
  expect(cells).toContainEqual(['1', submissionReviewWords.reasons.EMPTY_ANSWERS]);
  expect(cells).toContainEqual(['9', '']);
  expect(cells).toContainEqual(['', '']);
  const { content } = await list({ submission: 'REJECTED' });
  expect(content[0]?.submission).toMatchObject({
    undoUntil: expect.any(String),
    rejection: { reason: reject.reason, note: reject.note },
  });
});
