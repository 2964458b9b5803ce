import type { Budget, FundingState } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { fundingAccount } from './funding-progress.tsx';

const tones: Readonly<Record<FundingState, BadgeTone>> = {
  CREATED: 'info',
  PROMPTED: 'waiting',
  SUCCEEDED: 'good',
  FAILED: 'plain',
  EXPIRED: 'plain',
  UNKNOWN: 'info',
  REVIEW: 'info',
};

export function ReceiptsCard({ fundings }: Pick<Budget, 'fundings'>) {
  return (
    <Card>
      <h2 className="text-lg">{words.receipts}</h2>
      <ul className="mt-2 divide-y divide-line border-t border-line">
        {fundings.toReversed().map((funding) => {
          const { id, state, createdAt, providerId, isForBonus } = funding;
          const { feeInPesewas, receivedInPesewas, askedInPesewas } = funding;
          return (
            <li key={id} className="py-3 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <p className="figures font-semibold">{cedis(receivedInPesewas ?? askedInPesewas)}</p>
                <Badge tone={tones[state]}>{words.state[state]}</Badge>
              </div>
              <p className="figures mt-1 text-sm text-cocoa-2 wrap-anywhere">
                {words.receipt(fundingAccount(funding))} · {exactTime(createdAt)}
                {providerId !== null && ` · ${words.networkNumber(providerId)}`}
                {feeInPesewas !== null && ` · ${words.feeOfIt(feeInPesewas)}`}
                {isForBonus && ` · ${words.forBonus}`}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
