import {
  type SentUserInformation,
  changeUserInformation,
  readUserInformation,
} from '@app/contracts/identity/profiles.ts';
import type { LANGUAGES } from '@app/contracts/enumerations.ts';
import { callIdentity } from '../../api/call.ts';

export type Language = (typeof LANGUAGES)[number];

/** An empty list stores that the person was asked and chose none. */
export async function answerLanguages(userId: string, languages: Language[]): Promise<SentUserInformation> {
  const { demographic } = await callIdentity(readUserInformation, {});
  const body = { userId, demographic: { ...demographic, languages } };
  return callIdentity(changeUserInformation, { body });
}
