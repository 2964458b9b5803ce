import {
  type Figures,
  type Funnel,
  FUNNEL_STAGES,
  type readLeftOut as endpoint,
} from '@app/contracts/project/funnel.ts';
import { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';
import type { Deps } from '../deps.ts';
import { findPaid } from '../money/read-incentives.ts';
import { type Tally, countStages } from './queries.ts';
import type { ResultOf } from '@app/contracts/endpoint.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { type ReachCriteria, OLDEST_WANTED, readReach } from '@app/contracts/identity/reach.ts';
import type { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import type { Study } from '@app/contracts/project/studies.ts';

/** Below this a number would tell of one person. */
const FEWEST_SAID = 5;
const isFew = (count: number) => count > 0 && count < FEWEST_SAID;
/** What every researcher reads of each applicant by name needs no hiding. */
const OF_APPLICANTS = FUNNEL_STAGES.indexOf('APPLIED');

type Counted = (number | null)[];

/** Which numbers of a row are not said. */
type Hides = (row: Counted, stage: number) => boolean;

/** Beyond what the page of applicants shows: people who have not applied. */
const hidesLookers: Hides = (row, stage) =>
  stage < OF_APPLICANTS && isFew(row[stage] ?? 0) && row[stage] !== row[OF_APPLICANTS];
/** Nor does that page show how an applicant came there. */
const hidesAll: Hides = (row, stage) => isFew(row[stage] ?? 0);

/** Of each row what may be said. Where one number alone is missing, the sum would give it, so the least of the others goes too. */
function say(rows: readonly Counted[], hides: Hides): Figures[] {
  const said = rows.map((row): Figures => row.map((count, stage) => (hides(row, stage) ? 'FEW' : count)));
  for (const stage of FUNNEL_STAGES.keys()) {
    if (said.filter((row) => row[stage] === 'FEW').length !== 1) continue;
    const least = said
      .filter((row) => typeof row[stage] === 'number' && row[stage] > 0)
      .toSorted((one, other) => Number(one[stage]) - Number(other[stage]))[0];
    if (least) least[stage] = 'HIDDEN';
  }
  return said;
}

/** How far people came in a study that is known to be the caller's own; nobody of them is named. */
export async function readFunnel(
  deps: Pick<Deps, 'db' | 'callPayment'>,
  study: { id: string; cells: readonly unknown[] },
): Promise<Funnel> {
  const paid = await findPaid(deps, study.id);
  const tallies = await countStages(deps.db, study.id, paid ?? []);
  const countOf = (some: readonly Tally[]): Counted =>
    FUNNEL_STAGES.map((stage) =>
      stage === 'PAID' && paid === undefined
        ? null
        : some.reduce((sum, tally) => sum + (tally.stage === stage ? tally.count : 0), 0),
    );
  const by = <Key>(keys: readonly Key[], keyOf: (tally: Tally) => Key) =>
    keys.map((key) => countOf(tallies.filter((tally) => keyOf(tally) === key)));

  const sourcesKnown = [...VIEW_SOURCES, null].filter((source) =>
    tallies.some((tally) => tally.source === source),
  );
  const cellsKnown = study.cells.length === 0 ? [] : [...study.cells.keys(), null];
  const daysKnown = [...new Set(tallies.map(({ day }) => day).filter((day) => day !== null))].toSorted();
  const [all = []] = say([countOf(tallies)], hidesLookers);
  const sources = say(
    by(sourcesKnown, ({ source }) => source),
    hidesAll,
  );
  const cells = say(
    by(cellsKnown, ({ cell }) => cell),
    hidesLookers,
  );
  const days = say(
    by(daysKnown, ({ day }) => day).map((row) => [...row.slice(0, -1), null]),
    // An applicant has looked and begun as well, perhaps on another day.
    (row, stage) => stage < OF_APPLICANTS && isFew(row[stage] ?? 0),
  );
  return {
    all,
    sources: sources.map((figures, at) => ({ source: sourcesKnown[at] ?? null, figures })),
    cells: cells.map((figures, at) => ({ cell: cellsKnown[at] ?? null, figures })),
    days: days.map((figures, at) => ({ day: daysKnown[at] ?? '', figures })),
  };
}

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
