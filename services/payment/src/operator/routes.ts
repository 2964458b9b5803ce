import {
  changeProviderAsAdmin,
  decidePaymentAsAdmin,
  listDifferencesAsAdmin,
  listPaymentsAsAdmin,
  readBalancesAsAdmin,
} from '@app/contracts/payment/admin-payments.ts';
import type { Route } from '@app/kit/route.ts';
import { readPaymentSettingsAsAdmin, readPaymentWorkAsAdmin } from '@app/contracts/payment/admin-work.ts';
import { countWaitingDeadLetters } from '@app/kit/waiting-work.ts';
import type { Deps } from '../deps.ts';
import { findFunding } from '../budgets/write-funding.ts';
import { isPaused } from '../payouts/sending/pauses.ts';
import { findPayout } from '../payouts/write-payout.ts';
import {
  compareBalances,
  listDifferences,
  countDifferences,
  listKnownFloats,
} from '../reconciliation/compare-balances.ts';
import { bookFloatDifference } from '../reconciliation/reconcile.ts';
import { decidePayment, pauseByOperator, resumeByOperator } from './decide-payment.ts';
import { listOpenPayments } from './open-payments.ts';
import { PROVIDERS } from '../provider.ts';
import { countPauses, countPayments } from '../payouts/reads.ts';

function paymentRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(listPaymentsAsAdmin, ({ query }) => listOpenPayments(db, { group: undefined, ...query }));

  route(decidePaymentAsAdmin, async ({ params: { id }, body, viewer, fail }) => {
    const payout = await findPayout(db, id);
    if (!payout && !(await findFunding(db, id))) return fail('PAYOUT_NOT_FOUND');
    if ((payout?.attempts ?? 0) !== body.attempts) return fail('PAYMENT_CHANGED');
    const decided = await decidePayment(deps, id, body.decision, { ...body, by: viewer.name });
    return decided ?? fail('PAYMENT_CHANGED');
  });

  route(readBalancesAsAdmin, () => compareBalances(deps));

  route(listDifferencesAsAdmin, ({ query }) => listDifferences(db, query));

  route(changeProviderAsAdmin, async ({ params: { provider }, body, viewer: { name: by }, fail }) => {
    if (body.change === 'SETTLE') {
      const settled = await bookFloatDifference(deps, provider, { by, expected: body.differenceInPesewas });
      if (settled === undefined) return fail('FLOAT_NOT_SETTLED');
      if (settled === 'OTHER') return fail('PROVIDER_CHANGED');
    } else {
      const isChanged =
        body.change === 'PAUSE'
          ? await pauseByOperator(db, provider, by)
          : await resumeByOperator(db, provider, { by, since: body.since });
      if (!isChanged) return fail('PROVIDER_CHANGED');
    }
    return { provider, isPaused: await isPaused(db, provider) };
  });
}

function workRoutes(route: Route, { db, config, providers }: Deps): void {
  route(readPaymentWorkAsAdmin, async () => ({
    waiting: [
      ...(await countPayments(db)),
      await countPauses(db),
      await countDifferences(db),
      await countWaitingDeadLetters(db, 'PAYMENT_DEAD_LETTER', 'payment'),
    ],
    floats: await listKnownFloats(db),
  }));

  route(readPaymentSettingsAsAdmin, async () => ({
    providers: PROVIDERS.filter((name) => providers[name] !== undefined),
    mtnWalletsVia: config.MTN_WALLETS_VIA,
    payoutsPerDayInPesewas: config.PAYOUTS_PER_DAY_IN_PESEWAS,
    perPersonPerDayInPesewas: config.PESEWAS_PER_PERSON_PER_DAY,
    perResearcherPerDayInPesewas: config.PESEWAS_PER_RESEARCHER_PER_DAY,
  }));
}

export function operatorRoutes(route: Route, deps: Deps): void {
  paymentRoutes(route, deps);
  workRoutes(route, deps);
}
