import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ABENA, madeUpParticipants } from '@app/contracts/demo-participants.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { openTestEngine } from '../../../../test/app.ts';
import { dayAhead, planBody, studyBody } from '../../test/studies.ts';
import { bitsOf } from '@app/kit/bits.ts';
import { ageOf, factsOf, unmetRequirements } from '../people/facts.ts';
import { insertProject } from '../projects/queries.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { insertStudy, updatePublished } from '../studies/queries.ts';
import { createTotals } from './count-open-studies.ts';
import { listOpenStudies, loadOpenCriteria } from './queries.ts';

let close: () => Promise<void>;
let db: Db;
beforeAll(async () => {
  const opened = await openTestEngine();
  db = opened.engine.connect<ProjectTables>('project_app');
  close = async () => {
    await opened.engine.close();
    await opened.drop();
  };
});
afterAll(() => close());

/** Every `step`-th value from `start` on: cuts that overlap each other in many ways. */
function some<T>(values: readonly T[], start: number, step: number): T[] {
  const chosen = values.filter((_, index) => (index + start) % step === 0);
  return chosen.length > 0 ? chosen : values.slice(0, 1);
}

test('S-403 the database and the code agree on who fits what, and the count on how many', async () => {
  const userId = randomUUIDv7();
  const project = { id: randomUUIDv7(), creatorId: userId, projectName: 'Matching', description: '' };
  await insertProject(db, project);
  const studies = [];
  for (let n = 0; n < 60; n += 1) {
    const minimumAge = 18 + (n % 11) * 4;
    const study = {
      ...studyBody(project.id),
      id: randomUUIDv7(),
      minimumAge,
      maximumAge: Math.max(minimumAge, 30 + (n % 13) * 5),
      gender: some(GENDERS, n, 1 + (n % 3)),
      education: some(EDUCATION_LEVELS, n, 1 + (n % 4)),
      annualHouseholdIncome: some(INCOME_RANGES, n, 1 + (n % 3)),
      deviceRequirements: some(DEVICE_REQUIREMENTS, n, 1 + (n % 3)),
      companyName: null,
    };
    await insertStudy(db, study);
    const plan = { ...planBody({ availableDates: [dayAhead(1)] }), companyName: null };
    expect(await updatePublished(db, { studyId: study.id, userId }, plan)).toBe(true);
    studies.push(study);
  }
  const totalOf = createTotals(await loadOpenCriteria(db));
  let matches = 0;
  for (const profile of [ABENA, ...madeUpParticipants()]) {
    const facts = factsOf(profile);
    const signature = { ...facts, age: ageOf(facts) };
    const page = { applicantId: profile.userId, page: 0, size: 100 };
    const { content } = await listOpenStudies(db, signature, page);
    const fitting = studies.filter((study) => {
      const wanted = {
        ...study,
        genderBits: bitsOf(GENDERS, study.gender),
        educationBits: bitsOf(EDUCATION_LEVELS, study.education),
        incomeBits: bitsOf(INCOME_RANGES, study.annualHouseholdIncome),
        deviceBits: bitsOf(DEVICE_REQUIREMENTS, study.deviceRequirements),
      };
      return unmetRequirements(wanted, facts).length === 0;
    });
    expect(content.map(({ id }) => id)).toEqual(fitting.map(({ id }) => id).toReversed());
    expect(totalOf(signature)).toBe(fitting.length);
    matches += fitting.length;
  }
  // Neither everybody nor nobody: the cuts do cut.
  expect(matches).toBeGreaterThan(500);
  expect(matches).toBeLessThan(301 * 60 * 0.7);
});
