import type { SentUserInformation } from '@app/contracts/identity/profile.ts';
import { profileChoiceWords } from '@app/contracts/messages/profile-choices.ts';
import { letterWords as words } from '@app/contracts/messages/letters.ts';

/** A letter before it is laid out: one clear action, at most one other. */
export interface LetterContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** What people typed; may hold line breaks. */
  facts?: { label: string; value: string; isAddress?: boolean }[];
  action: Action;
  otherAction?: Action;
}

interface Action {
  label: string;
  url: string;
}

export function verifyEmail(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.verifyEmail;
  return letter(firstName, subject, [body, words.ifNotYou], { label: action, url });
}

export function alreadyRegistered(firstName: string, logInUrl: string, forgotUrl: string): LetterContent {
  const { subject, body, waysIn, action, otherAction } = words.alreadyRegistered;
  return {
    ...letter(firstName, subject, [body, waysIn, words.ifNotYou], { label: action, url: logInUrl }),
    otherAction: { label: otherAction, url: forgotUrl },
  };
}

export function resetPassword(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.resetPassword;
  return letter(firstName, subject, [body, words.ifNotYou], { label: action, url });
}

export function setPassword(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.setPassword;
  return letter(firstName, subject, [body], { label: action, url });
}

export function passwordChanged(firstName: string, at: string | undefined, url: string): LetterContent {
  const { subject, body, action } = words.passwordChanged;
  return letter(firstName, subject, [body, ...when(at), words.setPasswordNow], { label: action, url });
}

export function passwordSet(firstName: string, at: string | undefined, url: string): LetterContent {
  const { subject, body, action } = words.passwordSet;
  return letter(firstName, subject, [body, ...when(at), words.setPasswordNow], { label: action, url });
}

export function paymentChanged(
  firstName: string,
  { provider, phoneNumber }: SentUserInformation['payment'],
  at: string | undefined,
  url: string,
): LetterContent {
  const { subject, body, ifNotYou, action } = words.paymentChanged;
  const account = `${profileChoiceWords.provider[provider]} ${phoneNumber}`;
  return letter(firstName, subject, [body(account), ...when(at), ifNotYou], { label: action, url });
}

export function googleAdded(firstName: string, at: string | undefined, url: string): LetterContent {
  const { subject, body, ifNotYou, action } = words.googleAdded;
  return letter(firstName, subject, [body, ...when(at), ifNotYou], { label: action, url });
}

export function companyAccepted(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.companyAccepted;
  return letter(firstName, subject, [body], { label: action, url });
}

export function companyDeclined(firstName: string, reason: string | null, url: string): LetterContent {
  const { subject, body, action, reason: label } = words.companyDeclined;
  const value = reason?.trim() ?? '';
  return {
    ...letter(firstName, subject, [body], { label: action, url }),
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
  const shown = { ...company, industry: industries[company.industry] ?? company.industry };
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

function letter(firstName: string, subject: string, paragraphs: string[], action: Action): LetterContent {
  return { subject, greeting: words.greeting(firstName), paragraphs, action };
}

// Ghana's clock shows GMT all year.
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

function when(at: string | undefined): string[] {
  if (at === undefined) return [];
  const instant = new Date(at);
  return [words.happened(days.format(instant), times.format(instant))];
}
