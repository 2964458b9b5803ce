import { budgetWords as words } from '@app/words/budget.ts';
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
import { rule } from '@app/contracts/rule.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { callPayment } from '../../api/call-payment.ts';
import { CallFailed, wordsOf } from '../../api/failure.ts';
import { budgetKeys } from '../../api/keys.ts';
import { networkHint } from '../../forms/profile/network-hint.ts';
import { errorOfPart } from '../../forms/profile/part-errors.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { QuoteSums } from '../../product/quote-sums.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { optionsOf } from '../../ui/options.ts';
import { Skeleton, FailedState } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { accountOf } from './funding-progress.tsx';
import { addPaidPlaces } from './paid-places.tsx';

const SOURCES = ['PAID_BEFORE', 'MOBILE_MONEY', 'CARD_OR_BANK'] as const;
const { network: Network, phoneNumber: PhoneNumber } = MobileMoney.shape;
/** Also while the places are missing. */
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
    // What was typed for a phone stays in the form while another source is to pay, and is not sent.
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

/** The phone that paid in last is offered first. */
function sourcesOf(lastPaidBy: ReplyOf<typeof quoteBudget>['lastPaidBy']) {
  const { MOBILE_MONEY, CARD_OR_BANK } = words.sources;
  const labels = { MOBILE_MONEY: lastPaidBy ? words.otherNumber : MOBILE_MONEY, CARD_OR_BANK };
  return SOURCES.flatMap((value) => {
    const label = value === 'PAID_BEFORE' ? lastPaidBy && accountOf(lastPaidBy) : labels[value];
    return label ? [{ value, label, hint: words.sourceHints[value] }] : [];
  });
}
const networks = optionsOf(MOBILE_MONEY_PROVIDERS, profileChoiceWords.provider);

function useQuote(studyId: string, incentiveInPesewas: number, places: number) {
  return useQuery({
    queryKey: budgetKeys.quote(studyId, incentiveInPesewas, places),
    queryFn: ({ signal }) =>
      callPayment(quoteBudget, { body: { studyId, incentiveInPesewas, places } }, signal),
    enabled: z.safeParse(Places, places).success,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // What is paid meanwhile is not asked for again.
    gcTime: 0,
  });
}

interface FundFormProps {
  studyId: string;
  budget: Budget | null;
  incentiveInPesewas: number;
  places: number | null;
  durationInMinutes: number | null;
  /** How many places a published study has: what is paid for more gives them. */
  given?: number | undefined;
  /** Where it can be put away again. */
  onClose?: (() => void) | undefined;
}

interface QuoteCardProps {
  quote: Quote | undefined;
  durationInMinutes: number | null;
}

/** The sum with its parts, read before anything is asked. */
function QuoteCard({ quote, durationInMinutes }: QuoteCardProps) {
  if (quote === undefined) return <p className="mt-2 text-sm text-cocoa-2">{words.quoteComes}</p>;
  const { incentiveInPesewas } = quote;
  return (
    <>
      <QuoteSums quote={quote} total={words.youPay} />
      <p className="mt-3 text-sm text-cocoa-2">
        {durationInMinutes !== null &&
          `${words.perHour(cedis(Math.floor((incentiveInPesewas * 60) / durationInMinutes)))} `}
        {words.comesBack(quote.collectionFeeInPesewas)}
      </p>
    </>
  );
}

/** What it costs, and who is asked for it: the first time, the rest of it, or for more places. */
export function FundForm(props: FundFormProps) {
  const { studyId, budget, incentiveInPesewas, places: planned, durationInMinutes, given, onClose } = props;
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [isAskedFor] = useState(onClose !== undefined);
  useEffect(() => {
    // The button that asked for the form is gone, and the focus with it.
    if (isAskedFor) form.current?.querySelector('input')?.focus();
  }, [isAskedFor]);
  const draft = useDraftForm(Fields, {
    defaultValues: {
      places: planned ?? undefined,
      kind: 'MOBILE_MONEY',
      network: undefined,
      phoneNumber: '',
    },
    // A repeat would ask a second time.
    sentKey: `budget:${studyId}`,
  });
  const { control, getFieldState, getValues, setValue } = draft.form;
  const places = useWatch({ control, name: 'places' });
  const kind = useWatch({ control, name: 'kind' });
  const likely = networkHint(useWatch({ control, name: 'phoneNumber' }) ?? '');
  const quote = useQuote(studyId, incentiveInPesewas, places);
  const lastPaidBy = quote.data?.lastPaidBy ?? null;
  const hasPaid = lastPaidBy !== null;
  useLayoutEffect(() => {
    const hasBegun = getFieldState('kind').isDirty || getValues('phoneNumber') !== '';
    if (hasPaid && !hasBegun) setValue('kind', 'PAID_BEFORE', { shouldValidate: true });
  }, [hasPaid, getFieldState, getValues, setValue]);
  const total = quote.data?.totalInPesewas;
  const more = given === undefined ? 0 : Math.max(0, places - given);
  // Their money may be there already.
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
      // Not by the schema of all three, which would bring zod's unions to every page with a form.
      const source: Source =
        by === 'MOBILE_MONEY'
          ? MobileMoney.parse({ network, phoneNumber })
          : by === 'PAID_BEFORE'
            ? { kind: by, fundingId: lastPaidBy?.fundingId ?? '' }
            : { kind: by };
      const asked = { places: count, totalInPesewas, source };
      const asking = budget
        ? callPayment(raiseBudget, { params: { studyId }, body: asked, idempotencyKey })
        : callPayment(fundBudget, { body: { studyId, incentiveInPesewas, ...asked }, idempotencyKey });
      const next = await asking.catch((error: unknown) => {
        throw errorOfPart(error, 'source');
      });
      client.setQueryData(budgetKeys.one(studyId), next);
      // The form goes, and its button with it.
      focusHeading();
      onClose?.();
    },
    (error) => {
      if (!(error instanceof CallFailed) || error.status !== 409) return false;
      // Somebody paid, asked or changed it elsewhere: the page shows what is so now, and the toast says why.
      void client.invalidateQueries({ queryKey: budgetKeys.all() });
      return false;
    },
  );
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={words.payIn}
      className="grid items-start gap-4 lg:grid-cols-2"
    >
      <Card className="flex flex-col gap-6">
        <h2 className="text-lg">{words.payIn}</h2>
        {/* What a closed budget owes is owed whole. */}
        {budget?.state !== 'CLOSED' && (
          <TextInput
            label={words.places}
            hint={given === undefined ? words.placesHint : words.morePlacesHint(given)}
            inputMode="numeric"
            autoComplete="off"
            {...draft.numberField('places')}
          />
        )}
        {quote.isLoading ? (
          <Skeleton className="h-40" />
        ) : (
          <RadioCards
            label={words.source}
            options={sourcesOf(lastPaidBy)}
            columns={hasPaid ? 1 : 2}
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
              text={wordsOf(quote.error)}
              onRetry={() => void quote.refetch()}
              isRetrying={quote.isFetching}
            />
          ) : (
            <QuoteCard quote={quote.data} durationInMinutes={durationInMinutes} />
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
    </form>
  );
}
