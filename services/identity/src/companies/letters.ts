import { companyPaths, paths } from '@app/contracts/web-paths.ts';
import { letterAboutPerson } from '../accounts/write-about-person.ts';
import { toAdmins } from '../deliveries/compose-letter.ts';
import { makeLink } from '../links/make-link.ts';
import { findCompany } from './find-company.ts';
import * as texts from './letter-texts.ts';

export const COMPANY_ACCEPTED = letterAboutPerson('COMPANY_ACCEPTED', ({ person, page }) =>
  texts.companyAccepted(person.firstName, page(paths.dashboard)),
);

export const COMPANY_DECLINED = letterAboutPerson('COMPANY_DECLINED', async ({ deps, person, page }) => {
  const company = await findCompany(deps.db, person.userId);
  return texts.companyDeclined(person.firstName, company?.declineReason ?? null, page(paths.kyc));
});

export const COMPANY_REVOKED = letterAboutPerson('COMPANY_REVOKED', async ({ deps, person, page }) => {
  const company = await findCompany(deps.db, person.userId);
  // Sent again or restored in the meantime.
  if (company?.status !== 'DECLINED') return undefined;
  return texts.companyRevoked(person.firstName, company.declineReason, page(paths.kyc));
});

/** To the admin, with the links that decide. */
export const COMPANY_SUBMITTED = letterAboutPerson(
  'COMPANY_SUBMITTED',
  async ({ deps, person, job, page }) => {
    const { userId } = person;
    const company = await findCompany(deps.db, userId);
    // Decided in the meantime: the link would lead nowhere.
    if (!company || company.status !== 'PENDING') return undefined;
    const secret = await makeLink(deps, { letterId: job.id, userId, purpose: 'DECIDE_COMPANY' });
    if (secret === undefined) return undefined;
    const letter = texts.companySubmitted(
      { ...company, userId, asker: person },
      page(companyPaths.accept(secret, userId)),
      page(companyPaths.decline(secret, userId)),
    );
    return { ...letter, ...toAdmins(deps.config) };
  },
);
