import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { memo, type ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { as } from '../../../ui/table-roles.ts';
import { canSetStatus, canBeDecided, isSubmitted } from '../decide/decision-rules.ts';
import type { ApplicantsView } from '../filter/view.ts';
import { ApplicantRow, rowClass, type RowProps } from './applicant-row.tsx';

interface TableProps extends Pick<
  RowProps,
  'screeners' | 'onToggle' | 'onFavourite' | 'onDecline' | 'onSubmission' | 'SubmissionLine' | 'StateLine'
> {
  rows: readonly Applicant[];
  sort: ApplicantsView['sort'];
  selected: ReadonlySet<string>;
  onSelect: RowProps['onSelect'];
  opened: ReadonlySet<string>;
  renderDetails: (applicant: Applicant) => ReactNode;
  onDecide: RowProps['onDecide'];
  deciding: readonly string[];
  isOld: boolean;
}

const { column } = words;

const sortedBy = {
  NEWEST: 'descending',
  OLDEST: 'ascending',
  YOUNGEST: 'ascending',
  ELDEST: 'descending',
  NO_CODE_FIRST: undefined,
} as const;

const unseen: ReadonlySet<string> = new Set(['select', 'decision', 'favourite']);

function Head({ sort, SubmissionLine }: Pick<TableProps, 'sort' | 'SubmissionLine'>) {
  const byAge = sort === 'YOUNGEST' || sort === 'ELDEST';
  const columns = [
    ['select'],
    ['name'],
    ['person', byAge ? sortedBy[sort] : undefined],
    ...(SubmissionLine
      ? ([['survey']] as const)
      : ([['screening'], ['status'], ['applied', byAge ? undefined : sortedBy[sort]], ['answers']] as const)),
    ['decision'],
    ['favourite'],
  ] as const;
  return (
    <thead {...as.rowgroup} className="block max-xl:sr-only">
      <tr {...as.row} className={cx(rowClass, 'h-8 text-left text-xs whitespace-nowrap text-cocoa-2')}>
        {columns.map(([name, sorted]) => (
          <th key={name} {...as.columnheader} scope="col" aria-sort={sorted} className="font-semibold">
            <span className={cx(unseen.has(name) && 'sr-only')}>{column[name]}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** With a grid, rows can become cards, and rows that are not on the screen need no layout. */
export const ApplicantTable = memo(function ApplicantTable(props: TableProps) {
  const { rows, screeners, sort, selected, onSelect, opened, renderDetails, onToggle, onFavourite } = props;
  const { onDecide, onDecline, onSubmission, SubmissionLine, StateLine, deciding, isOld } = props;
  return (
    <table
      {...as.table}
      aria-label={words.tableLabel}
      className={cx(
        'block overflow-hidden rounded-card border border-line bg-surface transition-opacity',
        isOld && 'opacity-60',
        SubmissionLine && 'is-surveys',
      )}
    >
      <Head sort={sort} SubmissionLine={SubmissionLine} />
      {rows.map((applicant) => (
        <ApplicantRow
          key={applicant.id}
          applicant={applicant}
          screeners={screeners}
          isSelected={selected.has(applicant.id)}
          onSelect={canBeDecided(applicant) ? onSelect : undefined}
          onToggle={onToggle}
          onFavourite={onFavourite}
          onDecide={canSetStatus(applicant, 'ACCEPTED') ? onDecide : undefined}
          onDecline={onDecline}
          onSubmission={isSubmitted(applicant) ? onSubmission : undefined}
          {...{ SubmissionLine, StateLine }}
          isBusy={deciding.some((id) => id === applicant.id || id === applicant.submission?.id)}
          details={opened.has(applicant.id) ? renderDetails(applicant) : null}
        />
      ))}
    </table>
  );
});
