import { type Funnel, FUNNEL_STAGES, type readLeftOut as endpoint } from '@app/contracts/project/funnel.ts';
import { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';
import type { Deps } from '../deps.ts';
import { findPaid } from '../money/reads.ts';
import { type Counted, hideFew } from './hide-few.ts';
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

  const sourcesKnown = tallies.length === 0 ? [] : [...VIEW_SOURCES, null];
  const cellsKnown = study.cells.length === 0 ? [] : [...study.cells.keys(), null];
  const daysKnown = [...new Set(tallies.map(({ day }) => day).filter((day) => day !== null))].toSorted();
  const said = hideFew({
    all: countOf(tallies),
    sources: by(sourcesKnown, ({ source }) => source),
    cells: by(cellsKnown, ({ cell }) => cell),
    // Nobody notes on which day money came.
    days: by(daysKnown, ({ day }) => day).map((row) => [...row.slice(0, -1), null]),
  });
  return {
    all: said.all,
    // A row that is there only if it counts somebody would tell of them where its numbers do not.
    sources: said.sources.flatMap((figures, at) =>
      figures.every((figure) => !figure) ? [] : { source: sourcesKnown[at] ?? null, figures },
    ),
    cells: said.cells.map((figures, at) => ({ cell: cellsKnown[at] ?? null, figures })),
    days: said.days.flatMap((figures, at) =>
      figures.some((figure) => typeof figure === 'number' && figure > 0)
        ? { day: daysKnown[at] ?? '', figures }
        : [],
    ),
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
