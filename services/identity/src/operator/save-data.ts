import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { today } from '@app/contracts/calendar.ts';
import { adminCommandWords as words } from '@app/words/operator.ts';
import { noteEvent } from '../audit/note-event.ts';
import { zipData } from '../own-data/zip-data.ts';
import type { Operator } from './operator.ts';

/** The file that the person would save in My Accounts, readable by nobody else on this machine. */
export async function saveData(
  { db, by, folder, readOwnData }: Pick<Operator, 'db' | 'by' | 'folder' | 'readOwnData'>,
  userId: string,
  file: string,
): Promise<string> {
  const path = resolve(folder, file);
  try {
    await writeFile(path, zipData(readOwnData(userId), today()), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Error(words.fileIsThere(path), { cause: error });
    throw error;
  }
  await noteEvent(db, 'DATA_SAVED', { userId, about: by });
  return words.dataSaved(path);
}
