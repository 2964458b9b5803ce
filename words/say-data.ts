import { fileInstant } from '@app/contracts/file-instant.ts';
import type { DataPart } from '@app/contracts/data-export.ts';
import { ownDataWords } from '@app/words/data-export.ts';

/** The columns have the same names as in the SQL statement. */
export interface TableWords {
  readonly title: string;
  readonly headings: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function translateRows(
  { title, headings, values = {} }: TableWords,
  rows: readonly object[],
): DataPart {
  const names = Object.keys(headings);
  return {
    title,
    headings: Object.values(headings),
    rows: rows.map((row) =>
      names.map((name) => translateValue(Reflect.get(row, name) as unknown, values[name])),
    ),
  };
}

function translateValue(value: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return fileInstant(value);
  if (typeof value === 'boolean') return value ? ownDataWords.yes : ownDataWords.no;
  if (Array.isArray(value)) return value.map((one) => translateValue(one, words)).join(', ');
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => translateValue(one, words))
      .join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return words[text] ?? text;
}
