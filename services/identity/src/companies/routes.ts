import {
  decideCompany,
  readCompanyInformation,
  readCompanyVerification,
  submitCompanyInformation,
} from '@app/contracts/identity/company.ts';
import { transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import { findPerson } from '../accounts/find-person.ts';
import { holdPerson } from '../accounts/queries.ts';
import { withOwnToken } from '../accounts/sign-in.ts';
import { noteEvent } from '../audit/note-event.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { voidLinks } from '../links/use-link.ts';
import { decide } from './decide.ts';
import { findCompany, sentCompany } from './find-company.ts';
import { COMPANY_SUBMITTED } from './letters.ts';
import { submitCompany } from './queries.ts';
import { readVerification } from './read-verification.ts';

export function companyRoutes(route: Route, deps: Deps): void {
  route(submitCompanyInformation, async ({ body, viewer, fail }) => {
    await transaction(deps.db, async (trx) => {
      // A token outlives its person by some minutes.
      if (!(await findPerson(trx, body.userId))) throw new Failure('NOT_SIGNED_IN');
      await holdPerson(trx, body.userId);
      if (!(await submitCompany(trx, body))) return fail('COMPANY_ALREADY_SUBMITTED');
      await noteEvent(trx, 'COMPANY_SUBMITTED', { userId: body.userId });
      await voidLinks(trx, body.userId, 'DECIDE_COMPANY');
      await queueLetter(deps, trx, COMPANY_SUBMITTED, { userId: body.userId });
    });
    return withOwnToken(deps, viewer);
  });

  route(readCompanyInformation, async ({ viewer, fail }) => {
    const company = await findCompany(deps.db, viewer.userId);
    if (!company) return fail('COMPANY_NOT_FOUND');
    return sentCompany(viewer.userId, company);
  });

  route(readCompanyVerification, async ({ params, query, fail }) =>
    readVerification(deps, { ...params, ...query }, fail),
  );

  route(decideCompany, async ({ params, body, fail }) =>
    decide(deps, { userId: params.userId, ...body }, fail),
  );
}
