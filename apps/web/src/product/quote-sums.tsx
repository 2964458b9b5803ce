import type { Quote } from '@app/contracts/payment/budgets.ts';
import { quoteWords as words } from '@app/words/quote.ts';
import { Sums } from './sums.tsx';

/** A quote's parts, and what is left to pay. */
export function QuoteSums({ quote, total }: { quote: Quote; total: string }) {
  const { places, incentiveInPesewas, incentivesInPesewas, payoutFeesInPesewas } = quote;
  const { collectionFeeInPesewas, totalInPesewas } = quote;
  const before = incentivesInPesewas + payoutFeesInPesewas + collectionFeeInPesewas - totalInPesewas;
  return (
    <Sums
      rows={[
        [words.incentives(places, incentiveInPesewas), incentivesInPesewas],
        [words.payoutFees, payoutFeesInPesewas],
        [words.collectionFee, collectionFeeInPesewas],
        ...(before > 0 ? ([[words.paidBefore, -before]] as const) : []),
      ]}
      total={[total, totalInPesewas]}
    />
  );
}
