import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { oneOf } from '@app/contracts/text.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { MOST_PLACES, Places } from '@app/contracts/payment/amounts.ts';
import {
  type Budget,
  MobileMoney,
  type Source,
  fundBudget,
  quoteBudget,
  raiseBudget,
  type Quote,
} from '@app/contracts/payment/budgets.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { mayBeMobile } from '@app/contracts/phone-number.ts';
import type { Quota } from '@app/contracts/project/quotas.ts';
import { rule } from '@app/contracts/rule.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { callIdentity } from '../../api/call.ts';
import { callPayment } from '../../api/call-payment.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { accountKey, applicantKeys, budgetKeys } from '../../api/keys.ts';
import { networkHint } from '../../forms/profile/network-hint.ts';
import { errorOfPart } from '../../forms/profile/part-errors.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { useUser } from '../../session/session.ts';
import { NewPlaces } from '../../product/new-places.tsx';
import { QuoteSums } from '../../product/quote-sums.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { toOptions } from '../../ui/options.ts';
import { Modal } from '../../ui/modal.tsx';
import { Skeleton, FailedState } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { fundingAccount } from './funding-progress.tsx';
import { addPaidPlaces } from './paid-places.tsx';

/** GH₵ 10,000: larger sums may be typing mistakes, so they are confirmed. */
const LARGE_SUM_IN_PESEWAS = 1_000_000;

const SOURCES = ['USED_BEFORE', 'MOBILE_MONEY', 'CARD_OR_BANK'] as const;
const { network: Network, phoneNumber: PhoneNumber } = MobileMoney.shape;
/** These checks run even while other fields are invalid. */
const always = () => true;
const Fields = z
  .strictObject({
    places: z
      .int(rule('wholeNumber'))
      .check(z.gte(1, rule('min 1')), z.lte(MOST_PLACES, rule(`max ${MOST_PLACES}`))),
    kind: oneOf(SOURCES),
    network: z.nullable(z.optional(Network)),
    phoneNumber: z.string(),
  })
  .check(
    // Phone fields keep their text while another source is selected.
    z.refine(({ kind, network }) => kind !== 'MOBILE_MONEY' || Network.safeParse(network).success, {
      path: ['network'],
      message: rule('notAnOption'),
      when: always,
    }),
    z.refine(
      ({ kind, phoneNumber }) => kind !== 'MOBILE_MONEY' || PhoneNumber.safeParse(phoneNumber).success,
      {
        path: ['phoneNumber'],
        message: rule('phoneNumber'),
        when: always,
      },
    ),
  );

function fundingSources(lastUsed: ReplyOf<typeof quoteBudget>['lastUsed']) {
  const { sources, sourceHints } = words;
  const known = lastUsed && {
    value: 'USED_BEFORE' as const,
    label: fundingAccount(lastUsed),
    hint: lastUsed.hasPaid ? sourceHints.PAID : sourceHints.ASKED,
  };
  return [
    ...(known ? [known] : []),
    {
      value: 'MOBILE_MONEY' as const,
      label: known ? words.otherNumber : sources.MOBILE_MONEY,
      hint: sourceHints.MOBILE_MONEY,
    },
    { value: 'CARD_OR_BANK' as const, label: sources.CARD_OR_BANK, hint: sourceHints.CARD_OR_BANK },
  ];
}
const networks = toOptions(MOBILE_MONEY_PROVIDERS, profileChoiceWords.provider);

function useQuote(studyId: string, incentiveInPesewas: number, places: number, bonusInPesewas?: number) {
  return useQuery({
    queryKey: budgetKeys.quote(studyId, incentiveInPesewas, places, bonusInPesewas),
    queryFn: ({ signal }) =>
      callPayment(quoteBudget, { body: { studyId, incentiveInPesewas, places, bonusInPesewas } }, signal),
    enabled: z.safeParse(Places, places).success,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A payment may arrive in between and change the quote.
    gcTime: 0,
  });
}

function useOwnNumber(isWanted: boolean): string | undefined {
  const userId = useUser()?.userId;
  const account = useQuery({
    queryKey: accountKey(userId),
    queryFn: ({ signal }) => callIdentity(readOwnAccount, {}, signal),
    enabled: isWanted,
  });
  const number = account.data?.phoneNumber;
  return number && mayBeMobile(number) ? localNumber(number) : undefined;
}

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

interface QuoteCardProps {
  quote: Quote | undefined;
  durationInMinutes: number | null;
  isBonus: boolean;
}

