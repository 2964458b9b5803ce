import type { Fail } from '@app/kit/problem.ts';
import { findPerson } from '../accounts/find-person.ts';
import type { Deps } from '../deps.ts';
import { findSpentLink, isLiveLink } from '../links/use-link.ts';
import { askedBy, findCompany, sentCompany } from './find-company.ts';

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
  const reading = { companyName, adminVerificationStatus: status };
  const person = canDecide && status === 'PENDING' ? await findPerson(db, userId) : undefined;
  if (!person) return { ...reading, canDecide: false };
  return { ...reading, canDecide: true, sent: { ...sentCompany(userId, company), askedBy: askedBy(person) } };
}
