import type { ResultOf } from '@app/contracts/endpoint.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { type ReachCriteria, OLDEST_WANTED, readReach } from '@app/contracts/identity/reach.ts';
import type { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import type { readLeftOut as endpoint } from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Deps } from '../deps.ts';

/** Each criterion, and what asks for nobody by it. */
const LIFTED: Record<(typeof UNMET_REQUIREMENTS)[number], Partial<ReachCriteria>> = {
  AGE: { minimumAge: 1, maximumAge: OLDEST_WANTED },
  GENDER: { genders: [...GENDERS] },
  EDUCATION: { educationLevels: [...EDUCATION_LEVELS] },
  INCOME: { incomeRanges: [...INCOME_RANGES] },
  DEVICE: { deviceRequirements: [...DEVICE_REQUIREMENTS] },
  REGION: { regions: [] },
  LANGUAGE: { languages: [] },
  EMPLOYMENT: { employment: [] },
  JOB_ROLE: { jobRoles: [] },
  INDUSTRY: { industries: [] },
  PHONE: { phoneOs: [] },
  INTERNET: { hasInternet: false },
};

const isSame = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) ? one.length === other.length : one === other;

/** How many a study fits, and how many without each criterion that it has. */
export async function readLeftOut(
  { callIdentity }: Pick<Deps, 'callIdentity'>,
  study: Study,
): Promise<ResultOf<typeof endpoint>> {
  const { minimumAge, maximumAge, deviceRequirements, regions, languages, employment } = study;
  const { jobRoles, industries, phoneOs, hasInternet } = study;
  const criteria: ReachCriteria = {
    minimumAge,
    maximumAge,
    genders: study.gender,
    educationLevels: study.education,
    incomeRanges: study.annualHouseholdIncome,
    deviceRequirements,
    regions,
    languages,
    employment,
    jobRoles,
    industries,
    phoneOs,
    hasInternet,
  };
  const reachOf = async (given: ReachCriteria) => {
    const { count, reading } = await callIdentity(readReach, { body: given });
    return { count, ...(reading && { reading }) };
  };
  const asked = Object.entries(LIFTED).filter(([, lifted]) =>
    Object.entries(lifted).some(([name, value]) => !isSame(criteria[name as keyof ReachCriteria], value)),
  ) as [keyof typeof LIFTED, Partial<ReachCriteria>][];
  const [all, ...others] = await Promise.all(
    [{}, ...asked.map(([, lifted]) => lifted)].map((lifted) => reachOf({ ...criteria, ...lifted })),
  );
  return {
    ...all!,
    without: others.map((reach, at) => ({ criterion: asked[at]![0], ...reach })),
  };
}
