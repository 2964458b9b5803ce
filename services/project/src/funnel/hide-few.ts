import { type Figures, FUNNEL_STAGES } from '@app/contracts/project/funnel.ts';

/** People counted at each stage; null if nobody knows. */
export type Counted = readonly (number | null)[];

/** A smaller number would tell about one person. */
const FEWEST_SHOWN = 5;
const APPLIED = FUNNEL_STAGES.indexOf('APPLIED');
const STAGES = [...FUNNEL_STAGES.keys()];

/** People at a stage whom the page of applicants does not show. */
type Unseen = (row: Counted, stage: number) => number;
/** Applicants are on that page by name, with their group and day. */
const whoOnlyLooked: Unseen = (row, stage) => (row[stage] ?? 0) - (row[APPLIED] ?? 0);
/** That page does not show what led an applicant to the study. */
const everyone: Unseen = (row, stage) => row[stage] ?? 0;

const isFew = (count: number) => count > 0 && count < FEWEST_SHOWN;
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

const hide = (row: Counted, isHidden: (stage: number) => boolean): Figures =>
  row.map((count, stage) => (count !== null && isHidden(stage) ? 'HIDDEN' : count));

interface Table {
  rows: readonly Counted[];
  /** Stages whose numbers may be hidden. */
  stages: readonly number[];
  unseen: Unseen;
  /** Whether the sum of the rows is hidden. */
  isSumHidden: (stage: number) => boolean;
}

/**
 * The stage from which the rows of a table are hidden, all of them: the sum is public, so it would give one that is hidden alone. A
 * number shown before that is a maximum for what is hidden. Where these and the sum leave a few too little room, they are hidden too.
 * That is decided by public numbers alone, so it tells nothing more.
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

/** The numbers of a funnel without those that tell about few people. Its tables keep their rows. */
export function hideFew(counted: {
  all: Counted;
  sources: readonly Counted[];
  cells: readonly Counted[];
  days: readonly Counted[];
}): { all: Figures; sources: Figures[]; cells: Figures[]; days: Figures[] } {
  const { sources, cells, days } = counted;
  const looks = STAGES.slice(0, APPLIED);
  const isAllHidden = (stage: number) => stage < APPLIED && isFew(whoOnlyLooked(counted.all, stage));
  const all = hide(counted.all, isAllHidden);

  const filled = sources.filter((row) => everyone(row, 0) > 0);
  const table = { isSumHidden: isAllHidden };
  const fromSource = firstHidden({ ...table, rows: sources, stages: STAGES, unseen: everyone });
  // Everyone came the same way, so the row is what is said of all.
  const isOneWay = filled.length === 1 && (counted.all[0] ?? 0) >= FEWEST_SHOWN;
  const fromCell = firstHidden({ ...table, rows: cells, stages: looks, unseen: whoOnlyLooked });
  return {
    all,
    sources: sources.map((row) => {
      if (isOneWay) return row === filled[0] ? all : [...row];
      return hide(row, (stage) => stage >= fromSource);
    }),
    cells: cells.map((row) => hide(row, (stage) => stage < APPLIED && stage >= fromCell)),
    days: days.map((row) =>
      hide(
        row,
        (stage) => stage < APPLIED && (isAllHidden(stage) || days.some((day) => isFew(day[stage] ?? 0))),
      ),
    ),
  };
}
