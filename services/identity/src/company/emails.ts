import { breakLinks } from '@app/contracts/contact-in-text.ts';
import { isLinkedIn } from '@app/contracts/identity/company.ts';
import { longDate } from '@app/words/days.ts';
import { emailWords as words } from '@app/words/emails.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { companyPaths, paths } from '@app/contracts/web-paths.ts';
import type { Person } from '../accounts/reads.ts';
import {
  type EmailContent,
  adminAreaDetail,
  composeEmail,
  formatInstant,
  toAdmins,
} from '../emails/compose-email.ts';
import { askedBy, findCompany } from './reads.ts';
import { defineAccountEmail } from '../accounts/emails.ts';
import { makeLink } from '../links/make-link.ts';

export function companyAcceptedEmail(firstName: string, url: string): EmailContent {
  const { subject, body, action } = words.companyAccepted;
  return composeEmail(firstName, subject, [body], { label: action, url });
}

export const companyDeclined = withReason(words.companyDeclined);
export const companyRevoked = withReason(words.companyRevoked);

function withReason({
  subject,
  body,
  action,
  reason: label,
}: Record<keyof typeof words.companyDeclined, string>) {
  return (firstName: string, reason: string | null, url: string): EmailContent => {
    const value = reason?.trim() ?? '';
    return {
      ...composeEmail(firstName, subject, [body], { label: action, url }),
      ...(value === '' ? {} : { details: [{ label, value, isExact: true }] }),
    };
  };
}

/** A code without a name, so that mail programs keep the emails about one company together. */
const personCode = (userId: string) => `P${userId.replaceAll('-', '').slice(-6).toUpperCase()}`;

const { details: detailLabels } = words.companySubmitted;
type CompanyDetail = keyof typeof detailLabels;
const detailNames = Object.keys(detailLabels) as CompanyDetail[];
const onLinkedIn = new Set<CompanyDetail>(['companyLinkedUrl', 'foundersLinkedInUrl']);

type SubmittedCompany = Record<Exclude<CompanyDetail, 'askedBy' | keyof Institution>, string> &
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

export function companySubmittedEmail(
  company: SubmittedCompany,
  acceptUrl: string,
  declineUrl: string,
): EmailContent {
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
  const { userId, asker, lastDeclinedAt, lastDeclineReason, ...details } = company;
  const { firstName, lastName, email } = asker;
  const industries: Record<string, string> = profileChoiceWords.industry;
  const stages: Record<string, string> = profileChoiceWords.companyStage;
  const shown: Partial<Record<CompanyDetail, string | null>> = {
    ...details,
    askedBy: askedBy({ firstName: breakLinks(firstName), lastName: breakLinks(lastName), email }),
    industry: industries[company.industry] ?? company.industry,
    stage: stages[company.stage] ?? company.stage,
    isInstitution: company.isInstitution ? institution : null,
    ethicsApprovalExpiresOn: company.ethicsApprovalExpiresOn
      ? longDate(company.ethicsApprovalExpiresOn)
      : null,
  };
  const isElsewhere = (name: CompanyDetail, value: string) => onLinkedIn.has(name) && !isLinkedIn(value);
  return {
    subject: subject(personCode(userId)),
    greeting: words.plainGreeting,
    paragraphs: [
      body,
      ...(lastDeclinedAt ? [declinedBefore(formatInstant(lastDeclinedAt.toISOString()))] : []),
      typed,
    ],
    details: [
      ...(lastDeclineReason ? [{ label: declinedBecause, value: lastDeclineReason }] : []),
      ...detailNames.flatMap((name) => {
        const value = shown[name];
        if (!value) return [];
        const label = isElsewhere(name, value) ? notOnLinkedIn(detailLabels[name]) : detailLabels[name];
        // The text ends with an email address, which is verified. So mail programs may make it a link.
        return [{ label, value, isExact: name === 'askedBy' }];
      }),
    ],
    action: { label: action, url: acceptUrl },
    otherAction: { label: otherAction, url: declineUrl },
  };
}

export const COMPANY_ACCEPTED = defineAccountEmail('COMPANY_ACCEPTED', ({ person, page }) =>
  companyAcceptedEmail(person.firstName, page(paths.dashboard)),
);

export const COMPANY_DECLINED = defineAccountEmail('COMPANY_DECLINED', async ({ deps, person, page }) => {
  const company = await findCompany(deps.db, person.userId);
  return companyDeclined(person.firstName, company?.declineReason ?? null, page(paths.kyc));
});

/** Admins get the answer by email. */
export const COMPANY_QUESTION = defineAccountEmail<{ question: string }>(
  'COMPANY_QUESTION',
  ({ deps, person, job, page }) => {
    const { subject, body, question, action } = words.companyQuestion;
    return {
      ...composeEmail(person.firstName, subject, [body], { label: action, url: page(paths.kyc) }),
      details: [{ label: question, value: job.question, isExact: true }],
      replyTo: deps.config.ADMIN_EMAIL,
    };
  },
);

export const COMPANY_REVOKED = defineAccountEmail('COMPANY_REVOKED', async ({ deps, person, page }) => {
  const company = await findCompany(deps.db, person.userId);
  // The company may have been submitted again or restored in the meantime.
  if (company?.status !== 'DECLINED') return undefined;
  return companyRevoked(person.firstName, company.declineReason, page(paths.kyc));
});

export const COMPANY_SUBMITTED = defineAccountEmail(
  'COMPANY_SUBMITTED',
  async ({ deps, person, job, page }) => {
    const { userId } = person;
    const company = await findCompany(deps.db, userId);
    // The link works only while the company is pending.
    if (!company || company.status !== 'PENDING') return undefined;
    const secret = await makeLink(deps, { emailId: job.id, userId, purpose: 'DECIDE_COMPANY' });
    if (secret === undefined) return undefined;
    const content = companySubmittedEmail(
      { ...company, userId, asker: person },
      page(companyPaths.accept(secret, userId)),
      page(companyPaths.decline(secret, userId)),
    );
    const details = [...(content.details ?? []), ...adminAreaDetail(deps.config, `/companies/${userId}`)];
    return { ...content, details, ...toAdmins(deps.config) };
  },
);
