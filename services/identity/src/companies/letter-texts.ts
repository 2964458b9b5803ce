import { letterWords as words } from '@app/words/letters.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import type { LetterContent } from '../deliveries/compose-letter.ts';
import { composeLetter } from '../deliveries/compose-letter.ts';

export function companyAccepted(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.companyAccepted;
  return composeLetter(firstName, subject, [body], { label: action, url });
}

export function companyDeclined(firstName: string, reason: string | null, url: string): LetterContent {
  const { subject, body, action, reason: label } = words.companyDeclined;
  const value = reason?.trim() ?? '';
  return {
    ...composeLetter(firstName, subject, [body], { label: action, url }),
    ...(value === '' ? {} : { facts: [{ label, value }] }),
  };
}

const { facts: factWords } = words.companySubmitted;
type CompanyFact = keyof typeof factWords;
const factNames = Object.keys(factWords) as CompanyFact[];
const addresses = new Set<CompanyFact>(['website', 'companyLinkedUrl', 'foundersLinkedInUrl']);

export function companySubmitted(
  company: Record<CompanyFact, string>,
  acceptUrl: string,
  declineUrl: string,
): LetterContent {
  const { subject, body, action, otherAction } = words.companySubmitted;
  const industries: Record<string, string> = profileChoiceWords.industry;
  const stages: Record<string, string> = profileChoiceWords.companyStage;
  const shown = {
    ...company,
    industry: industries[company.industry] ?? company.industry,
    stage: stages[company.stage] ?? company.stage,
  };
  return {
    subject,
    greeting: words.adminGreeting,
    paragraphs: [body],
    facts: factNames.map((name) => ({
      label: factWords[name],
      value: shown[name],
      isAddress: addresses.has(name),
    })),
    action: { label: action, url: acceptUrl },
    otherAction: { label: otherAction, url: declineUrl },
  };
}
