import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  type Demographic,
  changeMatching,
  changeUserInformation,
  readUserInformation,
  submitUserInformation,
} from '@app/contracts/identity/profiles.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  testPhoneNumber,
  profileBody,
  registerParticipant,
  registerResearcher,
} from '@app/test/support/people.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { untilProfileCopied } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const publishNarrow = () =>
  makePublished(app, researcher, {
    projectId,
    minimumAge: 40,
    maximumAge: 45,
    gender: ['MALE'],
    education: [EDUCATION_LEVELS[0]],
    annualHouseholdIncome: [INCOME_RANGES[0]],
  });
const unmetBy = async (as: SignedInUser, { id }: Study) => {
  const { content } = await app.call(readStudy, { as, params: { id } });
  return 'unmetRequirements' in content ? content.unmetRequirements : [];
};
async function change(as: SignedInUser, given: Partial<Demographic>): Promise<number> {
  const { demographic } = (await app.call(readUserInformation, { as })).content;
  const body = { userId: as.userId, demographic: { ...demographic, ...given } };
  const { status } = await app.call(changeUserInformation, { as, body });
  await untilProfileCopied(app, as);
  return status;
}
const readApplicants = async ({ id }: Study) =>
  (await app.call(listApplicants, { as: researcher, params: { id }, query: { size: 100 } })).content;

test('A4 changing the profile neither reveals a study’s criteria nor gives access to it', async () => {
  const study = await publishNarrow();
  const person = await registerParticipant(app, { withProfile: true });
  const all = ['AGE', 'GENDER', 'EDUCATION', 'INCOME'];
  expect(await unmetBy(person, study)).toEqual(all);
  const tries: Partial<Demographic>[] = [
    ...GENDERS.map((gender) => ({ gender })),
    ...EDUCATION_LEVELS.slice(0, 2).map((education) => ({ education })),
    ...INCOME_RANGES.slice(0, 2).map((annualHouseholdIncome) => ({ annualHouseholdIncome })),
    ...[42, 33, 28, 23].map((age) => ({ dateOfBirth: `${new Date().getUTCFullYear() - age}-01-01` })),
  ];
  const statuses: number[] = [];
  let revealed = 0;
  for (const given of tries) {
    statuses.push(await change(person, given));
    if ((await unmetBy(person, study)).length < all.length) revealed += 1;
  }
  expect(statuses).toEqual([...tries.slice(1).map(() => 200), 409]);
  // Withdrawing the matching consent and giving it again must not reset the count.
  for (const isMatched of [false, true]) await app.call(changeMatching, { as: person, body: { isMatched } });
  await untilProfileCopied(app, person);
  expect(await unmetBy(person, study)).toEqual(all);
  expect((await apply(app, person, study)).json).toMatchObject({ code: 'STUDY_DOES_NOT_FIT' });
  expect(revealed).toBe(0);
});

test('A4 a changed profile matches only studies that open later, not those already open', async () => {
  const study = await publishNarrow();
  const person = await registerParticipant(app, { withProfile: true });
  await change(person, {
    gender: 'MALE',
    dateOfBirth: `${new Date().getUTCFullYear() - 42}-01-01`,
    education: EDUCATION_LEVELS[0],
    annualHouseholdIncome: INCOME_RANGES[0],
  });
  const again = await publishNarrow();
  const { content } = await app.call(browseStudies, { as: person });
  const ids = new Set(content.map(({ id }) => id));
  expect([ids.has(study.id), ids.has(again.id)]).toEqual([false, true]);
});

test('A4 if the set-up was completed after a study opened, the current profile counts', async () => {
  const study = await publishNarrow();
  const demographic = {
    gender: 'MALE' as const,
    dateOfBirth: `${new Date().getUTCFullYear() - 42}-01-01`,
    education: EDUCATION_LEVELS[0],
    annualHouseholdIncome: INCOME_RANGES[0],
  };
  const person = await registerParticipant(app, { withProfile: true, demographic });
  expect(await unmetBy(person, study)).toEqual([]);
  expect((await apply(app, person, study)).status).toBe(201);
  expect(await readApplicants(study)).toMatchObject([{ gender: 'MALE', changedSince: [] }]);
});

