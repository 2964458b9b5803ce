import type { Budget } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budget.ts';
import { cedis } from '@app/words/cedis.ts';
import type { ReactNode } from 'react';
import { longDate } from '../../format/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { accountOf } from './account-of.ts';
import { Sums } from '../../product/sums.tsx';

/** Where all that was paid in is: the parts come to the whole. */
export function FiguresCard({ budget, action }: { budget: Budget; action?: ReactNode }) {
  const received = budget.fundings.filter(({ state }) => state === 'SUCCEEDED');
  const funded = received.reduce((sum, { receivedInPesewas }) => sum + (receivedInPesewas ?? 0), 0);
  const last = received.at(-1);
  const { givenBackInPesewas } = budget;
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
          {words.fundedFrom(accountOf(last), longDate(last.createdAt))}
        </p>
      )}
      <Sums
        rows={[
          [words.promised, budget.promisedInPesewas],
          [words.paid, budget.paidInPesewas],
          [words.onItsWay, budget.onItsWayInPesewas],
          [words.fees, budget.feesInPesewas],
          ...(givenBackInPesewas > 0 ? ([[words.givenBack, givenBackInPesewas]] as const) : []),
        ]}
        total={[words.left, budget.availableInPesewas]}
      />
    </Card>
  );
}
