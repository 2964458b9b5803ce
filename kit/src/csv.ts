import { stringify } from 'csv-stringify/sync';
import { fileInstant } from '@app/contracts/file-instant.ts';

export type Cell = string | number | Date;

/**
 * A cell that starts like this may be run as a formula, even with full-width or invisible characters before
 * the sign. Some spreadsheets first remove a leading tab or line break.
 */
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@])/u;

/** Spreadsheets would read a leading plus as a formula, and would round a number of more than 11 digits. */
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
    // Some spreadsheets split cells without quotes at semicolons or tabs too.
    quoted: true,
    quoted_empty: true,
  });

/** Starts with a byte order mark, because Excel reads UTF-8 only with this mark. */
export async function* csv(batches: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  let mark = '\ufeff';
  for await (const rows of batches) {
    if (rows.length > 0) yield mark + csvLines(rows);
    mark = '';
  }
}

export const csvFirst = (headers: readonly string[]): string => `\ufeff${csvLines([headers])}`;
