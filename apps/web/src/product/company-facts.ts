import type { SentCompany } from '@app/contracts/identity/company.ts';
import { kycMessages as words } from '@app/words/kyc.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { longDate } from '../format/dates.ts';
import type { Fact } from '../ui/facts.tsx';

/** What a researcher has sent about the company, under the names of the form (S-505). */
export function companyFacts(company: SentCompany): Fact[] {
  return [
    { name: words.companyNameLabel, value: company.companyName },
    { name: words.businessNameLabel, value: company.businessName },
    { name: words.industryLabel, value: profileChoiceWords.industry[company.industry] },
    { name: words.websiteLabel, value: company.website },
    { name: words.companyLinkedUrlLabel, value: company.companyLinkedUrl },
    { name: words.foundersLinkedInUrlLabel, value: company.foundersLinkedInUrl },
    { name: words.stageLabel, value: profileChoiceWords.companyStage[company.stage] },
    { name: words.sentOn, value: longDate(company.submittedAt) },
  ];
}
