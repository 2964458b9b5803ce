import { beforeAll, describe, expect, test } from 'vitest';
import { today } from '@app/contracts/calendar.ts';
import { decodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { changeUserInformation, type UserInformation } from '@app/contracts/identity/profiles.ts';
import { validation } from '@app/words/validation.ts';
import {
  countApplicants,
  exportApplicants,
  listApplicants,
  remarkApplicant,
} from '@app/contracts/project/applicants.ts';
import { cancelBooking } from '@app/contracts/project/bookings.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { MEETING_STAGES, type MeetingStage } from '@app/contracts/project/meeting-choices.ts';
import { listOwnApplications, withdrawApplication } from '@app/contracts/project/applications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { deleteStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, decide } from '#test/applicants.ts';
import { accept, book, freshSlot, moveStart } from '#test/meetings.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply, makeDraft, makeProject, makePublished } from '#test/studies.ts';

/** `choices` are indexes; only the first choice of the first question qualifies. */
const people = {
  ama: { gender: 'FEMALE', dateOfBirth: '1990-01-01', choices: [0, 0] },
  kofi: { gender: 'MALE', dateOfBirth: '1960-01-01', choices: [1, 0] },
  esi: { gender: 'FEMALE', dateOfBirth: '2000-01-01', choices: [0, 1] },
  yaw: { gender: 'OTHERS', dateOfBirth: '1990-01-01', choices: [1, 1] },
} as const satisfies Record<string, Partial<UserInformation['demographic']> & { choices: readonly number[] }>;
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];

const app = useApp();
let researcher: SignedInUser;
let other: SignedInUser;
let study: Study;
const users = new Map<string, Name>();
const applications = {} as Record<Name, string>;
const sessions = {} as Record<Name, SignedInUser>;

beforeAll(async () => {
  [researcher, other] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
  ]);
  study = await makePublished(app, researcher, { projectId: (await makeProject(app, researcher)).id });
  for (const name of names) {
    const { choices, ...demographic } = people[name];
    sessions[name] = await registerParticipant(app, { withProfile: true, demographic });
    users.set(sessions[name].userId, name);
    applications[name] = (await apply(app, sessions[name], study, [...choices])).content.id;
  }
  await decide(app, researcher, study.id, [applications.ama], { status: 'ACCEPTED' });
  const decline = { status: 'DECLINED', reason: 'NOT_A_MATCH', note: 'Thank you.' } as const;
  await decide(app, researcher, study.id, [applications.kofi], decline);
  await app.call(withdrawApplication, { as: sessions.yaw, params: { id: applications.yaw } });
  await remark('esi', { isFavourite: true, remarks: 'Speaks Twi' });
});

const list = (query: Record<string, string | number> = {}, as = researcher, id = study.id) =>
  app.call(listApplicants, { as, params: { id }, query });
const readCounts = (id = study.id, as = researcher) => app.call(countApplicants, { as, params: { id } });
const remark = (name: Name, body: unknown, as = researcher) =>
  app.call(remarkApplicant, {
    as,
    params: { id: study.id, applicationId: applications[name] },
    body,
  });

const namesIn = (content: readonly { applicantId: string }[]) =>
  content.map(({ applicantId }) => users.get(applicantId));

