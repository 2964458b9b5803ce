import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import {
  type Budget,
  MobileMoney,
  type Source,
  fundBudget,
  raiseBudget,
  type Quote,
} from '@app/contracts/payment/budgets.ts';
import type { Quota } from '@app/contracts/project/quotas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callPayment } from '../../api/call-payment.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { applicantKeys, budgetKeys } from '../../api/keys.ts';
import '../../forms/all-rules.ts';
import { removePartFromFields } from '../../forms/profile/part-errors.ts';
import { useSubmit, SubmitButton } from '../../forms/form.tsx';
import { AddedPlacesByGroup } from '../../product/added-places-by-group.tsx';
import { QuoteSums } from '../../product/quote-sums.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Skeleton, FailedState } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { addPaidPlaces } from './paid-places.tsx';
import { PaymentSource } from './payment-source.tsx';
import { useFundDraft } from './use-fund-draft.ts';

/** A sum above GH₵ 10,000 may be a typing mistake, so the researcher must confirm it. */
const LARGE_SUM_IN_PESEWAS = 1_000_000;

interface FundFormProps {
  studyId: string;
  budget: Budget | null;
  incentiveInPesewas: number;
  places: number | null;
  durationInMinutes: number | null;
  given?: number | undefined;
  quotas?: readonly Quota[];
  bonusInPesewas?: number | undefined;
  onAsked?: ((next: Budget) => void) | undefined;
  onClose?: (() => void) | undefined;
}

interface QuoteProps {
  quote: Fund['quote'];
  durationInMinutes: number | null;
  isBonus: boolean;
}

function LiveQuote({ quote, durationInMinutes, isBonus }: QuoteProps) {
  return (
    <div aria-live="polite" aria-busy={quote.isFetching}>
      {quote.isError ? (
        <FailedState
          text={failureMessage(quote.error)}
          onRetry={() => void quote.refetch()}
          isRetrying={quote.isFetching}
        />
      ) : (
        <QuoteText quote={quote.data} {...{ durationInMinutes, isBonus }} />
      )}
    </div>
  );
}

interface QuoteTextProps extends Omit<QuoteProps, 'quote'> {
  quote: Quote | undefined;
}

function QuoteText({ quote, durationInMinutes, isBonus }: QuoteTextProps) {
  if (quote === undefined) return <p className="mt-2 text-sm text-cocoa-2">{words.quoteComes}</p>;
  const { incentiveInPesewas } = quote;
  return (
    <>
      <QuoteSums quote={quote} total={words.youPay} isBonus={isBonus} />
      <p className="mt-3 text-sm text-cocoa-2">
        {durationInMinutes !== null &&
          !isBonus &&
          `${words.perHour(cedis(Math.floor((incentiveInPesewas * 60) / durationInMinutes)))} `}
        {words.comesBack(quote.collectionFeeInPesewas)}
      </p>
    </>
  );
}

type Fund = ReturnType<typeof useFundDraft>;

/** Pays the sum of the quote. If the budget already has the money, the new places are added at once. */
function usePayIn(
  { studyId, budget, incentiveInPesewas, bonusInPesewas, onAsked, onClose }: FundFormProps,
  { draft, quote, lastUsed }: Fund,
) {
  const client = useQueryClient();
  return useSubmit(
    draft,
    async ({ places: count, kind: by, network, phoneNumber }, idempotencyKey) => {
      const { totalInPesewas = 0 } = quote.data ?? {};
      if (totalInPesewas === 0) {
        await addPaidPlaces(client, studyId, count);
        focusHeading();
        onClose?.();
        return;
      }
      // Built by hand, because a union of zod would be loaded by every page with a form.
      const source: Source =
        by === 'MOBILE_MONEY'
          ? MobileMoney.parse({ network, phoneNumber })
          : by === 'USED_BEFORE'
            ? { kind: by, fundingId: lastUsed?.fundingId ?? '' }
            : { kind: by };
      const bonus = bonusInPesewas === undefined ? {} : { bonusInPesewas };
      const asked = { places: count, totalInPesewas, source, ...bonus };
      const asking = budget
        ? callPayment(raiseBudget, { params: { studyId }, body: asked, idempotencyKey })
        : callPayment(fundBudget, { body: { studyId, incentiveInPesewas, ...asked }, idempotencyKey });
      const next = await asking.catch((error: unknown) => {
        throw removePartFromFields(error, 'source');
      });
      onAsked?.(next);
      client.setQueryData(budgetKeys.one(studyId), next);
      focusHeading();
      onClose?.();
    },
    (error) => {
      if (!(error instanceof CallFailed) || error.status !== 409) return false;
      void client.invalidateQueries({ queryKey: budgetKeys.all() });
      void client.invalidateQueries({ queryKey: applicantKeys.study(studyId) });
      return false;
    },
  );
}

