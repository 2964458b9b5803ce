import { readPaymentSettingsAsAdmin, readPaymentWorkAsAdmin } from '@app/contracts/payment/admin-work.ts';
import type { Route } from '@app/kit/route.ts';
import { countWaitingDeadLetters } from '@app/kit/waiting-work.ts';
import type { Deps } from '../deps.ts';
import { PROVIDERS } from '../provider.ts';
import { countDifferences, listKnownFloats } from '../reconciliation/reads.ts';
import { countPauses, countPayments } from '../payouts/reads.ts';

export function paymentWorkRoutes(route: Route, { db, config, providers }: Deps): void {
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
