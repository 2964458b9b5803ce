import { Zip, ZipDeflate, strToU8 } from 'fflate';
import type { DataPart } from '@app/contracts/own-data.ts';
import { csvFirst, csvLines } from '@app/kit/csv.ts';
import { ownDataWords as words } from '@app/words/own-data.ts';

/** A ZIP, file by file as the parts come: a table each as CSV, all of them as JSON, and what it is. */
export async function* zipData(parts: AsyncIterable<DataPart>, day: string): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const put = (name: string, text: string) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(strToU8(text), true);
    return ready.splice(0);
  };
  yield* put(words.readMeFile, words.readMe(day).join('\r\n'));
  const all: Record<string, object[]> = {};
  for await (const { title, headings, rows } of parts) {
    if (rows.length === 0) continue;
    yield* put(`${title}.csv`, csvFirst(headings) + csvLines(rows));
    all[title] = rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at]])));
  }
  yield* put(`${words.file}.json`, JSON.stringify(all, null, 2));
  zip.end();
  yield* ready.splice(0);
}
