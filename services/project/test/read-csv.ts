/** Parsing is strict (RFC 4180): CRLF ends, quotes around whole cells only. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, at]: [string[], number] = [[], text.startsWith('\ufeff') ? 1 : 0];
  while (at < text.length) {
    const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (!found) throw new Error(`No cell at ${at}: ${text.slice(at, at + 40)}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    at = cell.lastIndex;
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
