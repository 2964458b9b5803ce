import { applicantMessages as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { memo, type ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import type { View } from '../filter/view.ts';
import { ApplicantRow, places, rowClass, type RowProps } from './applicant-row.tsx';
import { as } from '../../../ui/table-roles.ts';

interface TableProps extends Pick<RowProps, 'screeners' | 'onToggle' | 'onFavourite' | 'onDecline'> {
  rows: readonly Applicant[];
  sort: View['sort'];
  selected: ReadonlySet<string>;
  onSelect: RowProps['onSelect'];
  opened: ReadonlySet<string>;
  renderDetails: (applicant: Applicant) => ReactNode;
  /** Absent where this researcher may not decide. */
  onDecide: RowProps['onDecide'];
  /** On whom a decision is under way. */
  deciding: readonly string[];
  isOld: boolean;
}

const { column } = words;

const sortedBy = {
  NEWEST: 'descending',
  OLDEST: 'ascending',
  YOUNGEST: 'ascending',
  ELDEST: 'descending',
} as const;

/** What stands below them speaks for itself. */
const unseen: ReadonlySet<string> = new Set(['select', 'decision', 'favourite']);

function Head({ sort }: Pick<TableProps, 'sort'>) {
  const byAge = sort === 'YOUNGEST' || sort === 'ELDEST';
  const columns = [
    ['select'],
    ['name'],
    ['person', byAge ? sortedBy[sort] : undefined],
    ['screening'],
    ['status'],
    ['applied', byAge ? undefined : sortedBy[sort]],
    ['answers'],
    ['decision'],
    ['favourite'],
  ] as const;
  return (
    <thead {...as.rowgroup} className="block max-xl:sr-only">
      <tr {...as.row} className={cx(rowClass, 'py-2 text-left text-sm text-cocoa-2')}>
        {columns.map(([name, sorted]) => (
          <th
            key={name}
            {...as.columnheader}
            scope="col"
            aria-sort={sorted}
            className={cx('font-semibold', places[name])}
          >
            <span className={cx(unseen.has(name) && 'sr-only')}>{column[name]}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A grid to the eye, so that its rows can be cards, and left out of the layout while they are far. */
export const ApplicantTable = memo(function ApplicantTable(props: TableProps) {
  const { rows, screeners, sort, selected, onSelect, opened, renderDetails, onToggle, onFavourite } = props;
  const { onDecide, onDecline, deciding, isOld } = props;
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
          screeners={screeners}
          isSelected={selected.has(applicant.id)}
          onSelect={applicant.status === 'WITHDRAWN' ? undefined : onSelect}
          onToggle={onToggle}
          onFavourite={onFavourite}
          onDecide={applicant.status === 'PENDING' ? onDecide : undefined}
          onDecline={onDecline}
          isBusy={deciding.includes(applicant.id)}
          details={opened.has(applicant.id) ? renderDetails(applicant) : null}
        />
      ))}
    </table>
  );
});
