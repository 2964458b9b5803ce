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
  // Whoever has a link that is used up or too old has had the letter all the same.
  const isKnown = canDecide || (await findSpentLink(db, 'DECIDE_COMPANY', token, userId)) !== undefined;
  const company = isKnown ? await findCompany(db, userId) : undefined;
  if (!company) return fail('TOKEN_NOT_VALID');
  const { companyName, status } = company;
  return { companyName, adminVerificationStatus: status, canDecide: canDecide && status === 'PENDING' };
}