test('accounts created after a paid study opened learn that they do not match, but not why', async () => {
  const study = await publishNarrow();
  const before = await registerParticipant(app, { withProfile: true });
  const pay = (incentive: number) =>
    sql`update project.studies set incentive = ${incentive} where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
  const opened = await publishNarrow();
  const { demographic } = profileBody('');
  const fitting = {
    gender: 'MALE' as const,
    dateOfBirth: `${new Date().getUTCFullYear() - 42}-01-01`,
    education: EDUCATION_LEVELS[0],
    annualHouseholdIncome: INCOME_RANGES[0],
  };
  const guess = (given: Partial<Demographic>) =>
    registerParticipant(app, { withProfile: true, demographic: { ...demographic, ...given } });
  const guesses = await Promise.all([
    guess({}),
    guess({ gender: fitting.gender }),
    guess({ ...fitting, dateOfBirth: '1950-01-01' }),
    guess(fitting),
  ]);
  await pay(20);
  const seen = await Promise.all(guesses.map((person) => unmetBy(person, study)));
  expect(seen).toEqual([['OTHER'], ['OTHER'], ['OTHER'], []]);
  expect((await apply(app, guesses[1], study)).json).toMatchObject({ code: 'STUDY_DOES_NOT_FIT' });
  // An empty quota must not change the answer.
  await sql`update project.studies set open_quotas = '{}' where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(await unmetBy(guesses[3], study)).toEqual(['OTHER']);
  expect((await apply(app, guesses[3], study)).json).toMatchObject({ code: 'STUDY_DOES_NOT_FIT' });
  await pay(0);
  expect(await unmetBy(guesses[3], study)).toEqual(['GROUP']);
  expect(await unmetBy(guesses[0], study)).toEqual(['AGE', 'GENDER', 'EDUCATION', 'INCOME']);
  // An earlier visitor's profile is fixed for this study.
  await sql`update project.studies set incentive = 20 where study_id = ${opened.id}`.execute(
    app.engine.owner,
  );
  expect(await unmetBy(before, opened)).toEqual(['AGE', 'GENDER', 'EDUCATION', 'INCOME']);
});

test('A4 the researcher sees the profile that counted, and which fields changed since the study opened', async () => {
  const study = await makePublished(app, researcher, { projectId });
  const [changed, back] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  await change(changed, { education: 'DIPLOMA', gender: 'OTHERS' });
  await change(changed, { annualHouseholdIncome: INCOME_RANGES[0] });
  await change(back, { education: 'DIPLOMA' });
  await change(back, { education: profileBody('').demographic.education });
  for (const person of [changed, back]) expect((await apply(app, person, study)).status).toBe(201);
  const { gender, education, annualHouseholdIncome } = profileBody('').demographic;
  const counted = { gender, education, annualHouseholdIncome };
  expect(await readApplicants(study)).toMatchObject([
    { applicantId: back.userId, ...counted, changedSince: [] },
    { applicantId: changed.userId, ...counted, changedSince: ['GENDER', 'EDUCATION', 'INCOME'] },
  ]);
});

test('A4 if two accounts name one number, in any spelling, the later one is flagged', async () => {
  const study = await makePublished(app, researcher, { projectId });
  const [first, alone] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const second = await registerParticipant(app);
  const body = profileBody(second.userId);
  const phoneNumber = `00233 ${testPhoneNumber(first.userId).slice(1)}`;
  const sent = { ...body, payment: { ...body.payment, phoneNumber } };
  const setUp = await app.call(submitUserInformation, { as: second, body: sent });
  expect(setUp.status).toBe(200);
  for (const person of [first, second, alone]) expect((await apply(app, person, study)).status).toBe(201);
  const seen = await readApplicants(study);
  expect(seen.map(({ applicantId, sharesNumber }) => [applicantId, sharesNumber])).toEqual([
    [alone.userId, false],
    [second.userId, true],
    // A guessed number must not reveal its owner.
    [first.userId, false],
  ]);
  // The reply must not reveal registered numbers.
  expect(JSON.stringify(setUp.json)).not.toMatch(/share/i);
});
