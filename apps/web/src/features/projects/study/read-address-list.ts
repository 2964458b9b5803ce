export interface ListedRow {
  row: number;
  text: string;
}

/** Splits at the signs that can stand between emails or around them. */
const PARTS = /[^\s,;:<>()[\]"|\uff0c\uff1b\u3001]+/g;
/** In a list, an email may have these signs around it. */
const AROUND =
  /^[\u2022\u25cf\u25aa\u25e6\u2023\u00b7*\u2013\u2014'\u2018\u2019\u201c\u201d`]+|[.!?'\u2018\u2019\u201c\u201d`]+$/g;
/** Spreadsheets and web pages add invisible characters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

function addressesIn(line: string): string[] {
  const parts = (line.match(PARTS) ?? []).filter((part) => part.includes('@'));
  return parts.flatMap((part) => {
    const pieces = part.split(/[/&]/);
    const isList = pieces.length > 1 && pieces.every((piece) => /^[^@]+@[^@]+$/.test(piece));
    // In a link, text can follow the domain, as in mailto:a@b.com?subject=Hello.
    const texts = isList ? pieces : [part.replace(/^([^@]*@[^@/?&]*)[/?&][^@]*$/, '$1')];
    return texts.map((text) => text.replaceAll(AROUND, ''));
  });
}

const isHeading = (line: string) => !line.includes('@') && /mail|address/i.test(line);

/**
 * A line without an email is reported as left out, unless it is a heading. If there is no email at all, the
 * result is null.
 */
export function readList(given: string): ListedRow[] | null {
  const lines = given.replaceAll(INVISIBLE, '').split(/\r\n|\n|\r/);
  const filled = lines.flatMap((line, at) =>
    /[^\s,;"|]/.test(line) ? { row: at + 1, text: line.trim() } : [],
  );
  const [first] = filled;
  const listed = first && isHeading(first.text) ? filled.slice(1) : filled;
  const rows = listed.flatMap(({ row, text }) => {
    const found = addressesIn(text);
    return found.length === 0 ? { row, text } : found.map((one) => ({ row, text: one }));
  });
  return rows.some(({ text }) => text.includes('@')) ? rows : null;
}
