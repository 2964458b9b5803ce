import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { today } from '@app/contracts/calendar.ts';
import type { Act } from '../accounts/suspend-person.ts';
import { deleteOnRequest } from '../account-deletion/delete-on-request.ts';
import type { Operator } from './operator.ts';
import { recordEvent } from '../audit.ts';
import { zipData } from '../data-export/read-data-export.ts';

export async function deletePersonOnRequest(
  operator: Operator,
  act: Act,
): Promise<boolean | { refusal: string }> {
  const done = await deleteOnRequest(operator, act);
  return typeof done === 'string' ? { refusal: words.mustBeSettled(words.obstacles[done]) } : done;
}

/** Only the operating-system user who runs the command can read the file. */
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
  await recordEvent(db, 'DATA_SAVED', { userId, about: by });
  return words.dataSaved(path);
}
