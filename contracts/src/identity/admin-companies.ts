import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { TEXTAREA_MAX_LENGTH, freeText, oneOf, requiredText } from '../text.ts';
import { SentCompany } from './company.ts';

/** REVOKED means that the company was declined after it had been verified. */
const COMPANY_STATES = ['PENDING', 'VERIFIED', 'DECLINED', 'REVOKED'] as const;
export type CompanyState = (typeof COMPANY_STATES)[number];

const CompanyInList = z.object({
  userId: Id,
  companyName: z.string(),
  researcherName: z.string(),
  email: z.string(),
  state: z.enum(COMPANY_STATES),
  submittedAt: z.string(),
});

export const listCompaniesAsAdmin = endpoint({
  method: 'POST',
  isRead: true,
  path: '/admin/companies/search',
  summary: 'Companies by state; the pending ones in the order of their submission, the others newest first',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  query: z.strictObject({
    ...pagingFields,
    state: z.optional(oneOf(COMPANY_STATES)),
  }),
  body: z.strictObject({ search: z.optional(freeText(TEXTAREA_MAX_LENGTH)) }),
  page: CompanyInList,
  errors: [],
});

export const readCompanyAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/companies/:userId',
  summary: 'A company as its researcher sent it, and the decisions about it',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  params: z.object({ userId: Id }),
  reply: z.extend(SentCompany, {
    ...CompanyInList.shape,
    decidedAt: z.nullable(z.string()),
    lastDeclinedAt: z.nullable(z.string()),
    lastDeclineReason: z.nullable(z.string()),
  }),
  errors: ['PERSON_NOT_FOUND'],
});

const ADMIN_DECISIONS = ['ACCEPT', 'DECLINE', 'REVOKE', 'RESTORE'] as const;

/**
 * The researcher reads the reason. The first decision about a submission is final. A later submission makes
 * the call fail.
 */
export const decideCompanyAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/companies/:userId/decision',
  summary: 'Accept or decline a pending company, revoke a verified one, or restore a revoked one',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  // A revocation suspends the company's studies.
  needsRecentPasskey: true,
  params: z.object({ userId: Id }),
  body: z
    .strictObject({
      decision: oneOf(ADMIN_DECISIONS),
      submittedAt: z.iso.datetime({ error: rule('notOfThisKind') }),
      reason: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
    })
    .check(
      z.refine(
        ({ decision, reason = '' }) =>
          decision === 'ACCEPT' || decision === 'RESTORE' || reason.trim() !== '',
        { error: rule('valueRequired'), path: ['reason'] },
      ),
    ),
  reply: z.object({ userId: Id, state: z.enum(COMPANY_STATES) }),
  errors: ['PERSON_NOT_FOUND', 'COMPANY_ALREADY_DECIDED'],
});

/** The question is emailed to the researcher, whose answer arrives at ADMIN_EMAIL. */
export const askCompanyAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/companies/:userId/question',
  summary: 'Email a question about a company to its researcher; the state of the company stays',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params: z.object({ userId: Id }),
  body: z.strictObject({ question: requiredText(TEXTAREA_MAX_LENGTH) }),
  errors: ['PERSON_NOT_FOUND'],
});
