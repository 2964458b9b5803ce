import {
  type SentUserInformation,
  changeUserInformation,
  readUserInformation,
} from '@app/contracts/identity/profile.ts';
import type { LANGUAGES } from '@app/contracts/enumerations.ts';
import { callIdentity } from '../../api/call.ts';

export type Language = (typeof LANGUAGES)[number];

/** Keeps which languages somebody speaks beside the rest of the part; none says that they were asked. */
export async function answerLanguages(userId: string, languages: Language[]): Promise<SentUserInformation> {
  const { demographic } = await callIdentity(readUserInformation, {});
  const body = { userId, demographic: { ...demographic, languages } };
  return callIdentity(changeUserInformation, { body });
}
