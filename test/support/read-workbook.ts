import readSheets from 'read-excel-file/node';
import type { Cell } from '@app/kit/csv.ts';

/** Reads the only sheet of a workbook with a third-party reader; null is an empty cell. */
export async function readWorkbook(bytes: Uint8Array): Promise<{ name: string; rows: (Cell | null)[][] }> {
  const [only, ...others] = await readSheets(Buffer.from(bytes), { trim: false });
  if (!only || others.length > 0) throw new Error('It is not one sheet');
  return { name: only.sheet, rows: only.data as (Cell | null)[][] };
}
