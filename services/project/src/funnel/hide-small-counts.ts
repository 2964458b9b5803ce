import { type Figures, FUNNEL_STAGES } from '@app/contracts/project/funnel.ts';

/** One count per stage. Null means that the count is unknown. */
export type CountedRow = readonly (number | null)[];

/** Smaller counts are hidden, because they could reveal one person. */
const FEWEST_SHOWN = 5;
const APPLIED = FUNNEL_STAGES.indexOf('APPLIED');
const STAGES = [...FUNNEL_STAGES.keys()];

type UnseenCount = (row: CountedRow, stage: number) => number;
/** The applicants page shows all applicants by name, so only those who did not apply must be hidden. */
const countOnlyViewers: UnseenCount = (row, stage) => (row[stage] ?? 0) - (row[APPLIED] ?? 0);
/** No page shows how applicants found the study, so applicants must be hidden too. */
const countEveryone: UnseenCount = (row, stage) => row[stage] ?? 0;

const isFew = (count: number) => count > 0 && count < FEWEST_SHOWN;
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

const hideStages = (row: CountedRow, isHidden: (stage: number) => boolean): Figures =>
  row.map((count, stage) => (count !== null && isHidden(stage) ? 'HIDDEN' : count));

interface Table {
  rows: readonly CountedRow[];
  stages: readonly number[];
  unseen: UnseenCount;
  isSumHidden: (stage: number) => boolean;
}

/**
 * Returns the first stage to hide in all rows: if only one row were hidden, the sum would reveal it. An
 * earlier stage is hidden too if it would reveal a small number of a later one.
 */
function firstHidden({ rows, stages, unseen, isSumHidden }: Table): number {
  const at = (stage: number) => rows.map((row) => unseen(row, stage));
  let first = stages.find((stage) => isSumHidden(stage) || at(stage).some(isFew)) ?? stages.length;
  const isNarrow = (stage: number) => {
    const [most, all] = [at(first - 1), sum(at(stage))];
    return most.some((own) => {
      const least = all - (sum(most) - own);
      return isFew(least) && (least > 1 || least === all);
    });
  };
  while (first > 0 && stages.slice(first).some((stage) => !isSumHidden(stage) && isNarrow(stage))) first -= 1;
  return first;
}

export function hideSmallCounts(counted: {
  all: CountedRow;
  sources: readonly CountedRow[];
  quotas: readonly CountedRow[];
  days: readonly CountedRow[];
}): { all: Figures; sources: Figures[]; quotas: Figures[]; days: Figures[] } {
  const { sources, quotas, days } = counted;
  const viewStages = STAGES.slice(0, APPLIED);
  const isAllHidden = (stage: number) => stage < APPLIED && isFew(countOnlyViewers(counted.all, stage));
  const all = hideStages(counted.all, isAllHidden);

  const filled = sources.filter((row) => countEveryone(row, 0) > 0);
  const table = { isSumHidden: isAllHidden };
  const fromSource = firstHidden({ ...table, rows: sources, stages: STAGES, unseen: countEveryone });
  // If there is only one source, its row is the same as the total, which is shown anyway.
  const isOneWay = filled.length === 1 && (counted.all[0] ?? 0) >= FEWEST_SHOWN;
  const fromQuota = firstHidden({ ...table, rows: quotas, stages: viewStages, unseen: countOnlyViewers });
  return {
    all,
    sources: sources.map((row) => {
      if (isOneWay) return row === filled[0] ? all : [...row];
      return hideStages(row, (stage) => stage >= fromSource);
    }),
    quotas: quotas.map((row) => hideStages(row, (stage) => stage < APPLIED && stage >= fromQuota)),
    days: days.map((row) =>
      hideStages(
        row,
        (stage) => stage < APPLIED && (isAllHidden(stage) || days.some((day) => isFew(day[stage] ?? 0))),
      ),
    ),
  };
}
