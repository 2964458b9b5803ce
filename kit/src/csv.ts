import { stringify } from 'csv-stringify/sync';
import { fileInstant } from '@app/contracts/file-instant.ts';

/** A Date is an instant. */
export type Cell = string | number | Date;

/**
 * What a spreadsheet may take for a formula: a sign that begins one, plain or in full width, also behind invisible
 * characters. Also a tab or a line break in front, which some spreadsheets drop before they look.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@])/u;

/** Stored numbers as people write them, and hints of them: the plus would begin a formula, and more than 11 digits a number. */
const withoutPlus = (cell: string) =>
  cell.replace(/^\+233(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3').replace(/^\+(?=233 ••)/, '');

function asText(cell: string): string {
  const text = withoutPlus(cell);
  return formula.test(text.normalize('NFKC')) ? `'${text}` : text;
}

export const csvLines = (lines: readonly (readonly Cell[])[]): string =>
  stringify([...lines], {
    cast: { string: asText, date: fileInstant },
    record_delimiter: '\r\n',
    // Each cell: a semicolon or a tab in one is no end of it where a spreadsheet splits by these.
    quoted: true,
    quoted_empty: true,
  });

/** Rows as CSV, the first one with the mark by which Excel knows UTF-8. */
export async function* csv(batches: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  let mark = '\ufeff';
  for await (const rows of batches) {
    if (rows.length > 0) yield mark + csvLines(rows);
    mark = '';
  }
}

/** The line of headers, with that mark. */
export const csvFirst = (headers: readonly string[]): string => `\ufeff${csvLines([headers])}`;
