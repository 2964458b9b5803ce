import { isLinkedIn, type SentCompany } from '@app/contracts/identity/company.ts';
import { kycWords as words } from '@app/words/kyc.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { longDate } from '@app/words/days.ts';
import type { Detail } from '../ui/detail-list.tsx';

const pageDetail = (label: string, address: string): Detail => ({
  name: isLinkedIn(address) ? label : words.elsewhere(label),
  value: address,
});

function institutionDetails(company: SentCompany): Detail[] {
  if (!company.isInstitution) return [];
  const { ethicsApprovalNumber: approval, ethicsApprovalExpiresOn: end, supervisor } = company;
  return [
    { name: words.kindLabel, value: words.institutionKind },
    ...(approval ? [{ name: words.ethicsApprovalNumberLabel, value: approval }] : []),
    ...(end ? [{ name: words.ethicsApprovalExpiresOnLabel, value: longDate(end) }] : []),
    ...(supervisor ? [{ name: words.supervisorLabel, value: supervisor }] : []),
  ];
}

/** Uses the labels of the form (S-505). */
export function companyDetails(company: SentCompany): Detail[] {
  return [
    { name: words.companyNameLabel, value: company.companyName },
    { name: words.businessNameLabel, value: company.businessName },
    { name: words.industryLabel, value: profileChoiceWords.industry[company.industry] },
    ...institutionDetails(company),
    { name: words.websiteLabel, value: company.website },
    pageDetail(words.companyLinkedUrlLabel, company.companyLinkedUrl),
    pageDetail(words.foundersLinkedInUrlLabel, company.foundersLinkedInUrl),
    { name: words.stageLabel, value: profileChoiceWords.companyStage[company.stage] },
    { name: words.sentOn, value: longDate(company.submittedAt) },
  ];
}
