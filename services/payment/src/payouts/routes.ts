import { readPersonInPaymentAsAdmin } from '@app/contracts/payment/admin-people.ts';
import * as contract from '@app/contracts/payment/payouts.ts';
import * as accountChecks from '@app/contracts/payment/account-check.ts';
import type { Payout } from '@app/contracts/payment/payouts.ts';
import { readOwnSums } from '@app/contracts/payment/people.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { lookUpAccount } from './sending/account-check.ts';
import { readPayoutSums } from './reads.ts';
import { payBonus, requestPayout } from './request-payout.ts';
import { deriveReference } from '../provider.ts';
import {
  findTerms,
  listPayouts,
  listPayoutsWaitingForConfirmation,
  findIncentives,
  readAccountCheck,
  confirmAccountCheck,
} from './queries.ts';
import { transitionPayout } from './write-payout.ts';

const ONE = { page: 0, size: 1 };

export function payoutRoutes(route: Route, deps: Deps): void {
  const { db } = deps;
  const ownPayout = async (payoutId: string, personId: string): Promise<Payout | undefined> =>
    (await listPayouts(db, { payoutId, personId }, ONE, { withAccount: true })).content[0];

  route(contract.requestPayout, async ({ params, body, fail }) =>
    requestPayout(deps, { ...params, ...body }, fail),
  );

  route(contract.readIncentives, ({ body }) => findIncentives(db, body.applicationIds));

  route(readOwnSums, ({ params }) => readPayoutSums(deps, params.userId));

  route(contract.listPayouts, async ({ query, viewer, fail }) => {
    const { studyId, page: number, size } = query;
    const isResearcher = viewer.role === 'RESEARCHER';
    const isOwn = studyId === undefined || !isResearcher;
    if (!isOwn && (await findTerms(db, studyId))?.researcherId !== viewer.userId)
      return fail('BUDGET_NOT_FOUND');
    const of = {
      ...(isOwn ? { personId: viewer.userId } : {}),
      ...(studyId === undefined ? {} : { studyId }),
    };
    return { ...(await listPayouts(db, of, { page: number, size }, { withAccount: isOwn })), number, size };
  });

  route(readPersonInPaymentAsAdmin, async ({ params: { userId }, query: { page: number, size } }) => {
    const found = await listPayouts(db, { personId: userId }, { page: number, size }, { withAccount: true });
    return { ...found, number, size };
  });

  route(contract.retryPayout, async ({ params, viewer, fail }) => {
    if (!(await ownPayout(params.id, viewer.userId))) return fail('PAYOUT_NOT_FOUND');
    await transaction(db, async (trx) => {
      const isOurs = await transitionPayout(deps, trx, params.id, {
        from: ['ACTION_NEEDED'],
        to: 'CREATED',
        inSeconds: 0,
      });
      if (isOurs) await recordEvent(trx, 'PAYOUT_RETRIED', { userId: viewer.userId, about: params.id });
    });
    const payout = await ownPayout(params.id, viewer.userId);
    return payout && payout.state !== 'SUCCEEDED' && payout.state !== 'CANCELLED' && payout.state !== 'REVIEW'
      ? payout
      : fail('PAYOUT_IS_UNDER_WAY');
  });

  route(contract.reportMissing, async ({ params, viewer, fail }) => {
    if (!(await ownPayout(params.id, viewer.userId))) return fail('PAYOUT_NOT_FOUND');
    await transaction(db, async (trx) => {
      const isOurs = await transitionPayout(deps, trx, params.id, {
        from: ['SUCCEEDED'],
        to: 'REVIEW',
        why: 'MISSING',
      });
      if (isOurs) await recordEvent(trx, 'PAYOUT_MISSING', { userId: viewer.userId, about: params.id });
    });
    const payout = await ownPayout(params.id, viewer.userId);
    return payout?.why === 'MISSING' ? payout : fail('PAYOUT_IS_UNDER_WAY');
  });

  route(contract.payBonus, async ({ body, viewer, request, fail }) => {
    const key = String(request.headers['idempotency-key']);
    // The id is derived from the call. So if a failover loses the order, a retry finds it at the provider.
    const id = deriveReference(JSON.stringify([viewer.userId, key, body]), 0);
    await payBonus(deps, { ...body, id, researcherId: viewer.userId }, fail);
    const { content } = await listPayouts(db, { payoutId: id }, ONE, { withAccount: false });
    return content[0] ?? fail('PAYOUT_NOT_FOUND');
  });
}

export function accountCheckRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(
    accountChecks.lookUpAccount,
    async ({ viewer, fail }) => (await lookUpAccount(deps, viewer.userId)) ?? fail('PROFILE_MISSING'),
  );

  route(accountChecks.confirmAccount, async ({ viewer: { userId }, fail }) => {
    // The person confirms the account as it is now, so the account is looked up first.
    if (!(await lookUpAccount(deps, userId))) return fail('PROFILE_MISSING');
    await transaction(db, async (trx) => {
      if (!(await confirmAccountCheck(trx, userId))) return;
      for (const id of await listPayoutsWaitingForConfirmation(trx, userId))
        await transitionPayout(deps, trx, id, { from: ['ACTION_NEEDED'], to: 'CREATED', inSeconds: 0 });
      await recordEvent(trx, 'ACCOUNT_CONFIRMED', { userId });
    });
    return readAccountCheck(db, userId);
  });
}
