import type { Quote } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budget.ts';
import { cedis } from '@app/words/cedis.ts';
import { QuoteSums } from '../../product/quote-sums.tsx';

interface QuoteCardProps {
  quote: Quote | undefined;
  durationInMinutes: number | null;
}

/** The sum with its parts, read before anything is asked. */
export function QuoteCard({ quote, durationInMinutes }: QuoteCardProps) {
  if (quote === undefined) return <p className="mt-2 text-sm text-cocoa-2">{words.quoteComes}</p>;
  const { incentiveInPesewas } = quote;
  return (
    <>
      <QuoteSums quote={quote} total={words.youPay} />
      <p className="mt-3 text-sm text-cocoa-2">
        {durationInMinutes !== null &&
          `${words.perHour(cedis(Math.floor((incentiveInPesewas * 60) / durationInMinutes)))} `}
        {words.comesBack}
      </p>
    </>
  );
}
