import { stringify } from 'csv-stringify/sync';
import { fileInstant } from '@app/contracts/file-instant.ts';

export type Cell = string | number | Date;

/**
 * Spreadsheets may run a cell that starts like this as a formula, even in full-width characters or after
 * invisible ones. Some spreadsheets first drop a leading tab or line break.
 */
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@])/u;

/** Spreadsheets read a leading plus as a formula, and more than 11 digits as a rounded number. */
const localizeNumber = (cell: string) =>
  cell.replace(/^\+233(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3').replace(/^\+(?=233 ••)/, '');

function escapeFormula(cell: string): string {
  const text = localizeNumber(cell);
  return formulaStart.test(text.normalize('NFKC')) ? `'${text}` : text;
}

export const csvLines = (lines: readonly (readonly Cell[])[]): string =>
  stringify([...lines], {
    cast: { string: escapeFormula, date: fileInstant },
    record_delimiter: '\r\n',
    // Some spreadsheets also split unquoted cells at semicolons or tabs.
    quoted: true,
    quoted_empty: true,
  });

/** Excel reads UTF-8 only with a byte order mark. */
export async function* csv(batches: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  let mark = '\ufeff';
  for await (const rows of batches) {
    if (rows.length > 0) yield mark + csvLines(rows);
    mark = '';
  }
}

export const csvFirst = (headers: readonly string[]): string => `\ufeff${csvLines([headers])}`;