describe('AP7 filters, alone and combined', () => {
  test.each<[query: Record<string, string>, found: Name[]]>([
    [{}, ['yaw', 'esi', 'kofi', 'ama']],
    [{ status: 'PENDING' }, ['esi']],
    [{ status: 'ACCEPTED' }, ['ama']],
    [{ status: 'DECLINED' }, ['kofi']],
    [{ status: 'WITHDRAWN' }, ['yaw']],
    [{ screening: 'QUALIFIED' }, ['esi', 'ama']],
    [{ screening: 'DISQUALIFIED' }, ['yaw', 'kofi']],
    [{ gender: 'FEMALE' }, ['esi', 'ama']],
    [{ favourites: 'true' }, ['esi']],
    [{ question: '1', answer: 'Never' }, ['yaw', 'kofi']],
    [{ question: '2', answer: 'At the market' }, ['kofi', 'ama']],
    [{ question: '2', answer: '' }, ['yaw', 'esi']],
    // Only a complete choice of the same question matches.
    [{ question: '2', answer: 'Never' }, []],
    [{ question: '1', answer: 'Nev' }, []],
    [{ question: '50', answer: 'Never' }, []],
    [
      { screening: 'QUALIFIED', gender: 'FEMALE', favourites: 'true', question: '1', answer: 'Every day' },
      ['esi'],
    ],
    [{ status: 'PENDING', screening: 'DISQUALIFIED' }, []],
  ])('%j', async (query, found) => {
    const { status, json, content } = await list(query);
    expect(status).toBe(200);
    expect(namesIn(content)).toEqual(found);
    expect(json).toMatchObject({ totalElements: found.length, totalPages: Math.ceil(found.length / 10) });
    // A full page does not reveal the total.
    const first = await list({ ...query, size: 1 });
    expect(namesIn(first.content)).toEqual(found.slice(0, 1));
    expect(first.json).toMatchObject({ totalElements: found.length, totalPages: found.length });
    const beyond = await list({ ...query, size: 1, page: 7 });
    expect(beyond).toMatchObject({ content: [], json: { totalElements: found.length, number: 7 } });
  });

  test.each([
    [{ status: 'pending' }, 'status'],
    [{ screening: 'true' }, 'screening'],
    [{ gender: 'X' }, 'gender'],
    [{ favourites: 'false' }, 'favourites'],
    [{ sort: 'password' }, 'sort'],
    [{ page: '-1' }, 'page'],
    [{ size: '1000000' }, 'size'],
    [{ question: '1' }, 'question'],
    [{ answer: 'Never' }, 'question'],
    [{ question: '0', answer: 'Never' }, 'question'],
    [{ phoneNumber: '024' }, 'phoneNumber'],
  ])('IN-15 %j is refused', async (query, field) => {
    expect((await list(query)).json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field }] });
  });
});

describe('AP7 sorting is stable, also among equal applicants', () => {
  const byId = (a: Name, b: Name) => (applications[a] < applications[b] ? -1 : 1);
  const listAlike = () => (['ama', 'yaw'] as Name[]).sort(byId);
  test.each<[sort: string, order: () => Name[]]>([
    ['NEWEST', () => ['yaw', 'esi', 'kofi', 'ama']],
    ['OLDEST', () => ['ama', 'kofi', 'esi', 'yaw']],
    ['YOUNGEST', () => ['esi', ...listAlike(), 'kofi']],
    ['ELDEST', () => ['kofi', ...listAlike().reverse(), 'esi']],
  ])('%s', async (sort, order) => {
    expect(namesIn((await list({ sort })).content)).toEqual(order());
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ sort, size: 1, page })));
    expect(pages.flatMap(({ content }) => namesIn(content))).toEqual(order());
  });

  test.each(['NEWEST', 'OLDEST', 'YOUNGEST', 'ELDEST'])('%s when all applicants are equal', async (sort) => {
    const many = await makePublished(app, researcher, { projectId: study.projectId });
    const ids = await addApplicants(app, many.id, 60);
    const pages = await Promise.all(
      [0, 1, 2, 3].map((page) => list({ sort, size: 17, page }, researcher, many.id)),
    );
    const upwards = ids.toSorted((a, b) => (a < b ? -1 : 1));
    const isUpwards = sort === 'OLDEST' || sort === 'YOUNGEST';
    const read = pages.flatMap(({ content }) => content.map(({ id }) => id));
    expect(read).toEqual(isUpwards ? upwards : upwards.toReversed());
    expect(pages.map(({ json }) => json['totalElements'])).toEqual([60, 60, 60, 60]);
  });
});

