export interface ListedRow {
  row: number;
  text: string;
}

/** Reads UTF-8 and UTF-16 with or without a byte order mark, otherwise Windows-1252. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const as = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if (first === 0xff && second === 0xfe) return as('utf-16le');
  if (first === 0xfe && second === 0xff) return as('utf-16be');
  // In UTF-16, every second byte of Latin text is zero.
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

/** Splits at the separators that lists use between and around emails. */
const PARTS = /[^\s,;:<>()[\]"|\uff0c\uff1b\u3001]+/g;
/** In a list, these characters may surround an email. */
const AROUND =
  /^[\u2022\u25cf\u25aa\u25e6\u2023\u00b7*\u2013\u2014'\u2018\u2019\u201c\u201d`]+|[.!?'\u2018\u2019\u201c\u201d`]+$/g;
/** Spreadsheets and web pages add invisible characters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

function addressesIn(line: string): string[] {
  const parts = (line.match(PARTS) ?? []).filter((part) => part.includes('@'));
  return parts.flatMap((part) => {
    const pieces = part.split(/[/&]/);
    const isList = pieces.length > 1 && pieces.every((piece) => /^[^@]+@[^@]+$/.test(piece));
    // Text after the domain belongs to a link, as in mailto:a@b.com?subject=Hello.
    const texts = isList ? pieces : [part.replace(/^([^@]*@[^@/?&]*)[/?&][^@]*$/, '$1')];
    return texts.map((text) => text.replaceAll(AROUND, ''));
  });
}

const isHeading = (line: string) => !line.includes('@') && /mail|address/i.test(line);

/**
 * Lines without an email are reported as left out, except a heading. The result is null without any email.
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

/** These characters start files that are not text: zip (such as Excel), old Excel files and PDF. */
const NO_TEXT = ['PK', '\u00d0\u00cf\u0011\u00e0', '%PDF'];

export function isText(bytes: Uint8Array): boolean {
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  return !NO_TEXT.some((sign) => signature.startsWith(sign));
}
