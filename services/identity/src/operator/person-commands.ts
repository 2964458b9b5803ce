import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { today } from '@app/contracts/calendar.ts';
import { type AdminRole, ADMIN_ROLES } from '@app/contracts/enumerations.ts';
import { isEmail, normalEmail } from '@app/contracts/text.ts';
import type { Act } from '../accounts/suspend-person.ts';
import { deleteOnRequest } from '../account-deletion/delete-account.ts';
import type { Operator } from './operator.ts';
import { recordEvent } from '../audit.ts';
import { zipData } from '../data-export/read-data-export.ts';
import { addAdmin, removeAdmin, sendEnrolmentLink } from '../admins/accounts.ts';

export async function deletePersonOnRequest(
  operator: Operator,
  act: Act,
): Promise<boolean | { refusal: string }> {
  const done = await deleteOnRequest(operator, act);
  return typeof done === 'string' ? { refusal: words.mustBeSettled(words.obstacles[done]) } : done;
}

/** Only the user who runs the command can read the file. */
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

const LONGEST_NAME = 100;
const isRole = (text: string): text is AdminRole => ADMIN_ROLES.some((role) => role === text);

function inviting({ db, sendMail, environment, by }: Operator) {
  const { ADMIN_URL: adminUrl, PUBLIC_URL: publicUrl } = environment;
  if (typeof adminUrl !== 'string' || adminUrl === '') throw new Error(words.noAdminUrl);
  return { db, sendMail, adminUrl, publicUrl: typeof publicUrl === 'string' ? publicUrl : adminUrl, by };
}

/** Returns undefined if the command is wrong. */
export async function changeAdmins(
  operator: Operator,
  [act = '', address = '', roles = '', ...name]: readonly string[],
): Promise<string | undefined> {
  const email = normalEmail(address);
  if (!isEmail(email)) return undefined;
  if (act === 'remove') return (await removeAdmin(operator, email)) ? words.adminRemoved : words.unknownAdmin;
  if (act === 'enrol') {
    const link = await sendEnrolmentLink(inviting(operator), email);
    return link === undefined ? words.unknownAdmin : words.enrolmentLink(link);
  }
  const given = { email, name: name.join(' ').trim(), roles: roles.split(',').filter(isRole) };
  const isComplete = given.name !== '' && given.name.length <= LONGEST_NAME && given.roles.length > 0;
  if (act !== 'add' || !isComplete || given.roles.join() !== roles) return undefined;
  const link = await addAdmin(inviting(operator), given);
  return link === undefined ? words.adminExists : words.enrolmentLink(link);
}
