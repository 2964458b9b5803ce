import type { FastifyRequest } from 'fastify';
import {
  decideCompany,
  readCompanyInformation,
  readCompanyVerification,
  submitCompanyInformation,
} from '@app/contracts/identity/company.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import {
  askCompanyAsAdmin,
  decideCompanyAsAdmin,
  listCompaniesAsAdmin,
  readCompanyAsAdmin,
} from '@app/contracts/identity/admin-companies.ts';
import { findPerson } from '../accounts/reads.ts';
import { readUserWithToken } from '../accounts/sign-in.ts';
import { recordEvent } from '../audit.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import {
  recordRefusedLink,
  lockPerson,
  revokeLinks,
  findSpentLink,
  findSentLink,
  consumeLink,
  isLiveLink,
} from '../links/use-link.ts';
import {
  findCompany,
  toSentCompany,
  findVerificationStatus,
  askedBy,
  findDecisions,
  listCompanies,
} from './reads.ts';
import {
  recordDecision,
  acceptCompany,
  sendCompanyQuestion,
  declineCompany,
  restoreCompany,
  revokeCompany,
} from './decide-company.ts';
import { COMPANY_SUBMITTED } from './emails.ts';
import { submitCompany } from './queries.ts';

/** Reading the page does not use up the link (D-24). Only a decision does. */
async function readVerification(
  { db }: Deps,
  { userId, token }: { userId: string; token: string },
  fail: Fail<'TOKEN_NOT_VALID'>,
) {
  const canDecide = await isLiveLink(db, 'DECIDE_COMPANY', token, userId);
  // If the link was used before, its reader did receive the email.
  const isKnown = canDecide || (await findSpentLink(db, 'DECIDE_COMPANY', token, userId)) !== undefined;
  const company = isKnown ? await findCompany(db, userId) : undefined;
  if (!company) return fail('TOKEN_NOT_VALID');
  const { companyName, status } = company;
  const reading = { companyName, adminVerificationStatus: status };
  const person = canDecide && status === 'PENDING' ? await findPerson(db, userId) : undefined;
  if (!person) return { ...reading, canDecide: false };
  return {
    ...reading,
    canDecide: true,
    sent: { ...toSentCompany(userId, company), askedBy: askedBy(person) },
  };
}

interface Decision {
  userId: string;
  token: string;
  decision: 'ACCEPT' | 'DECLINE';
  reason?: string | undefined;
  request: FastifyRequest;
}

/**
 * The accept link and the decline link of one email have the same token, so only one decision is possible
 * (D-25).
 */
async function decide(
  deps: Deps,
  { userId, token, decision, reason, request }: Decision,
  fail: Fail<'TOKEN_NOT_VALID' | 'COMPANY_ALREADY_DECIDED'>,
) {
  const status = decision === 'ACCEPT' ? ('VERIFIED' as const) : ('DECLINED' as const);
  const decided = await transaction(deps.db, async (trx) => {
    const owner = await consumeLink(trx, 'DECIDE_COMPANY', token, userId);
    if (owner === undefined) return undefined;
    const companyName = await recordDecision(deps, trx, {
      userId,
      status,
      reason: reason ?? null,
      about: 'by emailed link',
    });
    if (companyName === undefined) return fail('COMPANY_ALREADY_DECIDED');
    return { userId, companyName, adminVerificationStatus: status };
  });
  return decided ?? refuseSpentLink(deps, { userId, token, request }, fail);
}

/** If the link has expired, a new email is sent. Otherwise the company could wait forever. */
async function refuseSpentLink(
  deps: Deps,
  { userId, token, request }: Pick<Decision, 'userId' | 'token' | 'request'>,
  fail: Fail<'TOKEN_NOT_VALID' | 'COMPANY_ALREADY_DECIDED'>,
): Promise<never> {
  const spent = await findSpentLink(deps.db, 'DECIDE_COMPANY', token, userId);
  if (await findPerson(deps.db, userId)) {
    await recordRefusedLink(deps, request, { userId, purpose: 'DECIDE_COMPANY' });
  }
  if (!spent) return fail('TOKEN_NOT_VALID');
  if ((await findVerificationStatus(deps.db, userId)) !== 'PENDING') return fail('COMPANY_ALREADY_DECIDED');
  if (!spent.isUsed) {
    await transaction(deps.db, (trx) => queueEmail(deps, trx, COMPANY_SUBMITTED, { userId }));
  }
  return fail('TOKEN_NOT_VALID');
}

