import type { SentUserInformation } from '@app/contracts/identity/profile.ts';
import { profileChoiceWords } from '@app/contracts/messages/profile-choices.ts';
import { letterWords as words } from '@app/contracts/messages/letters.ts';

/** A letter before it is laid out: one clear action, at most one other. */
export interface LetterContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  facts?: { label: string; value: string }[];
  action: { label: string; url: string };
  otherAction?: { label: string; url: string };
  footer: string;
}

export function verifyEmail(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.verifyEmail;
  return letter(firstName, subject, [body, words.ifNotYou], { label: action, url });
}

export function alreadyRegistered(firstName: string, logInUrl: string, forgotUrl: string): LetterContent {
  const { subject, body, action, otherAction } = words.alreadyRegistered;
  return {
    ...letter(firstName, subject, [body, words.ifNotYou], { label: action, url: logInUrl }),
    otherAction: { label: otherAction, url: forgotUrl },
  };
}

export function resetPassword(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.resetPassword;
  return letter(firstName, subject, [body, words.ifNotYou], { label: action, url });
}

export function passwordChanged(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.passwordChanged;
  return letter(firstName, subject, [body], { label: action, url });
}

export function paymentChanged(
  firstName: string,
  { provider, phoneNumber }: SentUserInformation['payment'],
  url: string,
): LetterContent {
  const { subject, body, action } = words.paymentChanged;
  const account = `${profileChoiceWords.provider[provider]} ${phoneNumber}`;
  return letter(firstName, subject, [body(account)], { label: action, url });
}

export function googleAdded(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.googleAdded;
  return letter(firstName, subject, [body], { label: action, url });
}

export function companyAccepted(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.companyAccepted;
  return letter(firstName, subject, [body], { label: action, url });
}

export function companyDeclined(firstName: string, reason: string | null, url: string): LetterContent {
  const { subject, body, action } = words.companyDeclined;
  const noted = reason === null || reason.trim() === '' ? [] : [words.companyDeclined.reason(reason)];
  return letter(firstName, subject, [body, ...noted], { label: action, url });
}

type CompanyFacts = Record<keyof typeof words.companySubmitted.facts, string>;

export function companySubmitted(
  company: CompanyFacts,
  acceptUrl: string,
  declineUrl: string,
): LetterContent {
  const { subject, body, action, otherAction, facts } = words.companySubmitted;
  const industries: Record<string, string> = profileChoiceWords.industry;
  const shown: CompanyFacts = { ...company, industry: industries[company.industry] ?? company.industry };
  return {
    subject,
    greeting: words.adminGreeting,
    paragraphs: [body(company.companyName)],
    facts: Object.entries(facts).map(([key, label]) => ({ label, value: shown[key as keyof CompanyFacts] })),
    action: { label: action, url: acceptUrl },
    otherAction: { label: otherAction, url: declineUrl },
    footer: words.neverAsk,
  };
}

function letter(
  firstName: string,
  subject: string,
  paragraphs: string[],
  action: { label: string; url: string },
): LetterContent {
  return { subject, greeting: words.greeting(firstName), paragraphs, action, footer: words.neverAsk };
}