test('D-30 AP1 an applicant has a name, answers, a status and the profile from when the study opened', async () => {
  const profile = {
    ...profileBody(sessions.ama.userId, {
      gender: 'FEMALE',
      dateOfBirth: '1990-01-01',
      education: 'DIPLOMA',
      annualHouseholdIncome: 'LESS_THAN_10000',
    }),
    password: PASSWORD,
  };
  expect((await app.call(changeUserInformation, { as: sessions.ama, body: profile })).status).toBe(200);
  const { content } = await list({ status: 'ACCEPTED' });
  expect(content).toEqual([
    {
      id: applications.ama,
      applicantId: sessions.ama.userId,
      code: expect.stringMatching(/^P[0-9A-F]{12}$/),
      firstName: sessions.ama.firstName,
      lastName: sessions.ama.lastName,
      age: Number(today().slice(0, 4)) - 1990,
      gender: 'FEMALE',
      education: 'BACHELORS_DEGREE',
      annualHouseholdIncome: 'BETWEEN_10000_30000',
      devices: ['MOBILE_PHONE'],
      asked: decodeFurtherCriteria(null),
      quota: null,
      changedSince: [],
      sharesNumber: false,
      consent: { version: 0, agreedAt: null, agreements: [], withdrawnAt: null },
      isConsentOutdated: false,
      payment: null,
      status: 'ACCEPTED',
      isQualified: true,
      responses: [
        { id: '1', question: 'How often do you pay with mobile money?', answer: 'Every day' },
        { id: '2', question: 'Where do you buy vegetables?', answer: 'At the market' },
      ],
      appliedAt: expect.any(String),
      history: [
        { status: 'PENDING', by: 'APPLICANT', at: content[0]?.appliedAt, reason: null, note: null },
        { status: 'ACCEPTED', by: 'RESEARCHER', at: expect.any(String), reason: null, note: null },
      ],
      remarks: '',
      isFavourite: false,
      unreadMessages: 0,
      meeting: null,
    },
  ]);
});

test('AP7 applicants are counted by status, screening result and day', async () => {
  expect((await readCounts()).content).toEqual({
    all: 4,
    byStatus: { PENDING: 1, ACCEPTED: 1, DECLINED: 1, WITHDRAWN: 1 },
    byScreening: { QUALIFIED: 2, DISQUALIFIED: 2 },
    wanted: 12,
    days: [{ day: today(), applied: 4, qualified: 2 }],
    byQuota: [],
  });
});

describe('remarks', () => {
  test('omitted fields keep their value, and text is stored as typed', async () => {
    const id = applications.kofi;
    expect((await remark('kofi', { remarks: ' Ɛyɛ paa 👍🏾\n' })).content).toEqual({
      id,
      remarks: ' Ɛyɛ paa 👍🏾\n',
      isFavourite: false,
    });
    expect((await remark('kofi', { isFavourite: true })).content).toEqual({
      id,
      remarks: ' Ɛyɛ paa 👍🏾\n',
      isFavourite: true,
    });
    expect(namesIn((await list({ favourites: 'true' })).content)).toEqual(['esi', 'kofi']);
    expect((await remark('kofi', { isFavourite: false, remarks: '' })).content).toEqual({
      id,
      remarks: '',
      isFavourite: false,
    });
    expect(namesIn((await list({ favourites: 'true' })).content)).toEqual(['esi']);
  });

  test.each([
    [{}, validation.nothingToChange],
    [{ remarks: 'x'.repeat(251) }, validation.maxLength(250)],
    [{ remarks: 'x', status: 'ACCEPTED' }, validation.notAKnownKey('status')],
  ])('%j is refused', async (body, message) => {
    expect((await remark('kofi', body)).json).toMatchObject({
      code: 'INVALID_INPUT',
      content: [{ message }],
    });
  });

  test('the applicant never sees them', async () => {
    const own = await app.call(listOwnApplications, { as: sessions.esi });
    expect(own.content).toHaveLength(1);
    expect(JSON.stringify(own.json)).not.toMatch(/remark|favourite|Speaks Twi/i);
  });
});

