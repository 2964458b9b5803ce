import { adminWords } from '@app/words/admin.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../ui/cx.ts';
import { as } from '../ui/table-roles.ts';
import { cellLinkClass } from './links.tsx';

export interface AdminColumn<Row> {
  name: string;
  /** Without a value, a phone does not show the cell. */
  show: (row: Row) => ReactNode;
  isNumber?: boolean;
}

export interface AdminTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** The first column contains the name of the row. */
  columns: readonly AdminColumn<Row>[];
  rowKey: (row: Row) => string;
  /** The screen about this row. The first column links to it. */
  linkTo?: (row: Row) => string | undefined;
}

const cellClass =
  'max-lg:flex max-lg:gap-3 max-lg:py-0.5 lg:px-3 lg:py-1.5 text-left align-middle font-normal wrap-anywhere';

/** Below 1024 px, each row is stacked. Above, rows are dense if the pointer is fine. */
export function AdminTable<Row>({ label, columns, rowKey, linkTo, rows }: AdminTableProps<Row>) {
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table {...as.table} aria-label={label} className="block w-full text-sm lg:table">
        <thead {...as.rowgroup} className="max-lg:sr-only">
          <tr {...as.row}>
            {columns.map(({ name, isNumber }) => (
              <th
                key={name}
                {...as.columnheader}
                scope="col"
                className={cx(
                  'h-9 px-3 text-xs font-semibold text-cocoa-2',
                  isNumber ? 'text-right' : 'text-left',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup} className="block lg:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              {...as.row}
              className="block border-t border-line hover:bg-sunken max-lg:px-4 max-lg:py-2 max-lg:first:border-t-0 lg:table-row lg:h-11 lg:pointer-fine:h-10"
            >
              <th {...as.rowheader} scope="row" className={cellClass}>
                <RowName to={linkTo?.(row)}>{first.show(row)}</RowName>
              </th>
              {others.map(({ name, show, isNumber }) => (
                <Cell key={name} {...{ name, isNumber }}>
                  {show(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  name: string;
  isNumber: boolean | undefined;
  children: ReactNode;
}

function Cell({ name, isNumber, children }: CellProps) {
  const isEmpty = children === null || children === undefined || children === false || children === '';
  return (
    <td
      {...as.cell}
      className={cx(cellClass, isNumber && 'figures lg:text-right', isEmpty && 'max-lg:hidden')}
    >
      <span aria-hidden="true" className="w-28 shrink-0 text-cocoa-3 lg:hidden">
        {name}
      </span>
      <span className="min-w-0">{isEmpty ? adminWords.none : children}</span>
    </td>
  );
}

function RowName({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <span className="font-semibold">{children}</span>;
  return (
    <Link to={to} className={cellLinkClass}>
      {children}
    </Link>
  );
}
