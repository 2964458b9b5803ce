import { quoteBudget } from '@app/contracts/payment/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import { payWords as words } from '@app/words/pay.ts';
import { quoteWords } from '@app/words/quote.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callPayment } from '../../../api/call-payment.ts';
import { failureMessage } from '../../../api/failure.ts';
import { budgetKeys } from '../../../api/keys.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { PaySteps } from '../../../product/pay-steps.tsx';
import { QuoteSums } from '../../../product/quote-sums.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/states.tsx';

interface CostProps {
  studyId: string | undefined;
  /** The amount is in whole GH₵. */
  incentive: number;
  places: number | undefined;
  minutes: number | undefined;
  /** In whole GH₵, for people whom the survey screens out. */
  screenOutPay: number;
  onSave: () => Promise<void>;
}

interface SumProps extends Pick<CostProps, 'incentive' | 'screenOutPay'> {
  studyId: string;
  places: number;
}

function Sum({ studyId, incentive, screenOutPay, places }: SumProps) {
  const pesewas = incentive * 100;
  const screenOut = screenOutPay > 0 ? { screenOutInPesewas: screenOutPay * 100 } : {};
  const quote = useQuery({
    queryKey: budgetKeys.quote(studyId, pesewas, places, undefined, screenOutPay),
    queryFn: ({ signal }) => {
      const body = { studyId, incentiveInPesewas: pesewas, places, ...screenOut };
      return callPayment(quoteBudget, { body }, signal);
    },
    placeholderData: keepPreviousData,
    retry: false,
    // The quote is always read again, because a payment may arrive between two visits.
    staleTime: 0,
    gcTime: 0,
  });
  if (quote.isError) return <p className="mt-3 text-sm text-laterite">{failureMessage(quote.error)}</p>;
  if (quote.data === undefined) return <Skeleton className="mt-3 h-32 w-full" />;
  const { paidInPesewas: paidIn, totalInPesewas, collectionFeeInPesewas, screenedOut } = quote.data;
  const isCovered = totalInPesewas === 0;
  return (
    <>
      <PaySteps current={isCovered ? 3 : 2} className="mt-3" />
      {paidIn > 0 && <p className="figures mt-2 font-semibold">{words.paidIn(paidIn)}</p>}
      {isCovered ? (
        <p className="text-sm text-cocoa-2">{words.paidAll}</p>
      ) : (
        <>
          <QuoteSums quote={quote.data} total={paidIn > 0 ? words.rest : words.total} />
          <p className="mt-3 text-sm text-cocoa-2">{words.comesBack(collectionFeeInPesewas)}</p>
        </>
      )}
      {screenedOut && (
        <p className="figures mt-3 text-sm text-cocoa-2">
          {quoteWords.screenedOut(screenedOut.people, screenOutPay, screenedOut.places)}
        </p>
      )}
    </>
  );
}

export function Cost({ studyId, incentive, places, minutes, screenOutPay, onSave }: CostProps) {
  const [isSaving, setIsSaving] = useState(false);
  const section = useRef<HTMLElement>(null);
  const savedBefore = useRef(studyId);
  useEffect(() => {
    const hasCome = savedBefore.current === undefined && studyId !== undefined;
    savedBefore.current = studyId;
    if (hasCome && document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [studyId]);
  const rate = minutes === undefined ? undefined : hourlyRate(incentive, minutes);
  const isPlaced = places !== undefined && places >= 1;

  async function save() {
    setIsSaving(true);
    try {
      await onSave();
    } catch (error) {
      toastFailure(error);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <section ref={section} tabIndex={-1} aria-label={words.cost} className="mt-4 focus:unmarked">
      {rate !== undefined && <p className="figures text-sm">{words.perHour(cedis(rate))}</p>}
      <p role="status" className="figures text-sm text-gold-ink">
        {rate !== undefined && isUnderMinimumWage(rate) && words.underMinimumWage}
      </p>
      {!isPlaced && <p className="mt-2 text-sm text-cocoa-2">{words.placesFirst}</p>}
      {isPlaced && studyId === undefined && (
        <>
          <PaySteps current={1} className="mt-3" />
          <p className="mt-2 text-sm text-cocoa-2">{words.saveFirst}</p>
          <Button
            variant="secondary"
            size="small"
            className="mt-2"
            isBusy={isSaving}
            onClick={() => void save()}
          >
            {words.save}
          </Button>
        </>
      )}
      {isPlaced && studyId !== undefined && <Sum {...{ studyId, incentive, screenOutPay, places }} />}
    </section>
  );
}

/** In 2026, Ghana's minimum wage for a day of eight hours is GH₵ 21.77. */
const MINIMUM_WAGE_OF_A_DAY = 2177;
const HOURS_OF_A_DAY = 8;

/** The incentive is in GH₵. The result is in pesewas per hour. */
export const hourlyRate = (incentive: number, minutes: number) =>
  Math.floor((incentive * 100 * 60) / minutes);

export const isUnderMinimumWage = (pesewasAnHour: number) =>
  pesewasAnHour * HOURS_OF_A_DAY < MINIMUM_WAGE_OF_A_DAY;
