import {
  askCompanyAsAdmin,
  decideCompanyAsAdmin,
  listCompaniesAsAdmin,
  readCompanyAsAdmin,
} from '@app/contracts/identity/admin-companies.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import {
  acceptCompany,
  sendCompanyQuestion,
  declineCompany,
  restoreCompany,
  revokeCompany,
} from './decide-company.ts';
import { findCompany, sentCompany } from './find-company.ts';
import { findDecisions, listCompanies } from './list-companies.ts';

const decisions = {
  ACCEPT: acceptCompany,
  DECLINE: declineCompany,
  REVOKE: revokeCompany,
  RESTORE: restoreCompany,
};

export function adminCompanyRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(listCompaniesAsAdmin, async ({ query: { search = '', state, page, size } }) => {
    const { rows, totalElements } = await listCompanies(db, { search: search.trim(), state, page, size });
    const content = rows.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }));
    return { content, totalElements, size, number: page };
  });

  route(readCompanyAsAdmin, async ({ params: { userId }, fail }) => {
    const [company, decided] = [await findCompany(db, userId), await findDecisions(db, userId)];
    if (!company || !decided) return fail('PERSON_NOT_FOUND');
    return {
      ...sentCompany(userId, company),
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
