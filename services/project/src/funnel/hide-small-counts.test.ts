import { describe, expect, it } from 'vitest';
import { FUNNEL_STAGES } from '@app/contracts/project/funnel.ts';
import { type CountedRow, hideSmallCounts } from './hide-small-counts.ts';

const APPLIED = FUNNEL_STAGES.indexOf('APPLIED');
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

const funnelRow = (...first: number[]): number[] => FUNNEL_STAGES.map((_, stage) => first[stage] ?? 0);
const total = (rows: readonly CountedRow[]): CountedRow =>
  FUNNEL_STAGES.map((_, stage) => sum(rows.map((row) => row[stage] ?? 0)));

function* descendingRows(length: number, most: number): Generator<number[]> {
  if (length === 0) yield [];
  else
    for (let first = 0; first <= most; first += 1)
      for (const others of descendingRows(length - 1, first)) yield [first, ...others];
}

function* generateTables(rows: number, stages: number, most: number): Generator<number[][]> {
  if (rows === 0) yield [];
  else
    for (const row of descendingRows(stages, most))
      for (const others of generateTables(rows - 1, stages, most)) yield [funnelRow(...row), ...others];
}

type Part = 'sources' | 'quotas' | 'days';

/**
 * Readers know the rules, so tables with equal visible parts are grouped. Returns each small hidden number
 * with all its possible values.
 */
function hiddenFew(
  part: Part,
  { tables, most }: { tables: Iterable<number[][]>; most: number },
  unseen: (row: CountedRow, stage: number) => number,
) {
  const alike = new Map<string, number[][][]>();
  for (const rows of tables) {
    const given = { all: total(rows), sources: [], quotas: [], days: [], [part]: rows };
    const visible = hideSmallCounts(given);
    const key = JSON.stringify([visible.all, visible[part]]);
    const members = alike.get(key) ?? [];
    members.push(rows);
    alike.set(key, members);
  }
  return [...alike].flatMap(([key, members]) => {
    const [, shown] = JSON.parse(key) as [unknown, unknown[][]];
    return shown.flatMap((figures, row) =>
      figures.flatMap((figure, stage) => {
        if (figure !== 'HIDDEN') return [];
        const values = members.map((rows) => unseen(rows[row] ?? [], stage));
        const sums = members.map((rows) => sum(rows.map((one) => unseen(one, stage))));
        // Larger tables, which are not generated, would look equal.
        const isWhole =
          figures[0] !== 'HIDDEN' ||
          members.every((rows) => sum(rows.map((one) => unseen(one, 0) + (one[APPLIED] ?? 0))) <= most);
        return isWhole && values.some((value) => value > 0 && value < 5)
          ? [{ key, row, stage, values: new Set(values), least: Math.min(...sums) }]
          : [];
      }),
    );
  });
}

const everyone = (row: CountedRow, stage: number) => row[stage] ?? 0;
const onlyViewers = (row: CountedRow, stage: number) => (row[stage] ?? 0) - (row[APPLIED] ?? 0);

describe('no hidden number can be worked out', () => {
  it.each([
    ['two sources, three steps', 'sources', 2, 3, 8, everyone],
    ['three sources, two steps', 'sources', 3, 2, 7, everyone],
    ['two quotas, three steps', 'quotas', 2, 3, 8, onlyViewers],
    ['three quotas', 'quotas', 3, 2, 7, onlyViewers],
  ] as const)('%s', (_, part, rows, stages, most, unseen) => {
    const hidden = hiddenFew(part, { tables: generateTables(rows, stages, most), most }, unseen);
    expect(hidden.length).toBeGreaterThan(10);
    // A public total of two allows at most three values.
    const known = hidden.filter(({ values, least }) => values.size < Math.min(4, least + 1));
    expect(known.slice(0, 3)).toEqual([]);
  });

  it('a step is hidden for all days or for none', () => {
    const days = [funnelRow(9, 7, 3), funnelRow(6, 2, 1)];
    const { all, days: visible } = hideSmallCounts({ all: total(days), sources: [], quotas: [], days });
    expect(all.slice(0, 3)).toEqual([15, 9, 4]);
    expect(visible.map((row) => row.slice(0, 3))).toEqual([
      [9, 'HIDDEN', 3],
      [6, 'HIDDEN', 1],
    ]);
  });
});

it('shows numbers that reveal nothing about a person', () => {
  const [browse, link] = [funnelRow(500, 400, 60, 40, 30, 25, 22, 20), funnelRow(90, 70, 20, 15, 6, 5, 3, 2)];
  const { sources } = hideSmallCounts({
    all: total([browse, link]),
    sources: [browse, link],
    quotas: [],
    days: [],
  });
  expect(sources.map((row) => row.slice(4))).toEqual([
    [30, 25, 'HIDDEN', 'HIDDEN'],
    [6, 5, 'HIDDEN', 'HIDDEN'],
  ]);
  // With one source, its row repeats the public total.
  const one = hideSmallCounts({ all: browse, sources: [browse, funnelRow()], quotas: [], days: [] });
  expect(one.sources).toEqual([browse, funnelRow()]);
});

it('keeps an unknown number unknown', () => {
  const unknown = [6, 2, 1, 1, 1, 0, 0, null];
  const visible = hideSmallCounts({
    all: unknown,
    sources: [unknown, funnelRow()],
    quotas: [],
    days: [unknown],
  });
  const { sources } = hideSmallCounts({ all: unknown, sources: [unknown, unknown], quotas: [], days: [] });
  for (const row of [visible.all, visible.sources[0]!, visible.days[0]!, ...sources])
    expect(row.at(-1)).toBeNull();
});
