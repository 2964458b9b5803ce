import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { MAX_NAMES_ASKED } from '@app/contracts/identity/people.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { validation } from '@app/words/validation.ts';
import {
  MAX_SEARCHED_APPLICANTS,
  exportApplicants,
  listApplicants,
} from '@app/contracts/project/applicants.ts';
import { createLog } from '@app/kit/log.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { addApplicants } from '#test/applicants.ts';
import { readCsv } from '#test/read-csv.ts';
import { makeProject, makePublished } from '#test/studies.ts';

const app = useApp({}, createLog('debug', { write: (line) => logged.push(line) }));
let researcher: SignedInUser;
let projectId: string;
const logged: string[] = [];
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const newStudy = () => makePublished(app, researcher, { projectId });

/** Null stands for a deleted account. */
async function addNamed(studyId: string, names: readonly (readonly [first: string, last: string] | null)[]) {
  const ids = await addApplicants(app, studyId, names.length);
  const people = names.flatMap((name, index) =>
    name ? [{ id: ids[index], first: name[0], last: name[1] }] : [],
  );
  const { owner } = app.engine;
  await sql`
    update project.applications as application set applied_at = '2026-01-01'::timestamptz + place * interval '1 second',
      age = 20 + place
    from unnest(${ids}::uuid[]) with ordinality as given (id, place) where application_id = given.id`.execute(
    owner,
  );
  await sql`
    insert into identity.people (user_id, email, role, first_name, last_name)
    select applicant_id, application_id || '@example.test', 'PARTICIPANT', named.first, named.last
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as named (id uuid, first text, last text)
    join project.applications on application_id = named.id`.execute(owner);
  return ids;
}

const list = (id: string, query: Record<string, string | number>) =>
  app.call(listApplicants, { as: researcher, params: { id }, query });
const save = (id: string, query: Record<string, string>) =>
  app.call(exportApplicants, { as: researcher, params: { id }, query });

const namesIn = (content: readonly { firstName: string; lastName: string }[]) =>
  content.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
const namesInFile = (text: string) => {
  const [header = [], ...lines] = readCsv(text);
  const { firstName, lastName } = applicantWords.file.columns;
  return lines.map((line) => `${line[header.indexOf(firstName)]} ${line[header.indexOf(lastName)]}`);
};

describe('AP7 a search by name', () => {
  let id: string;
  let ids: string[];
  beforeAll(async () => {
    ({ id } = await newStudy());
    ids = await addNamed(id, [
      ['Ama', 'Mensah'],
      ['Ɛsi', 'Dɔnkɔ'],
      null,
      ['Ádwòá', 'Owusu-Ansah'],
      ['Ama', "O'Brien"],
      ['Kofi', 'Amankwah'],
    ]);
    await sql`
      update project.applications set is_favourite = true, status = 'WITHDRAWN', responses = '[{"id": "1", "question": "?", "answer": "Never"}]'
      where application_id = any(${[ids[0], ids[1], ids[5]]}::uuid[])`.execute(app.engine.owner);
    await sql`
      update project.applications set gender_bit = 2 where application_id = any(${[ids[4], ids[5]]}::uuid[])`.execute(
      app.engine.owner,
    );
  });

  test.each<[query: Record<string, string>, found: string[]]>([
    [{ name: 'ama' }, ['Kofi Amankwah', "Ama O'Brien", 'Ama Mensah']],
    [{ name: 'mensah AMA' }, ['Ama Mensah']],
    [{ name: 'ɛs DƆN' }, ['Ɛsi Dɔnkɔ']],
    [{ name: '%' }, []],
    // A deleted account has no name.
    [{ name: ' ', status: 'PENDING', gender: 'MALE' }, ['Ádwòá Owusu-Ansah', ' ']],
    [{ name: 'ama', sort: 'OLDEST' }, ['Ama Mensah', "Ama O'Brien", 'Kofi Amankwah']],
    [{ name: 'ama', sort: 'YOUNGEST' }, ['Ama Mensah', "Ama O'Brien", 'Kofi Amankwah']],
    [{ name: 'ama', sort: 'ELDEST' }, ['Kofi Amankwah', "Ama O'Brien", 'Ama Mensah']],
    [{ name: 'ama', status: 'WITHDRAWN' }, ['Kofi Amankwah', 'Ama Mensah']],
    [{ name: 'ama', favourites: 'true', gender: 'FEMALE' }, ['Kofi Amankwah']],
    [
      { name: 'ama', question: '1', answer: 'Never', screening: 'QUALIFIED' },
      ['Kofi Amankwah', 'Ama Mensah'],
    ],
    [{ name: 'ama', screening: 'DISQUALIFIED' }, []],
  ])('%j', async (query, found) => {
    const whole = await list(id, query);
    expect(whole.status).toBe(200);
    expect(namesIn(whole.content)).toEqual(found);
    expect(whole.json).toMatchObject({ totalElements: found.length });
    const pages = await Promise.all([0, 1, 2, 7].map((page) => list(id, { ...query, size: 1, page })));
    expect(pages.flatMap(({ content }) => namesIn(content))).toEqual(found);
    expect(pages.map(({ json }) => json['totalElements'])).toEqual(pages.map(() => found.length));

    const { sort, ...filter } = query;
    const saved = await save(id, filter);
    expect(saved.status).toBe(200);
    const newestFirst = sort === 'OLDEST' || sort === 'YOUNGEST' ? found.toReversed() : found;
    expect(namesInFile(saved.text)).toEqual(newestFirst);
  });

  test('IN-15 a searched name may have a hundred characters, in any encoding, and no more', async () => {
    expect((await list(id, { name: 'ɛ\u0301'.repeat(100) })).json).toMatchObject({ totalElements: 0 });
    for (const ask of [list, save]) {
      const refused = await ask(id, { name: 'a'.repeat(101) });
      const content = [{ field: 'name', message: validation.maxLength(100) }];
      expect(refused.json).toMatchObject({ code: 'INVALID_INPUT', content });
    }
  });

  test('PRV-1 searched names are never logged, even when the identity service fails', async () => {
    const name = 'Kwabenatwumasi';
    await list(id, { name });
    await withoutPeople(() => list(id, { name }));
    expect(logged.join('\n')).toContain('UNAVAILABLE');
    expect(logged.join('\n')).not.toContain(name);
  });
});

