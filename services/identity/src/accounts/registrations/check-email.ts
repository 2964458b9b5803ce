import { isEmail, normalEmail } from '@app/contracts/text.ts';
import type { Deps } from '../../deps.ts';
import { findCredentials } from '../queries.ts';

/**
 * Whether an address has an account; an invalid one counts as not taken (section 5). The question tells strangers who is
 * here, so an installation may answer false to all (EMAIL_CHECKS=strict), and many together raise an alarm.
 */
export async function checkEmail({ db, config, limiter, log }: Deps, email: string): Promise<boolean> {
  const { isFirstBeyond } = await limiter.count(db, 'EMAIL_CHECKS_PER_INSTALLATION_PER_HOUR', 'everybody');
  if (isFirstBeyond) log.warn('more email checks than people signing up would make');
  if (config.EMAIL_CHECKS === 'strict' || !isEmail(email)) return false;
  return (await findCredentials(db, normalEmail(email))) !== undefined;
}
