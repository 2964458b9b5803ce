import { readListed } from '@app/contracts/address-list.ts';

export interface ListedRow {
  /** Of the file, from 1. */
  row: number;
  text: string;
}

/** The text of a file in UTF-8 or UTF-16, with a byte order mark or without, else as Windows writes it. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const as = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if (first === 0xff && second === 0xfe) return as('utf-16le');
  if (first === 0xfe && second === 0xff) return as('utf-16be');
  // Addresses and separators are Latin, so that one byte of each two is zero.
  const start = bytes.subarray(0, 200);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1;
  if (zeros[1]! > start.length / 4) return as('utf-16le');
  if (zeros[0]! > start.length / 4) return as('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return as('windows-1252');
  }
}

const SEPARATORS = [';', ',', '\t'] as const;

/** Cells by row, with quotes as spreadsheets write them. A quote that never ends is a sign as any other. */
function cellsOf(text: string, separator: string, hasQuotes = true): ListedRow[][] {
  const rows: ListedRow[][] = [];
  let cells: ListedRow[] = [];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    cells.push({ row: rows.length + 1, text: cell });
    cell = '';
  };
  const endRow = () => {
    end();
    rows.push(cells);
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && hasQuotes && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === separator) end();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else cell += sign;
  }
  if (isQuoted) return cellsOf(text, separator, false);
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

/** `Esi Mensah <esi@example.com>`, as mail programs copy it. */
const addressIn = (text: string) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.replace(/^\s*mailto:/i, '');

const hasAddress = ({ text }: ListedRow) => 'email' in readListed(text);

/** A table by one separator, and its column with the most addresses. */
function tableBy(separator: string, text: string) {
  const table = cellsOf(text, separator).map((cells) =>
    cells.map((cell) => ({ ...cell, text: addressIn(cell.text).trim() })),
  );
  const filled = table.filter((cells) => cells.some((cell) => cell.text !== ''));
  const counts: number[] = [];
  for (const cells of filled)
    for (const [at, cell] of cells.entries()) if (hasAddress(cell)) counts[at] = (counts[at] ?? 0) + 1;
  const column = counts.reduce((best, count, at) => (count > (counts[best] ?? 0) ? at : best), 0);
  return { filled, column, all: counts.reduce((sum, count) => sum + count, 0) };
}

/**
 * The rows of a list with what stands in its column of addresses, the one with most of them. Empty rows and a heading are left out. Null where
 * no column has any. A single line is a list in itself, as somebody types it.
 */
export function readList(given: string): ListedRow[] | null {
  const text = given.replace(/^\ufeff/, '');
  const tables = SEPARATORS.map((separator) => tableBy(separator, text));
  const { filled, column, all } = tables.toSorted((one, other) => other.all - one.all)[0]!;
  if (all === 0) return null;
  const [first = [], ...others] = filled;
  if (others.length === 0)
    return first.filter((cell) => cell.text !== '').map((cell, at) => ({ ...cell, row: at + 1 }));
  const isHeading = /^[^@]*(?:mail|address)[^@]*$/i.test(first[column]?.text ?? '');
  return (isHeading ? others : filled).flatMap((cells) => {
    const cell = cells[column];
    return cell && cell.text !== '' ? [cell] : [];
  });
}
