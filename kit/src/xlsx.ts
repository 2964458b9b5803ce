import { Zip, ZipDeflate, strToU8 } from 'fflate';
import { DAY_SECONDS } from '@app/contracts/durations.ts';
import { fileInstant } from '@app/contracts/file-instant.ts';
import type { Cell } from './csv.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_PATH = 'xl/worksheets/sheet1.xml';
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Positions of the cell styles in `cellXfs`. */
const [HEADING, INSTANT] = [1, 2];
const STYLES =
  `<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The fixed parts of a workbook (ECMA-376, part 1). */
const workbookParts = (sheetName: string) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE_PREFIX}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE_PREFIX}.styles+xml"/><Override PartName="/${SHEET_PATH}" ContentType="${CONTENT_TYPE_PREFIX}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
});

const LONGEST_CELL = 32_767;
/** Characters that XML 1.0 cannot contain. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) =>
  text
    .slice(0, LONGEST_CELL)
    .replace(unwritable, '')
    // Spreadsheets read `_x0041_` as an escape (ST_Xstring).
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => escapes[sign]!);
/** Only texts that would lose blanks get the attribute `xml:space`, because some readers show it as text. */
const losesBlanks = /^\s|\s$|[\t\n\r]/;

/** Each cell has a reference, because some readers lose cells without one. */
const columnName = (index: number): string =>
  index < 26
    ? String.fromCodePoint(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** Spreadsheets count days from 1899-12-30. */
const DAYS_BEFORE_1970 = 25_569;
/**
 * Some readers cut off fractions of a second. A tenth of a millisecond more keeps the value above the full
 * second.
 */
const toSerialDate = (at: Date) =>
  Math.ceil(((Math.floor(at.getTime() / 1000) + 1e-4) / DAY_SECONDS + DAYS_BEFORE_1970) * 1e9) / 1e9;

function cellXml(cell: Cell, place: string, isHeading: boolean): string {
  // Spreadsheets treat an empty cell element as filled.
  if (cell === '') return '';
  if (cell instanceof Date) return `<c r="${place}" s="${INSTANT}"><v>${toSerialDate(cell)}</v></c>`;
  const style = isHeading ? ` s="${HEADING}"` : '';
  if (typeof cell === 'number') return `<c r="${place}"${style}><v>${cell}</v></c>`;
  const space = losesBlanks.test(cell) ? ' xml:space="preserve"' : '';
  return `<c r="${place}"${style} t="inlineStr"><is><t${space}>${escapeXml(cell)}</t></is></c>`;
}

type Rows = readonly (readonly Cell[])[];

const rowsXml = (rows: Rows, before: number) =>
  rows
    .map((row, index) => {
      const number = before + index + 1;
      const cells = row.map((cell, at) => cellXml(cell, `${columnName(at)}${number}`, number === 1));
      return `<row r="${number}">${cells.join('')}</row>`;
    })
    .join('');

const [NARROWEST, WIDEST] = [9, 50];
/** Returns the column's width in characters. */
function columnWidth(rows: Rows, column: number): number {
  const lengths = rows.map(({ [column]: cell = '' }) =>
    cell instanceof Date ? fileInstant(cell).length : String(cell).length,
  );
  return Math.min(Math.max(NARROWEST, ...lengths) + 2, WIDEST);
}

/** States the sheet's size only if it is known, because readers lose rows if the size is wrong. */
function beginSheet(rows: Rows, isAll: boolean): string {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const opening = `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}">`;
  if (columns === 0) return `${opening}<sheetData>`;
  const size = isAll ? `<dimension ref="A1:${columnName(columns - 1)}${rows.length}"/>` : '';
  const cols = Array.from(
    { length: columns },
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="${columnWidth(rows, at)}" customWidth="1"/>`,
  );
  return `${opening}${size}<cols>${cols.join('')}</cols><sheetData>`;
}

/**
 * All text stays text: no formulas, no dates made from `3/4`, no lost zeros. At most two batches are in
 * memory.
 */
export async function* xlsx(sheetName: string, batches: AsyncIterable<Rows>): AsyncGenerator<Uint8Array> {
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
  for (const [name, xml] of Object.entries(workbookParts(sheetName)))
    begin(name)(XML_DECLARATION + xml, true);
  const put = begin(SHEET_PATH);
  const source = batches[Symbol.asyncIterator]();
  let [batch, following] = [await source.next(), await source.next()];
  put(beginSheet(batch.done ? [] : batch.value, following.done === true), false);
  for (let written = 0; !batch.done; [batch, following] = [following, await source.next()]) {
    put(rowsXml(batch.value, written), false);
    written += batch.value.length;
    yield* ready.splice(0);
  }
  put('</sheetData></worksheet>', true);
  zip.end();
  yield* ready.splice(0);
}
