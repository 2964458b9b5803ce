import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { COMPANY_STAGES, INDUSTRIES, VERIFICATION_STATUSES } from '../enumerations.ts';
import { CalendarDay } from '../calendar-day.ts';
import { rule } from '../rule.ts';
import { companyName } from '../names.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH, freeText, webAddress, oneOf } from '../text.ts';
import { EmailToken, SignedInUser } from './person.ts';

/** Each step of the form is saved as a draft, and all are sent together (S-505). */
export const Organization = z.strictObject({
  companyName: companyName(INPUT_MAX_LENGTH * 2),
  businessName: companyName(INPUT_MAX_LENGTH * 2),
  industry: oneOf(INDUSTRIES),
  /** Institutions have ethics approvals instead of a company registration. */
  isInstitution: z.optional(z.boolean({ error: rule('notOfThisKind') })),
  ethicsApprovalNumber: z.optional(freeText(INPUT_MAX_LENGTH)),
  ethicsApprovalExpiresOn: z.optional(CalendarDay),
  supervisor: z.optional(freeText(INPUT_MAX_LENGTH * 2)),
});
const leadsToLinkedIn = (address: string) =>
  URL.canParse(address) && /^(?:[\w-]+\.)*linkedin\.com$/.test(new URL(address).hostname);

/** Other sites are accepted too, but the form then shows a notice. */
export const isLinkedIn = (address: string): boolean =>
  address.startsWith('https:') && leadsToLinkedIn(address);

/** The admin opens this address, so it must not imitate LinkedIn. */
const LinkedInAddress = webAddress().check(
  z.refine((text) => !/linkedin\./i.test(text) || leadsToLinkedIn(text), rule('linkedIn')),
);

/**
 * Section 3 of the specification requires three addresses, but not everyone is on LinkedIn, so any site is
 * accepted.
 */
export const Social = z.strictObject({
  website: webAddress(),
  companyLinkedUrl: LinkedInAddress,
  foundersLinkedInUrl: LinkedInAddress,
});

export const Stage = z.strictObject({ stage: z._default(oneOf(COMPANY_STAGES), COMPANY_STAGES[0]) });

export const CompanyInformation = z.strictObject({
  userId: Id,
  ...Organization.shape,
  ...Social.shape,
  ...Stage.shape,
});
export type CompanyInformation = z.infer<typeof CompanyInformation>;

export const submitCompanyInformation = endpoint({
  method: 'POST',
  path: '/users/company-information',
  summary: 'Submit the company for verification: once, and again after a decline',
  access: 'RESEARCHER',
  own: { in: 'body', name: 'userId' },
  body: CompanyInformation,
  reply: SignedInUser,
  errors: ['COMPANY_ALREADY_SUBMITTED'],
});

export const SentCompany = z.object({
  userId: Id,
  companyName: z.string(),
  businessName: z.string(),
  industry: z.enum(INDUSTRIES),
  isInstitution: z.boolean(),
  ethicsApprovalNumber: z.nullable(z.string()),
  ethicsApprovalExpiresOn: z.nullable(z.string()),
  supervisor: z.nullable(z.string()),
  website: z.string(),
  companyLinkedUrl: z.string(),
  foundersLinkedInUrl: z.string(),
  stage: z.enum(COMPANY_STAGES),
  status: z.enum(VERIFICATION_STATUSES),
  declineReason: z.nullable(z.string()),
  submittedAt: z.string(),
});
export type SentCompany = z.infer<typeof SentCompany>;

export const readCompanyInformation = endpoint({
  method: 'GET',
  path: '/users/company-information',
  summary: "The caller's company and the decision about it",
  access: 'RESEARCHER',
  own: { in: 'query', name: 'userId' },
  query: z.strictObject({ userId: z.optional(Id) }),
  reply: SentCompany,
  errors: ['COMPANY_NOT_FOUND'],
});

const COMPANY_DECISIONS = ['ACCEPT', 'DECLINE'] as const;

/** Mail scanners open links. Reading a link therefore does not use it up (D-24). */
export const readCompanyVerification = endpoint({
  method: 'GET',
  path: '/users/:userId/company-verification',
  summary: 'The company that a decision link is about, and whether the link can still decide',
  access: 'ANYONE',
  params: z.object({ userId: Id }),
  query: z.strictObject({ token: EmailToken }),
  reply: z.object({
    companyName: z.string(),
    adminVerificationStatus: z.enum(VERIFICATION_STATUSES),
    canDecide: z.boolean(),
    sent: z.optional(z.object({ ...SentCompany.shape, askedBy: z.string() })),
  }),
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});

/** Sent when the admin clicks a button on the linked page (D-24, D-25). The first decision is final. */
export const decideCompany = endpoint({
  method: 'POST',
  path: '/users/:userId/company-verification',
  summary: 'Accept or decline a company with the token of the decision link',
  access: 'ANYONE',
  params: z.object({ userId: Id }),
  body: z.strictObject({
    token: EmailToken,
    decision: oneOf(COMPANY_DECISIONS),
    reason: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
  }),
  reply: z.object({
    userId: Id,
    companyName: z.string(),
    adminVerificationStatus: z.enum(VERIFICATION_STATUSES),
  }),
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID', 'COMPANY_ALREADY_DECIDED'],
});
