import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { findSpentLink, isLiveLink } from '../links/use-link.ts';
import { findCompany } from './find-company.ts';

/** Which company an admin's link is about, and whether it still decides. Reading it uses nothing up (D-24). */
export async function readVerification(
  { db }: Deps,
  { userId, token }: { userId: string; token: string },
  fail: Fail<'TOKEN_NOT_VALID'>,
) {
  const canDecide = await isLiveLink(db, 'DECIDE_COMPANY', token, userId);
  // A used or expired link still proves that its holder got the letter.
  const isKnown = canDecide || (await findSpentLink(db, 'DECIDE_COMPANY', token, userId)) !== undefined;
  const company = isKnown ? await findCompany(db, userId) : undefined;
  if (!company) return fail('TOKEN_NOT_VALID');
  const { companyName, status } = company;
  return { companyName, adminVerificationStatus: status, canDecide: canDecide && status === 'PENDING' };
}
