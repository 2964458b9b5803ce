import { DAY_MS } from '@app/contracts/durations.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { shortDay } from '@app/words/days.ts';

function Bar({ width, of, mark }: { width: number; of?: number; mark?: number | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      className="block h-3 w-full forced-color-adjust-none"
    >
      <rect width="100" height="12" rx="1" className="fill-sunken" />
      {of !== undefined && <rect width={of} height="12" rx="1" className="fill-line-strong" />}
      <rect width={width} height="12" rx="1" className="fill-green" />
      {mark !== undefined && (
        <rect x={Math.max(0, mark - 0.6)} width="0.6" height="12" className="fill-gold" />
      )}
    </svg>
  );
}

const cell = 'py-1.5 pr-4 text-left font-normal @max-[18rem]:pr-1 @max-[18rem]:wrap-anywhere';
const bar = 'py-1.5 @max-[18rem]:hidden';
const swatch = 'mr-1.5 inline-block size-2.5 rounded-pill forced-color-adjust-none';
const number = `${cell} figures @min-[18rem]:whitespace-nowrap`;

function Stages({ counts }: { counts: ApplicantCounts }) {
  const { stages, wantedAt } = recruitingStages(counts);
  return (
    <table className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">{words.stage}</th>
          <th scope="col">{words.people}</th>
          <th scope="col">{words.picture}</th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ name, count, width }) => (
          <tr key={name}>
            <th scope="row" className={`${cell} w-24`}>
              {words.stages[name]}
            </th>
            <td className={`${number} w-24 font-semibold`}>
              {name === 'ACCEPTED' ? words.acceptedCount(count, counts.wanted) : count}
            </td>
            <td className={bar}>
              <Bar width={width} mark={name === 'ACCEPTED' ? wantedAt : undefined} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Days({ counts }: { counts: ApplicantCounts }) {
  const { days, earlier } = lastDays(counts.days);
  const most = Math.max(...days.map(({ applied }) => applied), 1);
  const [newest] = days;
  if (newest === undefined) return null;
  return (
    <table className="w-full text-sm">
      <caption className="pb-1 text-left text-cocoa-2">{words.byDay}</caption>
      <thead className="text-cocoa-2">
        <tr>
          <th scope="col" className={cell}>
            {words.day}
          </th>
          <th scope="col" className={cell}>
            <span aria-hidden="true" className={`${swatch} bg-line-strong`} />
            {words.stages.APPLIED}
          </th>
          <th scope="col" className={cell}>
            <span aria-hidden="true" className={`${swatch} bg-green`} />
            {words.stages.QUALIFIED}
          </th>
          <th scope="col" className={bar}>
            <span className="sr-only">{words.picture}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, applied, qualified }) => (
          <tr key={day}>
            <th scope="row" className={number}>
              {shortDay(day, newest.day)}
            </th>
            <td className={number}>{applied}</td>
            <td className={number}>{qualified}</td>
            <td className={`w-full ${bar}`}>
              <Bar width={(100 * qualified) / most} of={(100 * applied) / most} />
            </td>
          </tr>
        ))}
        {earlier && (
          <tr>
            <th scope="row" className={cell}>
              {words.earlier}
            </th>
            <td className={number}>{earlier.applied}</td>
            <td colSpan={2} className={number}>
              {earlier.qualified}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

export function Recruiting({ counts }: { counts: ApplicantCounts }) {
  return (
    <div className="@container px-4 pb-5 sm:px-6">
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-2">
        <Stages counts={counts} />
        <Days counts={counts} />
      </div>
    </div>
  );
}

interface Stage {
  name: 'APPLIED' | 'QUALIFIED' | 'ACCEPTED';
  count: number;
  width: number;
}

export function recruitingStages({ all, byScreening, byStatus, wanted }: ApplicantCounts) {
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
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Includes days without applications. The last day is the last one with an application, because a closed
 * study would otherwise show only empty days.
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
