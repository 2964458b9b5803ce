import type { Quote } from '@app/contracts/payment/budgets.ts';
import { quoteWords as words } from '@app/words/quote.ts';
import { Sums } from './sums.tsx';

interface QuoteSumsProps {
  quote: Quote;
  total: string;
  isBonus?: boolean;
}

export function QuoteSums({ quote, total, isBonus = false }: QuoteSumsProps) {
  const { places, incentiveInPesewas, incentivesInPesewas, payoutFeesInPesewas } = quote;
  const { collectionFeeInPesewas, totalInPesewas } = quote;
  const before = incentivesInPesewas + payoutFeesInPesewas + collectionFeeInPesewas - totalInPesewas;
  return (
    <Sums
      rows={[
        [isBonus ? words.bonus : words.incentives(places, incentiveInPesewas), incentivesInPesewas],
        [isBonus ? words.bonusFee : words.payoutFees, payoutFeesInPesewas],
        [words.collectionFee, collectionFeeInPesewas],
        ...(before > 0 ? ([[words.paidBefore, -before]] as const) : []),
      ]}
      total={[total, totalInPesewas]}
    />
  );
}
