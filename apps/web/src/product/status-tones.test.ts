import { globSync, readFileSync } from 'node:fs';
import { VERIFICATION_STATUSES } from '@app/contracts/enumerations.ts';
import { SCREENINGS } from '@app/contracts/project/applicants.ts';
import { APPLICATION_STATUSES } from '@app/contracts/project/applications.ts';
import { RECRUITMENT_STATUSES, STUDY_STATES } from '@app/contracts/project/studies.ts';
import { expect, it } from 'vitest';
import {
  applicationTones,
  companyTones,
  screeningTones,
  setUpTones,
  recruitmentTones,
  studyTones,
} from './status-tones.ts';

it('gives every status of the contracts a colour', () => {
  expect(Object.keys(companyTones)).toEqual(['NOT_SENT', ...VERIFICATION_STATUSES]);
  expect(Object.keys(applicationTones)).toEqual([...APPLICATION_STATUSES]);
  expect(Object.keys(studyTones)).toEqual([...STUDY_STATES]);
  expect(Object.keys(recruitmentTones)).toEqual([...RECRUITMENT_STATUSES]);
  expect(Object.keys(screeningTones)).toEqual([...SCREENINGS]);
});

it('uses one colour for equal meanings', () => {
  const goodEnds = [
    companyTones.VERIFIED,
    applicationTones.ACCEPTED,
    studyTones.PUBLISHED,
    recruitmentTones.OPEN,
    screeningTones.QUALIFIED,
    setUpTones.DONE,
  ];
  expect(new Set(goodEnds)).toEqual(new Set(['good']));
  expect(companyTones.PENDING).toBe(applicationTones.PENDING);
  expect(new Set([companyTones.NOT_SENT, studyTones.DRAFT, setUpTones.MISSING])).toEqual(
    new Set(['waiting']),
  );
  for (const state of ['PAUSED', 'CLOSED'] as const) expect(studyTones[state]).toBe(recruitmentTones[state]);
  expect(applicationTones.DECLINED).toBe(applicationTones.WITHDRAWN);
});

it('is the only place that sets the colour of a badge', () => {
  const src = new URL('..', import.meta.url).pathname;
  const own = globSync('{app,features}/**/*.{ts,tsx}', { cwd: src }).filter((file) =>
    /<Badge tone=("|\{')|\btone: '/.test(readFileSync(src + file, 'utf8')),
  );
  expect(own).toEqual([]);
});
