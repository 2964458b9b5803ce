import { Zip, ZipDeflate, strToU8 } from 'fflate';
import type { Cell } from './csv.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET = 'xl/worksheets/sheet1.xml';

/** The parts of a workbook with one sheet (ECMA-376, part 1). Without styles: every text is shown as it stands. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** As many signs as a cell holds. */
const LONGEST_CELL = 32_767;
/** What XML 1.0 cannot hold, and what a spreadsheet would read as an escaped sign (ST_Xstring). */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const asXml = (text: string) =>
  text
    .slice(0, LONGEST_CELL)
    .replace(unwritable, '')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (sign) => escapes[sign]!);

const cellXml = (cell: Cell) =>
  typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${asXml(cell)}</t></is></c>`;

const rowsXml = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('');

/**
 * Rows as a workbook: text stays text (no formula, no date made of `3/4`, no lost zero), and numbers are numbers. Made batch by
 * batch, so that many rows are never held together.
 */
export async function* xlsx(
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const begin = (name: string) => {
    const part = new ZipDeflate(name);
    zip.add(part);
    return (xml: string, isLast: boolean) => part.push(strToU8(xml), isLast);
  };
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  for (const [name, xml] of Object.entries(parts)) begin(name)(head + xml, true);
  const put = begin(SHEET);
  put(`${head}<worksheet xmlns="${MAIN}"><sheetData>`, false);
  for await (const rows of batches) {
    put(rowsXml(rows), false);
    yield* ready.splice(0);
  }
  put('</sheetData></worksheet>', true);
  zip.end();
  yield* ready.splice(0);
}
