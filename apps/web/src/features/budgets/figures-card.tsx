import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import type { Budget } from '@app/contracts/payment/budgets.ts';
import { longDate } from '@app/words/days.ts';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { fundingAccount } from './funding-progress.tsx';
import { Sums } from '../../product/sums.tsx';

/** The sum of the parts must be all that was paid in. */
export function FiguresCard({ budget, action }: { budget: Budget; action?: ReactNode }) {
  const received = budget.fundings.filter(({ state }) => state === 'SUCCEEDED');
  const funded = received.reduce((sum, { receivedInPesewas }) => sum + (receivedInPesewas ?? 0), 0);
  const last = received.at(-1);
  const { refundedInPesewas } = budget;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{words.figures}</h2>
        {budget.state === 'CLOSED' ? <Badge>{words.closed}</Badge> : action}
      </div>
      <p className="mt-3 text-sm text-cocoa-3">{words.funded}</p>
      <p className="figures font-display text-3xl font-heavy">{cedis(funded)}</p>
      {last && (
        <p className="mb-4 text-sm text-cocoa-2">
          {words.fundedFrom(fundingAccount(last), longDate(last.createdAt))}
        </p>
      )}
      <Sums
        rows={[
          [words.promised, budget.promisedInPesewas],
          [words.paid, budget.paidInPesewas],
          [words.onItsWay, budget.onItsWayInPesewas],
          [words.fees, budget.feesInPesewas],
          ...(refundedInPesewas > 0 ? ([[words.refunded, refundedInPesewas]] as const) : []),
        ]}
        total={[words.left, budget.availableInPesewas]}
      />
    </Card>
  );
}