async function withoutPeople<Result>(ask: () => Promise<Result>): Promise<Result> {
  const { owner } = app.engine;
  await sql`alter table identity.people rename to people_gone`.execute(owner);
  try {
    return await ask();
  } finally {
    await sql`alter table identity.people_gone rename to people`.execute(owner);
  }
}

test('without the identity service a search is UNAVAILABLE, and no file is started', async () => {
  const { id } = await newStudy();
  await addNamed(id, [['Ama', 'Mensah']]);
  const asked = { name: 'ama' };
  for (const answer of await withoutPeople(async () => [await list(id, asked), await save(id, asked)])) {
    expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } });
    expect(answer.headers['content-disposition']).toBeUndefined();
  }
  expect((await list(id, asked)).json).toMatchObject({ totalElements: 1 });
});

describe('among thousands of applicants', () => {
  // These are the first person, the first of the second identity call, and the last.
  const ends = [0, MAX_NAMES_ASKED, MAX_SEARCHED_APPLICANTS - 1];
  const names = Array.from(
    { length: MAX_SEARCHED_APPLICANTS },
    (_, index) => ['Ama', `${ends.includes(index) ? 'End' : 'Number'}${index}`] as const,
  );
  let id: string;
  let ids: string[];
  beforeAll(async () => {
    ({ id } = await newStudy());
    ids = await addNamed(id, names);
  });

  test('the list searches all of them', async () => {
    expect(namesIn((await list(id, { name: 'end', sort: 'OLDEST' })).content)).toEqual(
      ends.map((index) => `Ama End${index}`),
    );
    const all = await list(id, { name: 'ama', size: 100, page: 49 });
    expect(namesIn(all.content)).toEqual(
      names
        .slice(0, 100)
        .map((name) => name.join(' '))
        .toReversed(),
    );
    expect(all.json).toMatchObject({ totalElements: MAX_SEARCHED_APPLICANTS });
  });

  test('the file searches all of them', async () => {
    expect(namesInFile((await save(id, { name: 'ama' })).text)).toEqual(
      names.map((name) => name.join(' ')).toReversed(),
    );
  });

  test('a search among too many is refused, and another filter helps', async () => {
    const { owner } = app.engine;
    const added = await addApplicants(app, id, 1);
    onTestFinished(
      async () =>
        void (await sql`delete from project.applications where application_id = any(${added}::uuid[])`.execute(
          owner,
        )),
    );
    for (const ask of [list, save]) {
      expect(await ask(id, { name: 'ama' })).toMatchObject({
        status: 409,
        json: { code: 'TOO_MANY_TO_SEARCH' },
      });
    }
    await sql`
      update project.applications set is_favourite = true where application_id = any(${ids.slice(0, 20)}::uuid[])`.execute(
      owner,
    );
    const narrowed = await list(id, { name: 'number1', favourites: 'true', sort: 'OLDEST', size: 2 });
    expect(namesIn(narrowed.content)).toEqual(['Ama Number1', 'Ama Number10']);
    expect(narrowed.json).toMatchObject({ totalElements: 11, totalPages: 6 });
    expect((await list(id, {})).json).toMatchObject({ totalElements: MAX_SEARCHED_APPLICANTS + 1 });
  });
});
