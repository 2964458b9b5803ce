import type { Quote } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budget.ts';
import { cedis } from '@app/words/cedis.ts';
import { Sums } from './sums.tsx';

interface QuoteCardProps {
  quote: Quote | undefined;
  durationInMinutes: number | null;
}

/** The sum with its parts, read before anything is asked. */
export function QuoteCard({ quote, durationInMinutes }: QuoteCardProps) {
  if (quote === undefined) return <p className="mt-2 text-sm text-cocoa-2">{words.quoteComes}</p>;
  const { places, incentiveInPesewas, incentivesInPesewas, payoutFeesInPesewas } = quote;
  const { collectionFeeInPesewas, totalInPesewas } = quote;
  const before = incentivesInPesewas + payoutFeesInPesewas + collectionFeeInPesewas - totalInPesewas;
  return (
    <>
      <Sums
        rows={[
          [words.incentives(places, incentiveInPesewas), incentivesInPesewas],
          [words.payoutFees, payoutFeesInPesewas],
          [words.collectionFee, collectionFeeInPesewas],
          ...(before > 0 ? ([[words.paidBefore, -before]] as const) : []),
        ]}
        total={[words.youPay, totalInPesewas]}
      />
      <p className="mt-3 text-sm text-cocoa-2">
        {durationInMinutes !== null &&
          `${words.perHour(cedis(Math.floor((incentiveInPesewas * 60) / durationInMinutes)))} `}
        {words.comesBack}
      </p>
    </>
  );
}