function QuoteCard({ quote, durationInMinutes, isBonus }: QuoteCardProps) {
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

export function FundForm(props: FundFormProps) {
  const { studyId, budget, incentiveInPesewas, places: planned, durationInMinutes } = props;
  const { given, quotas = [], bonusInPesewas, onAsked, onClose } = props;
  const isBonus = bonusInPesewas !== undefined;
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [isAskedFor] = useState(onClose !== undefined);
  useEffect(() => {
    // The button that opened the form was removed together with the focus.
    if (isAskedFor) form.current?.querySelector('input')?.focus();
  }, [isAskedFor]);
  const [isConfirming, setIsConfirming] = useState(false);
  const draft = useDraftForm(Fields, {
    defaultValues: {
      places: planned ?? undefined,
      kind: 'MOBILE_MONEY',
      network: undefined,
      phoneNumber: '',
    },
    // A repeated request would charge twice.
    sentKey: `budget:${studyId}`,
  });
  const { control, getFieldState, getValues, setValue } = draft.form;
  const places = useWatch({ control, name: 'places' });
  const kind = useWatch({ control, name: 'kind' });
  const likely = networkHint(useWatch({ control, name: 'phoneNumber' }) ?? '');
  const quote = useQuote(studyId, incentiveInPesewas, places, bonusInPesewas);
  const lastUsed = quote.data?.lastUsed ?? null;
  const isKnown = lastUsed !== null;
  useLayoutEffect(() => {
    const hasStarted = getFieldState('kind').isDirty || getValues('phoneNumber') !== '';
    if (isKnown && !hasStarted) setValue('kind', 'USED_BEFORE', { shouldValidate: true });
  }, [isKnown, getFieldState, getValues, setValue]);
  const ownNumber = useOwnNumber(quote.data !== undefined && !isKnown);
  useLayoutEffect(() => {
    if (ownNumber && getValues('phoneNumber') === '') setValue('phoneNumber', ownNumber);
  }, [ownNumber, getValues, setValue]);
  const total = quote.data?.totalInPesewas;
  const more = given === undefined || isBonus ? 0 : Math.max(0, places - given);
  // The money for the new places may already be in the budget.
  const isQuoted = total !== undefined && !quote.isPlaceholderData && (total > 0 || more > 0);
  const payLabel = (pesewas: number) => {
    if (more === 0) return words.pay(pesewas);
    return pesewas === 0 ? words.addPaid(more) : words.payFor(more, pesewas);
  };
  const { submit, isPending } = useSubmit(
    draft,
    async ({ places: count, kind: by, network, phoneNumber }, idempotencyKey) => {
      const { totalInPesewas = 0 } = quote.data ?? {};
      if (totalInPesewas === 0) {
        await addPaidPlaces(client, studyId, count);
        focusHeading();
        onClose?.();
        return;
      }
      // zod's unions would load with every page that has a form.
      const source: Source =
        by === 'MOBILE_MONEY'
          ? MobileMoney.parse({ network, phoneNumber })
          : by === 'USED_BEFORE'
            ? { kind: by, fundingId: lastUsed?.fundingId ?? '' }
            : { kind: by };
      const asked = { places: count, totalInPesewas, source, ...(isBonus && { bonusInPesewas }) };
      const asking = budget
        ? callPayment(raiseBudget, { params: { studyId }, body: asked, idempotencyKey })
        : callPayment(fundBudget, { body: { studyId, incentiveInPesewas, ...asked }, idempotencyKey });
      const next = await asking.catch((error: unknown) => {
        throw errorOfPart(error, 'source');
      });
      onAsked?.(next);
      client.setQueryData(budgetKeys.one(studyId), next);
      focusHeading();
      onClose?.();
    },
    (error) => {
      if (!(error instanceof CallFailed) || error.status !== 409) return false;
      // The budget was changed elsewhere; the toast explains the refusal.
      void client.invalidateQueries({ queryKey: budgetKeys.all() });
      void client.invalidateQueries({ queryKey: applicantKeys.study(studyId) });
      return false;
    },
  );
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
        {/* A closed budget owes its whole sum, so there is nothing to choose. */}
        {budget?.state !== 'CLOSED' && !isBonus && (
          <TextInput
            label={words.places}
            hint={given === undefined ? words.placesHint : words.morePlacesHint(given)}
            inputMode="numeric"
            autoComplete="off"
            {...draft.numberField('places')}
          />
        )}
        {quotas.length > 0 && more > 0 && <NewPlaces {...{ quotas, more }} />}
        {quote.isLoading ? (
          <Skeleton className="h-40" />
        ) : (
          <RadioCards
            label={words.source}
            options={fundingSources(lastUsed)}
            columns={isKnown ? 1 : 2}
            {...draft.field('kind')}
          />
        )}
        {!quote.isLoading && kind === 'MOBILE_MONEY' && (
          <>
            <TextInput
              label={words.phoneNumber}
              hint={words.phoneNumberHint}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              {...draft.field('phoneNumber')}
            />
            <RadioCards
              label={words.network}
              hint={likely ? words.looksLike(profileChoiceWords.provider[likely]) : words.networkHint}
              options={networks}
              columns={3}
              {...draft.field('network')}
            />
          </>
        )}
      </Card>
      <Card>
        <h2 className="text-lg">{words.quote}</h2>
        <div aria-live="polite" aria-busy={quote.isFetching}>
          {quote.isError ? (
            <FailedState
              text={failureMessage(quote.error)}
              onRetry={() => void quote.refetch()}
              isRetrying={quote.isFetching}
            />
          ) : (
            <QuoteCard quote={quote.data} {...{ durationInMinutes, isBonus }} />
          )}
        </div>
        <div className="mt-5 flex flex-wrap gap-3">
          <SubmitButton isValid={draft.isValid && isQuoted} isPending={isPending} className="max-sm:w-full">
            {total === undefined ? words.payPlain : payLabel(total)}
          </SubmitButton>
          {onClose && (
            <Button variant="secondary" className="max-sm:w-full" onClick={onClose}>
              {words.cancel}
            </Button>
          )}
        </div>
      </Card>
      {isConfirming && quote.data && (
        <Modal
          isOpen
          onClose={() => setIsConfirming(false)}
          title={words.payLarge(quote.data.totalInPesewas)}
          actions={
            <Button
              onClick={() => {
                setIsConfirming(false);
                submit();
              }}
            >
              {words.pay(quote.data.totalInPesewas)}
            </Button>
          }
          keep={words.cancel}
        >
          <p>{words.payLargeText(more || quote.data.places, cedis(quote.data.incentiveInPesewas))}</p>
          {kind !== 'CARD_OR_BANK' && <p className="mt-3">{words.payLargePhone}</p>}
        </Modal>
      )}
    </form>
  );
}