test('D-21 applications of other researchers’ studies are not found, even through an own study; nor are unknown ones', async () => {
  const own = await makePublished(app, other, { projectId: (await makeProject(app, other)).id });
  const body = { remarks: 'Mine now', isFavourite: true };
  for (const [id, applicationId] of [
    [study.id, applications.ama],
    [own.id, applications.ama],
    [own.id, crypto.randomUUID()],
    [study.id, 'no-id'],
  ] as const) {
    const answer = await app.call(remarkApplicant, { as: other, params: { id, applicationId }, body });
    expect(answer).toMatchObject({ status: 404, json: { code: 'APPLICATION_NOT_FOUND' } });
  }
  expect((await list({ status: 'ACCEPTED' })).content).toMatchObject([{ remarks: '', isFavourite: false }]);
});

test('AP7 applicants are filtered by the state of their meeting, in the list and in the file', async () => {
  const met = await makePublished(app, researcher, { projectId: study.projectId });
  const [pending, chooses, cancelled, ahead, unmarked, came, absent] = await Promise.all(
    Array.from({ length: 7 }, () => registerParticipant(app, { withProfile: true })),
  );
  await apply(app, pending!, met);
  const ids = new Map<string, string>();
  for (const participant of [chooses!, cancelled!, ahead!, unmarked!, came!, absent!]) {
    await accept(app, { researcher, participant, study: met });
    if (participant === chooses) continue;
    const booked = await book(app, participant, met.id, await freshSlot(app, met.id));
    ids.set(participant.userId, booked.content.id);
  }
  const id = (person: typeof ahead) => ids.get(person!.userId)!;
  await app.call(cancelBooking, { as: cancelled!, params: { id: id(cancelled) }, body: {} });
  for (const [at, person] of [unmarked, came, absent].entries())
    await moveStart(app, id(person), `${at + 1} hours`);
  const mark = (person: typeof ahead, outcome: 'ATTENDED' | 'NO_SHOW') =>
    app.call(markAttendance, { as: researcher, params: { id: id(person) }, body: { outcome } });
  await mark(came, 'ATTENDED');
  await mark(absent, 'NO_SHOW');

  const expected = {
    CHOOSING: [chooses, cancelled],
    AHEAD: [ahead],
    UNMARKED: [unmarked],
    ATTENDED: [came],
    NO_SHOW: [absent],
  } satisfies Record<MeetingStage, unknown>;
  const asked = { as: researcher, params: { id: met.id } };
  for (const meeting of MEETING_STAGES) {
    const those = expected[meeting].map((person) => person!.userId).toSorted();
    const all = (await app.call(listApplicants, { ...asked, query: { meeting } })).content;
    expect([meeting, all.map(({ applicantId }) => applicantId).toSorted()]).toEqual([meeting, those]);
    const [, ...lines] = readCsv((await app.call(exportApplicants, { ...asked, query: { meeting } })).text);
    expect(lines).toHaveLength(those.length);
  }
  const paged = await app.call(listApplicants, { ...asked, query: { meeting: 'CHOOSING', size: 1 } });
  expect(paged.json).toMatchObject({ totalElements: 2 });
  const unknown = await app.call(listApplicants, { ...asked, query: { meeting: 'SOON' } });
  expect(unknown.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field: 'meeting' }] });
});

test('D-21 the applicants of a deleted study are not found', async () => {
  const deletedStudy = await makeDraft(app, researcher, { projectId: study.projectId });
  await app.call(deleteStudy, { as: researcher, params: { id: deletedStudy.id } });
  for (const answer of [await list({}, researcher, deletedStudy.id), await readCounts(deletedStudy.id)])
    expect(answer.json).toMatchObject({ code: 'STUDY_NOT_FOUND' });
});