function payLabel(pesewas: number | undefined, more: number): string {
  if (pesewas === undefined) return words.payPlain;
  if (more === 0) return words.pay(pesewas);
  return pesewas === 0 ? words.addPaid(more) : words.payFor(more, pesewas);
}

interface ConfirmLargeSumProps {
  quote: Quote;
  places: number;
  isByPhone: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function ConfirmLargeSum({ quote, places, isByPhone, onConfirm, onClose }: ConfirmLargeSumProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.payLarge(quote.totalInPesewas)}
      actions={
        <Button
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {words.pay(quote.totalInPesewas)}
        </Button>
      }
      keep={words.cancel}
    >
      <p>{words.payLargeText(places, cedis(quote.incentiveInPesewas))}</p>
      {isByPhone && <p className="mt-3">{words.payLargePhone}</p>}
    </Modal>
  );
}

export function FundForm(props: FundFormProps) {
  const { studyId, budget, incentiveInPesewas, places: planned, durationInMinutes } = props;
  const { given, quotas = [], bonusInPesewas, onClose } = props;
  const isBonus = bonusInPesewas !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const [isAskedFor] = useState(onClose !== undefined);
  useEffect(() => {
    // The button that opened the form has disappeared. So the first field takes the focus.
    if (isAskedFor) form.current?.querySelector('input')?.focus();
  }, [isAskedFor]);
  const [isConfirming, setIsConfirming] = useState(false);
  const fund = useFundDraft({ studyId, incentiveInPesewas, planned, bonusInPesewas });
  const { draft, places, kind, quote, lastUsed } = fund;
  const total = quote.data?.totalInPesewas;
  const more = given === undefined || isBonus ? 0 : Math.max(0, places - given);
  // The budget may already contain the money for the new places.
  const isQuoted = total !== undefined && !quote.isPlaceholderData && (total > 0 || more > 0);
  const { submit, isPending } = usePayIn(props, fund);
  const isLarge = total !== undefined && total >= LARGE_SUM_IN_PESEWAS;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        if (!isLarge) return submit(event);
        event.preventDefault();
        return setIsConfirming(true);
      }}
      noValidate
      aria-label={words.payIn}
      className="grid items-start gap-4 lg:grid-cols-2"
    >
      <Card className="flex flex-col gap-6">
        <h2 className="text-lg">{isBonus ? words.payInForBonus(bonusInPesewas) : words.payIn}</h2>
        {/* If the budget is closed, the whole missing sum must be paid. */}
        {budget?.state !== 'CLOSED' && !isBonus && (
          <TextInput
            label={words.places}
            hint={given === undefined ? words.placesHint : words.morePlacesHint(given)}
            inputMode="numeric"
            autoComplete="off"
            {...draft.numberField('places')}
          />
        )}
        {quotas.length > 0 && more > 0 && <AddedPlacesByGroup {...{ quotas, more }} />}
        {quote.isLoading ? (
          <Skeleton className="h-40" />
        ) : (
          <PaymentSource draft={draft} lastUsed={lastUsed} />
        )}
      </Card>
      <Card>
        <h2 className="text-lg">{words.quote}</h2>
        <LiveQuote {...{ quote, durationInMinutes, isBonus }} />
        <div className="mt-5 flex flex-wrap gap-3">
          <SubmitButton isValid={draft.isValid && isQuoted} isPending={isPending} className="max-sm:w-full">
            {payLabel(total, more)}
          </SubmitButton>
          {onClose && (
            <Button variant="secondary" className="max-sm:w-full" onClick={onClose}>
              {words.cancel}
            </Button>
          )}
        </div>
      </Card>
      {isConfirming && quote.data && (
        <ConfirmLargeSum
          quote={quote.data}
          places={more || quote.data.places}
          isByPhone={kind !== 'CARD_OR_BANK'}
          onConfirm={submit}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </form>
  );
}