function ownCompanyRoutes(route: Route, deps: Deps): void {
  route(submitCompanyInformation, async ({ body, viewer, fail }) => {
    await transaction(deps.db, async (trx) => {
      // The person may have been deleted some minutes ago, because access tokens stay valid for this long.
      if (!(await findPerson(trx, body.userId))) throw new Failure('NOT_SIGNED_IN');
      await lockPerson(trx, body.userId);
      if (!(await submitCompany(trx, body))) return fail('COMPANY_ALREADY_SUBMITTED');
      await recordEvent(trx, 'COMPANY_SUBMITTED', { userId: body.userId });
      await revokeLinks(trx, body.userId, 'DECIDE_COMPANY');
      await queueEmail(deps, trx, COMPANY_SUBMITTED, { userId: body.userId });
    });
    return readUserWithToken(deps, viewer);
  });

  route(readCompanyInformation, async ({ viewer, fail }) => {
    const company = await findCompany(deps.db, viewer.userId);
    if (!company) return fail('COMPANY_NOT_FOUND');
    return toSentCompany(viewer.userId, company);
  });

  route(
    readCompanyVerification,
    async ({ params, query, fail }) => readVerification(deps, { ...params, ...query }, fail),
    ({ params: { userId }, query: { token } }) => findSentLink(deps.db, 'DECIDE_COMPANY', token, userId),
  );

  route(
    decideCompany,
    async ({ params, body, request, fail }) =>
      decide(deps, { userId: params.userId, request, ...body }, fail),
    ({ params: { userId }, body: { token } }) => findSentLink(deps.db, 'DECIDE_COMPANY', token, userId),
  );
}

const decisions = {
  ACCEPT: acceptCompany,
  DECLINE: declineCompany,
  REVOKE: revokeCompany,
  RESTORE: restoreCompany,
};

function adminCompanyRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(listCompaniesAsAdmin, async ({ query: { state, page, size }, body: { search = '' } }) => {
    const { rows, totalElements } = await listCompanies(db, { search: search.trim(), state, page, size });
    const content = rows.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }));
    return { content, totalElements, size, number: page };
  });

  route(readCompanyAsAdmin, async ({ params: { userId }, fail }) => {
    const [company, decided] = [await findCompany(db, userId), await findDecisions(db, userId)];
    if (!company || !decided) return fail('PERSON_NOT_FOUND');
    return {
      ...toSentCompany(userId, company),
      ...decided,
      decidedAt: decided.decidedAt?.toISOString() ?? null,
      lastDeclinedAt: company.lastDeclinedAt?.toISOString() ?? null,
      lastDeclineReason: company.lastDeclineReason,
    };
  });

  route(decideCompanyAsAdmin, async ({ params: { userId }, body, viewer, fail }) => {
    const { submittedAt, reason = '' } = body;
    const act = { userId, by: viewer.name, reason: reason.trim(), submittedAt };
    const isDone = await decisions[body.decision](deps, act);
    const decided = (await findDecisions(db, userId)) ?? fail('PERSON_NOT_FOUND');
    return isDone ? { userId, state: decided.state } : fail('COMPANY_ALREADY_DECIDED');
  });

  route(askCompanyAsAdmin, async ({ params: { userId }, body: { question }, viewer, fail }) => {
    if (!(await sendCompanyQuestion(deps, { userId, by: viewer.name, question }))) fail('PERSON_NOT_FOUND');
  });
}

export function companyRoutes(route: Route, deps: Deps): void {
  ownCompanyRoutes(route, deps);
  adminCompanyRoutes(route, deps);
}
