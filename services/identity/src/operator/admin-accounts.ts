import { type AdminRole, ADMIN_ROLES } from '@app/contracts/enumerations.ts';
import { isEmail, normalEmail } from '@app/contracts/text.ts';
import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { addAdmin, removeAdmin, sendEnrolmentLink } from '../admins/accounts.ts';
import type { Operator } from './operator.ts';

const LONGEST_NAME = 100;
const isRole = (text: string): text is AdminRole => ADMIN_ROLES.some((role) => role === text);

function inviting({ db, sendMail, environment, by }: Operator) {
  const { ADMIN_URL: adminUrl, PUBLIC_URL: publicUrl } = environment;
  if (typeof adminUrl !== 'string' || adminUrl === '') throw new Error(words.noAdminUrl);
  return { db, sendMail, adminUrl, publicUrl: typeof publicUrl === 'string' ? publicUrl : adminUrl, by };
}

/** Returns undefined for a wrong command. */
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
