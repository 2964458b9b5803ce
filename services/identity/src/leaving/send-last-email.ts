import { paths } from '@app/contracts/web-paths.ts';
import { readClock } from '@app/kit/database.ts';
import { sendEmail } from '../deliveries/email.ts';
import type { Deps } from '../deps.ts';
import { accountDeleted } from './letter-texts.ts';

/**
 * The last email to somebody. It is tried once and waits in no queue: no table may hold the address of a person who has
 * left.
 */
export async function sendLastEmail(deps: Deps, to: string): Promise<void> {
  const url = new URL(paths.contact, deps.config.PUBLIC_URL).href;
  const letter = accountDeleted((await readClock(deps.db)).toISOString(), url);
  await sendEmail(deps, { id: crypto.randomUUID(), doubts: 0, to, ...letter });
}
