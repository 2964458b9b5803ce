import { type Figures, type Funnel, FUNNEL_STAGES } from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Cell } from '@app/kit/csv.ts';
import { funnelWords as words } from '@app/words/funnel.ts';
import { sayGroup } from '@app/words/groups.ts';

/** The numbers as a table: what is counted by, for whom, and each stage. */
export async function* funnelRows({ cells }: Pick<Study, 'cells'>, funnel: Funnel): AsyncGenerator<Cell[][]> {
  const row = (part: string, name: string, figures: Figures): Cell[] => [
    part,
    name,
    ...figures.map((figure) => {
      if (figure === null) return '';
      if (typeof figure === 'number') return figure;
      return figure === 'FEW' ? words.few : words.hidden;
    }),
  ];
  const groupOf = (cell: number | null) => {
    const group = cell === null ? undefined : cells[cell];
    return group ? sayGroup(group) : words.noCell;
  };
  yield [
    [words.part, '', ...FUNNEL_STAGES.map((stage) => words.stages[stage])],
    row(words.all, '', funnel.all),
    ...funnel.sources.map(({ source, figures }) =>
      row(words.parts.sources, source ? words.sources[source] : words.noSource, figures),
    ),
    ...funnel.cells.map(({ cell, figures }) => row(words.parts.cells, groupOf(cell), figures)),
    ...funnel.days.map(({ day, figures }) => row(words.parts.days, day, figures)),
  ];
}
