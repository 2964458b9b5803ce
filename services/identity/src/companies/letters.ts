import { breakLinks } from '@app/contracts/contact-in-text.ts';
import { participantCode } from '@app/contracts/participant-code.ts';
import { isLinkedIn } from '@app/contracts/identity/company.ts';
import { longDate } from '@app/words/days.ts';
import { letterWords as words } from '@app/words/letters.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { companyPaths, paths } from '@app/contracts/web-paths.ts';
import type { Person } from '../accounts/reads.ts';
import { type LetterContent, composeLetter, formatInstant, toAdmins } from '../deliveries/compose-letter.ts';
import { askedBy, findCompany } from './find-company.ts';
import { letterAboutPerson } from '../accounts/letters.ts';
import { makeLink } from '../links/make-link.ts';

export function companyAccepted(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.companyAccepted;
  return composeLetter(firstName, subject, [body], { label: action, url });
}

export const companyDeclined = withReason(words.companyDeclined);
export const companyRevoked = withReason(words.companyRevoked);

function withReason({
  subject,
  body,
  action,
  reason: label,
}: Record<keyof typeof words.companyDeclined, string>) {
  return (firstName: string, reason: string | null, url: string): LetterContent => {
    const value = reason?.trim() ?? '';
    return {
      ...composeLetter(firstName, subject, [body], { label: action, url }),
      ...(value === '' ? {} : { facts: [{ label, value, isExact: true }] }),
    };
  };
}

const { facts: factWords } = words.companySubmitted;
type CompanyFact = keyof typeof factWords;
const factNames = Object.keys(factWords) as CompanyFact[];
const onLinkedIn = new Set<CompanyFact>(['companyLinkedUrl', 'foundersLinkedInUrl']);

type ToldCompany = Record<Exclude<CompanyFact, 'askedBy' | keyof Institution>, string> &
  Partial<Institution> & {
    userId: string;
    asker: Pick<Person, 'firstName' | 'lastName' | 'email'>;
    lastDeclinedAt?: Date | null;
    lastDeclineReason?: string | null;
  };
interface Institution {
  isInstitution: boolean;
  ethicsApprovalNumber: string | null;
  ethicsApprovalExpiresOn: string | null;
  supervisor: string | null;
}

export function companySubmitted(company: ToldCompany, acceptUrl: string, declineUrl: string): LetterContent {
  const {
    subject,
    body,
    typed,
    action,
    otherAction,
    institution,
    notOnLinkedIn,
    declinedBefore,
    declinedBecause,
  } = words.companySubmitted;
  const { userId, asker, lastDeclinedAt, lastDeclineReason, ...told } = company;
  const { firstName, lastName, email } = asker;
  const industries: Record<string, string> = profileChoiceWords.industry;
  const stages: Record<string, string> = profileChoiceWords.companyStage;
  const shown: Partial<Record<CompanyFact, string | null>> = {
    ...told,
    askedBy: askedBy({ firstName: breakLinks(firstName), lastName: breakLinks(lastName), email }),
    industry: industries[company.industry] ?? company.industry,
    stage: stages[company.stage] ?? company.stage,
    isInstitution: company.isInstitution ? institution : null,
    ethicsApprovalExpiresOn: company.ethicsApprovalExpiresOn
      ? longDate(company.ethicsApprovalExpiresOn)
      : null,
  };
  const isElsewhere = (name: CompanyFact, value: string) => onLinkedIn.has(name) && !isLinkedIn(value);
  return {
    subject: subject(participantCode(userId)),
    greeting: words.plainGreeting,
    paragraphs: [
      body,
      ...(lastDeclinedAt ? [declinedBefore(formatInstant(lastDeclinedAt.toISOString()))] : []),
      typed,
    ],
    facts: [
      ...(lastDeclineReason ? [{ label: declinedBecause, value: lastDeclineReason }] : []),
      ...factNames.flatMap((name) => {
        const value = shown[name];
        if (!value) return [];
        const label = isElsewhere(name, value) ? notOnLinkedIn(factWords[name]) : factWords[name];
        // The value ends in a verified email address.
        return [{ label, value, isExact: name === 'askedBy' }];
      }),
    ],
    action: { label: action, url: acceptUrl },
    otherAction: { label: otherAction, url: declineUrl },
  };
}

export const COMPANY_ACCEPTED = letterAboutPerson('COMPANY_ACCEPTED', ({ person, page }) =>
  companyAccepted(person.firstName, page(paths.dashboard)),
);

export const COMPANY_DECLINED = letterAboutPerson('COMPANY_DECLINED', async ({ deps, person, page }) => {
  const company = await findCompany(deps.db, person.userId);
  return companyDeclined(person.firstName, company?.declineReason ?? null, page(paths.kyc));
});

export const COMPANY_REVOKED = letterAboutPerson('COMPANY_REVOKED', async ({ deps, person, page }) => {
  const company = await findCompany(deps.db, person.userId);
  // The company may be submitted again or restored meanwhile.
  if (company?.status !== 'DECLINED') return undefined;
  return companyRevoked(person.firstName, company.declineReason, page(paths.kyc));
});

export const COMPANY_SUBMITTED = letterAboutPerson(
  'COMPANY_SUBMITTED',
  async ({ deps, person, job, page }) => {
    const { userId } = person;
    const company = await findCompany(deps.db, userId);
    // The link would lead nowhere.
    if (!company || company.status !== 'PENDING') return undefined;
    const secret = await makeLink(deps, { letterId: job.id, userId, purpose: 'DECIDE_COMPANY' });
    if (secret === undefined) return undefined;
    const letter = companySubmitted(
      { ...company, userId, asker: person },
      page(companyPaths.accept(secret, userId)),
      page(companyPaths.decline(secret, userId)),
    );
    return { ...letter, ...toAdmins(deps.config) };
  },
);
