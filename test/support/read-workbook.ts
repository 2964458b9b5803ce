import { strFromU8, unzipSync } from 'fflate';

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The rows of a workbook's only sheet, as a spreadsheet would take them. */
export function readWorkbook(bytes: Uint8Array): (string | number)[][] {
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c>(?:<v>(.*?)<\/v>)<\/c>|<c t="inlineStr"><is><t [^>]*>(.*?)<\/t><\/is><\/c>/gs)].map(
      ([, number, text]) =>
        text === undefined
          ? Number(number)
          : text.replaceAll(/&\w+;/g, (sign) => signs[sign]!).replaceAll('_x005F_', '_'),
    ),
  );
}
