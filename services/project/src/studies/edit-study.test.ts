import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import type { StudyEdit } from '@app/contracts/project/studies.ts';
import { createStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { makeDraft, makeProject, planBody, studyBody } from '#test/studies.ts';

const app = useApp();
let owner: SignedInUser;
let projectId: string;

beforeAll(async () => {
  owner = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, owner)).id;
});

const edit = (id: string, body: object, headers: Record<string, string> = {}) =>
  app.call(editStudy, { as: owner, params: { id }, body, headers });
const read = async (id: string) => app.call(readStudy, { as: owner, params: { id } });

const edits: StudyEdit[] = [
  { name: 'Round 2' },
  { publicName: 'What do you eat at noon?' },
  { description: 'A talk about lunch.' },
  { deviceRequirements: ['TABLET'] },
  { minimumAge: 21 },
  { maximumAge: 60 },
  { gender: ['FEMALE'] },
  { education: ['DIPLOMA'] },
  { annualHouseholdIncome: ['MORE_THAN_100000'] },
  { regions: ['OTI', 'VOLTA'] },
  { languages: ['EWE'] },
  { employment: ['FREELANCER'] },
  { jobRoles: ['ARTISAN_TRADESPERSON', 'OTHER_JOB_ROLES'] },
  { industries: ['FISHING'] },
  { phoneOs: ['ANDROID'] },
  { hasInternet: true },
  {
    screeners: [
      {
        id: 'n1aaaa',
        question: 'Do you cook?',
        options: [
          { id: 'n2aaaa', answer: 'Yes', eligibility: 'QUALIFY' },
          { id: 'n3aaaa', answer: '', eligibility: '' },
        ],
      },
      // Empty texts are kept as they are.
      {
        id: 'n4aaaa',
        question: '',
        options: [
          { id: 'n5aaaa', answer: '', eligibility: '' },
          { id: 'n6aaaa', answer: '', eligibility: 'DISQUALIFY' },
        ],
      },
    ],
  },
];

test.each(edits.map((body) => [Object.keys(body).join(), body] as const))(
  'S-303 S-310 a draft’s %s is changed, and nothing else',
  async (_, body) => {
    const draft = await makeDraft(app, owner, { projectId });
    const edited = await edit(draft.id, body);
    expect(edited.status).toBe(200);
    expect(edited.content).toEqual({ ...draft, ...body, version: 2 });
    expect(edited.headers['etag']).toBe('"2"');
    expect((await read(draft.id)).content).toEqual(edited.content);
  },
);

test('S-303 a draft can be edited completely and repeatedly, and is then published as it is', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const whole = Object.assign({}, ...edits) as StudyEdit;
  expect((await edit(draft.id, whole)).content).toEqual({ ...draft, ...whole, version: 2 });
  const noCriteria = {
    regions: [],
    languages: [],
    employment: [],
    jobRoles: [],
    industries: [],
    phoneOs: [],
    hasInternet: false,
  };
  const { projectId: _, ...back } = { ...studyBody(projectId), ...noCriteria };
  expect((await edit(draft.id, back)).content).toEqual({ ...draft, version: 3 });
  const params = { id: draft.id };
  const published = await app.call(publishStudy, { as: owner, params, body: planBody() });
  expect(published.content).toMatchObject({
    ...back,
    deviceRequirements: draft.deviceRequirements,
    version: 4,
  });
});

test('S-305 an age that is changed alone is validated against the stored other age', async () => {
  const draft = await makeDraft(app, owner, { projectId, minimumAge: 30, maximumAge: 40 });
  const outOfOrder = { message: 'Maximum  must be more than minimum', field: 'maximumAge' };
  for (const body of [{ minimumAge: 41 }, { maximumAge: 29 }, { minimumAge: 50, maximumAge: 49 }]) {
    const refused = await edit(draft.id, body);
    expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' }, content: [outOfOrder] });
  }
  expect((await read(draft.id)).content).toEqual(draft);
  for (const body of [{ minimumAge: 40 }, { minimumAge: 18 }, { minimumAge: 41, maximumAge: 41 }]) {
    expect(await edit(draft.id, body)).toMatchObject({ status: 200, content: body });
  }
});

test('S-304 S-305 S-310 invalid values are refused with the form’s messages, like unknown keys and empty edits', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const cases: [object, string, string][] = [
    [{ name: ' ' }, 'name', 'Please enter your study name'],
    [{ publicName: '' }, 'publicName', 'Please enter your public study name'],
    [{ description: '' }, 'description', 'Please enter your study description'],
    [{ deviceRequirements: [] }, 'deviceRequirements', 'Please select a device'],
    [{ minimumAge: 0 }, 'minimumAge', 'Please enter a valid age'],
    [{ minimumAge: 40, maximumAge: 39 }, 'maximumAge', 'Maximum  must be more than minimum'],
    [{ screeners: [] }, 'screeners', 'Please add at least one question'],
  ];
  for (const [given, field, message] of cases) {
    const body = { ...studyBody(projectId), ...given };
    for (const refused of [await edit(draft.id, given), await app.call(createStudy, { as: owner, body })]) {
      expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
      expect(refused.content).toContainEqual(expect.objectContaining({ message, field }));
    }
  }
  const nothing = await edit(draft.id, {});
  expect(nothing.content).toMatchObject([{ message: 'There is nothing to change' }]);
  const keys = ['projectId', 'id', 'state', 'version', 'acceptedCount', 'availableDates', 'whatever'];
  for (const key of keys) {
    const refused = await edit(draft.id, { name: 'Taken over', [key]: draft.projectId });
    expect(refused.status).toBe(400);
    expect(refused.content).toMatchObject([{ field: key }]);
  }
  expect((await read(draft.id)).content).toEqual(draft);
});

test('S-303 with two tabs, saving an outdated version is refused; without If-Match both edits stay', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const opened = await read(draft.id);
  const tag = String(opened.headers['etag']);
  expect(tag).toBe('"1"');
  expect((await edit(draft.id, { name: 'From one tab' }, { 'if-match': tag })).status).toBe(200);
  const late = await edit(draft.id, { name: 'From the other' }, { 'if-match': tag });
  expect(late).toMatchObject({ status: 412, json: { code: 'STALE' } });

  const both = [
    { publicName: 'By one' },
    { description: 'By the other' },
    { minimumAge: 33 },
    { maximumAge: 66 },
  ];
  const answers = await Promise.all(both.map((body) => edit(draft.id, body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.map(({ content }) => content.version).toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6]);
  const whole = Object.assign({}, ...both) as StudyEdit;
  expect((await read(draft.id)).content).toMatchObject({ name: 'From one tab', ...whole, version: 6 });
});
