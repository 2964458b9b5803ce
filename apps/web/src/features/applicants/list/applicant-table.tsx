import { applicantMessages as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { memo, type ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import type { View } from '../filter/view.ts';
import { ApplicantRow, rowClass, type RowProps } from './applicant-row.tsx';
import { as } from './table-roles.ts';

interface TableProps extends Pick<RowProps, 'onToggle' | 'onFavourite'> {
  rows: readonly Applicant[];
  sort: View['sort'];
  selected: ReadonlySet<string>;
  onSelect: RowProps['onSelect'];
  opened: ReadonlySet<string>;
  renderDetails: (applicant: Applicant) => ReactNode;
  isOld: boolean;
}

const { column } = words;

const sortedBy = {
  NEWEST: 'descending',
  OLDEST: 'ascending',
  YOUNGEST: 'ascending',
  ELDEST: 'descending',
} as const;

function Head({ sort }: Pick<TableProps, 'sort'>) {
  const byAge = sort === 'YOUNGEST' || sort === 'ELDEST';
  const columns = [
    [column.select, undefined],
    [column.name, undefined],
    [column.person, byAge ? sortedBy[sort] : undefined],
    [column.screening, undefined],
    [column.status, undefined],
    [column.applied, byAge ? undefined : sortedBy[sort]],
    [column.favourite, undefined],
  ] as const;
  return (
    <thead {...as.rowgroup} className="block max-lg:sr-only">
      <tr {...as.row} className={cx(rowClass, 'py-2 text-left text-sm text-cocoa-2')}>
        {columns.map(([label, sorted]) => (
          <th key={label} {...as.columnheader} scope="col" aria-sort={sorted} className="font-semibold">
            {label === column.select || label === column.favourite ? (
              <span className="sr-only">{label}</span>
            ) : (
              label
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A grid to the eye, so that its rows can be cards, and left out of the layout while they are far. */
export const ApplicantTable = memo(function ApplicantTable(props: TableProps) {
  const { rows, sort, selected, onSelect, opened, renderDetails, onToggle, onFavourite, isOld } = props;
  return (
    <table
      {...as.table}
      aria-label={words.tableLabel}
      className={cx(
        'block overflow-hidden rounded-card border border-line bg-surface transition-opacity',
        isOld && 'opacity-60',
      )}
    >
      <Head sort={sort} />
      {rows.map((applicant) => (
        <ApplicantRow
          key={applicant.id}
          applicant={applicant}
          isSelected={selected.has(applicant.id)}
          onSelect={applicant.status === 'WITHDRAWN' ? undefined : onSelect}
          onToggle={onToggle}
          onFavourite={onFavourite}
          details={opened.has(applicant.id) ? renderDetails(applicant) : null}
        />
      ))}
    </table>
  );
});
