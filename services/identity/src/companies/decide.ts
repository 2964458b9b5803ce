import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { findPerson } from '../accounts/find-person.ts';
import { queueBarred } from '../accounts/tell-barred.ts';
import { noteEvent } from '../audit/note-event.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { findSpentLink, useUpLink, voidLinks } from '../links/use-link.ts';
import { findVerificationStatus } from './find-company.ts';
import { COMPANY_ACCEPTED, COMPANY_DECLINED, COMPANY_SUBMITTED } from './letters.ts';
import { decideOnCompany } from './queries.ts';
import { queueNews } from './tell-news.ts';

interface Decision {
  userId: string;
  token: string;
  decision: 'ACCEPT' | 'DECLINE';
  reason?: string | undefined;
}

/**
 * Decides on a company by the admin's link. Both links of a letter hold one token, so the first decision uses it up and
 * a second one is refused. A letter and a notification say the decision to the researcher (D-25).
 */
export async function decide(
  deps: Deps,
  { userId, token, decision, reason }: Decision,
  fail: Fail<'TOKEN_NOT_VALID' | 'COMPANY_ALREADY_DECIDED'>,
) {
  const status = decision === 'ACCEPT' ? ('VERIFIED' as const) : ('DECLINED' as const);
  const decided = await transaction(deps.db, async (trx) => {
    const owner = await useUpLink(trx, 'DECIDE_COMPANY', token, userId);
    if (owner === undefined) return undefined;
    const companyName = await decideOnCompany(trx, userId, status, reason ?? null);
    if (companyName === undefined) return fail('COMPANY_ALREADY_DECIDED');
    // Of an earlier letter, which would decide on what was sent again since.
    await voidLinks(trx, userId, 'DECIDE_COMPANY');
    await noteEvent(trx, decision === 'ACCEPT' ? 'COMPANY_ACCEPTED' : 'COMPANY_DECLINED', { userId });
    await queueLetter(deps, trx, decision === 'ACCEPT' ? COMPANY_ACCEPTED : COMPANY_DECLINED, { userId });
    await queueNews(deps, trx, {
      userId,
      key: crypto.randomUUID(),
      event: decision === 'ACCEPT' ? 'COMPANY_ACCEPTED' : 'COMPANY_DECLINED',
    });
    // A researcher who was held since a revocation acts again.
    await queueBarred(deps, trx, userId);
    return { userId, companyName, adminVerificationStatus: status };
  });
  return decided ?? refuseSpentLink(deps, userId, token, fail);
}

/**
 * Says why a link does not decide any more. For an expired one a new letter is on its way, or the company would wait
 * for ever.
 */
async function refuseSpentLink(
  deps: Deps,
  userId: string,
  token: string,
  fail: Fail<'TOKEN_NOT_VALID' | 'COMPANY_ALREADY_DECIDED'>,
): Promise<never> {
  const spent = await findSpentLink(deps.db, 'DECIDE_COMPANY', token, userId);
  if (await findPerson(deps.db, userId)) {
    await noteEvent(deps.db, 'LINK_REFUSED', { userId, about: 'DECIDE_COMPANY' });
  }
  if (!spent) return fail('TOKEN_NOT_VALID');
  if ((await findVerificationStatus(deps.db, userId)) !== 'PENDING') return fail('COMPANY_ALREADY_DECIDED');
  if (!spent.isUsed) {
    await transaction(deps.db, (trx) => queueLetter(deps, trx, COMPANY_SUBMITTED, { userId }));
  }
  return fail('TOKEN_NOT_VALID');
}
