import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { closeStudy, createStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import type { NewStudy, StudyPublish } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeProject, makePublished, planBody, studyBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let projectId: string;
/** This person has a phone and a computer with a webcam, but no tablet. */
let person: SignedInUser;

beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
  person = await registerParticipant(app);
  const profile = profileBody(person.userId);
  const technicalDetail = { ...profile.technicalDetail, computerOs: 'WINDOWS' as const, hasWebcam: true };
  await app.call(submitUserInformation, { as: person, body: { ...profile, technicalDetail } });
});

async function publish(study: Partial<NewStudy>, plan: Partial<StudyPublish>): Promise<string> {
  const draft = await app.call(createStudy, {
    as: researcher,
    body: studyBody(projectId, { gender: ['FEMALE'], ...study }),
  });
  const params = { id: draft.content.id };
  const body = planBody({ availableTimes: ['09:00 AM'], ...plan });
  expect((await app.call(publishStudy, { as: researcher, params, body })).status).toBe(200);
  return draft.content.id;
}

/** Returns the listed studies and the total. */
async function browse(query: Record<string, string | number>, as: SignedInUser = person) {
  const answer = await app.call(browseStudies, { as, query });
  expect(answer.status).toBe(200);
  return { ids: answer.content.map(({ id }) => id), total: answer.json['totalElements'] };
}

test('BR1 a list is filtered by device and duration, in the page and in the total', async () => {
  const phone = await publish({ deviceRequirements: ['MOBILE_PHONE'] }, { durationInMinutes: 15 });
  const computer = await publish({ deviceRequirements: ['COMPUTER_WITH_WEBCAM'] }, { durationInMinutes: 60 });
  const either = await publish(
    { deviceRequirements: ['COMPUTER_WITH_WEBCAM', 'MOBILE_PHONE'] },
    { durationInMinutes: 45 },
  );
  const tabletOrPhone = await publish(
    { deviceRequirements: ['TABLET', 'MOBILE_PHONE'] },
    { durationInMinutes: 30 },
  );
  const all = [tabletOrPhone, either, computer, phone];
  const expected: [Record<string, string>, string[]][] = [
    [{}, all],
    [{ device: 'MOBILE_PHONE' }, [tabletOrPhone, either, phone]],
    [{ device: 'COMPUTER_WITH_WEBCAM' }, [either, computer]],
    // People without a tablet could not take part with it.
    [{ device: 'TABLET' }, []],
    [{ maxDurationInMinutes: '15' }, [phone]],
    [{ maxDurationInMinutes: '30' }, [tabletOrPhone, phone]],
    [{ maxDurationInMinutes: '45' }, [tabletOrPhone, either, phone]],
    [{ maxDurationInMinutes: '60' }, all],
    [{ device: 'COMPUTER_WITH_WEBCAM', maxDurationInMinutes: '45' }, [either]],
    [{ device: 'COMPUTER_WITH_WEBCAM', maxDurationInMinutes: '30' }, []],
  ];
  for (const [query, ids] of expected) {
    const total = ids.length;
    expect({ query, ...(await browse(query)) }).toEqual({ query, ids, total });
    // A full page gets its total from the count.
    const first = ids.slice(0, 1);
    expect({ query, ...(await browse({ ...query, size: 1 })) }).toEqual({ query, ids: first, total });
  }
});

test.each([
  [{ device: 'TELEVISION' }],
  [{ maxDurationInMinutes: '20' }],
  [{ publishedUntil: 'yesterday' }],
  [{ publishedUntil: '2026-02-30T10:00:00Z' }],
  [{ sort: 'OLDEST' }],
])('an invalid filter is refused: %j', async (query) => {
  const answer = await app.call(browseStudies, { as: person, query });
  expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
});

test('BR1 pages up to the first request stay the same while three more studies are published', async () => {
  const reader = await registerParticipant(app, { withProfile: true, demographic: { gender: 'OTHERS' } });
  const publishOne = () => makePublished(app, researcher, { projectId, gender: ['OTHERS'] });
  const before = [];
  for (let number = 0; number < 7; number += 1) before.push(await publishOne());
  const wanted = before.map(({ id }) => id).toReversed();
  const { content } = await app.call(browseStudies, { as: reader, query: { size: 3 } });
  const publishedUntil = content[0]?.publishedAt ?? '';
  const until = (page: number, size = 3) => browse({ size, page, publishedUntil }, reader);
  expect(content.map(({ id }) => id)).toEqual(wanted.slice(0, 3));

  const later = [await publishOne(), await publishOne(), await publishOne()];
  expect((await browse({ size: 3 }, reader)).ids).toEqual(later.map(({ id }) => id).toReversed());
  const pages = [await until(0), await until(1), await until(2)];
  expect(pages.flatMap(({ ids }) => ids)).toEqual(wanted);
  expect(pages.map(({ total }) => total)).toEqual([7, 7, 7]);

  // Applying to a later study changes nothing; applying to an earlier one removes it.
  const [newest] = later;
  if (newest) expect((await apply(app, reader, newest)).status).toBe(201);
  expect(await until(0)).toEqual({ ids: wanted.slice(0, 3), total: 7 });
  const earlier = before.find(({ id }) => id === wanted[1]);
  if (earlier) expect((await apply(app, reader, earlier)).status).toBe(201);
  expect(await until(0)).toEqual({ ids: [wanted[0], wanted[2], wanted[3]], total: 6 });
});

test('BR1 the instant on a card includes its study, although the database is more precise', async () => {
  const reader = await registerParticipant(app, { withProfile: true, demographic: { gender: 'OTHERS' } });
  const { id } = await makePublished(app, researcher, { projectId, gender: ['OTHERS'] });
  onTestFinished(async () => void (await app.call(closeStudy, { as: researcher, params: { id } })));
  for (const [stored, shown] of [
    ['2026-01-05T10:00:00.123999Z', '2026-01-05T10:00:00.123Z'],
    ['2026-01-05T10:00:00.999999Z', '2026-01-05T10:00:00.999Z'],
    ['2026-01-05T10:00:00.000000Z', '2026-01-05T10:00:00.000Z'],
  ] as const) {
    await sql`update project.studies set published_at = ${stored}::timestamptz where study_id = ${id}`.execute(
      app.engine.owner,
    );
    const all = await app.call(browseStudies, { as: reader, query: { size: 100 } });
    expect(all.content.find((card) => card.id === id)?.publishedAt).toBe(shown);
    expect(await browse({ publishedUntil: shown }, reader)).toEqual({ ids: [id], total: 1 });
    const justBefore = new Date(Date.parse(shown) - 1).toISOString();
    expect(await browse({ publishedUntil: justBefore }, reader)).toEqual({ ids: [], total: 0 });
  }
  // Any valid instant is accepted.
  expect((await browse({ size: 100, publishedUntil: '9999-12-31T23:59:59.999Z' }, reader)).ids).toContain(id);
  expect((await browse({ publishedUntil: '0000-01-01T00:00:00Z' }, reader)).ids).toEqual([]);
});
