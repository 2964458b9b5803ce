import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';

export interface Stage {
  name: 'APPLIED' | 'QUALIFIED' | 'ACCEPTED';
  count: number;
  /** Of the longest bar, 0 to 100. */
  width: number;
}

/** Applied, qualified, accepted, against as many as are wanted; all on one scale. */
export function stagesOf({ all, byScreening, byStatus, wanted }: ApplicantCounts) {
  const longest = Math.max(all, wanted ?? 0, 1);
  const stage = (name: Stage['name'], count: number): Stage => ({
    name,
    count,
    width: (100 * count) / longest,
  });
  return {
    stages: [
      stage('APPLIED', all),
      stage('QUALIFIED', byScreening.QUALIFIED),
      stage('ACCEPTED', byStatus.ACCEPTED),
    ],
    wantedAt: wanted === null ? undefined : (100 * wanted) / longest,
  };
}

type Day = ApplicantCounts['days'][number];

const MOST_DAYS = 10;
const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * The last days up to the latest application, newest first, with the empty days between; earlier ones are one sum. It
 * counts back from the last day with any, since empty days of a study closed long ago help nobody.
 */
export function lastDays(days: readonly Day[]): { days: Day[]; earlier: Omit<Day, 'day'> | undefined } {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { days: [], earlier: undefined };
  const known = new Map(days.map((day) => [day.day, day]));
  const shown: Day[] = [];
  for (let back = 0; back < MOST_DAYS; back += 1) {
    const day = dayBefore(last.day, back);
    if (day < first.day) break;
    shown.push(known.get(day) ?? { day, applied: 0, qualified: 0 });
  }
  const before = days.filter(({ day }) => day < shown.at(-1)!.day);
  const sum = (of: 'applied' | 'qualified') => before.reduce((total, day) => total + day[of], 0);
  return {
    days: shown,
    earlier: before.length === 0 ? undefined : { applied: sum('applied'), qualified: sum('qualified') },
  };
}
