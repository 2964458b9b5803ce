import { useLayoutEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { type DraftForm, useDraftForm } from '../../forms/form.tsx';
import { oneOf } from '@app/contracts/text.ts';
import { MOST_PLACES, Places } from '@app/contracts/payment/amounts.ts';
import { MobileMoney, quoteBudget } from '@app/contracts/payment/budgets.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { mayBeMobile } from '@app/contracts/phone-number.ts';
import { rule } from '@app/contracts/rule.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callIdentity } from '../../api/call.ts';
import { callPayment } from '../../api/call-payment.ts';
import { accountKey, budgetKeys } from '../../api/keys.ts';
import { useUser } from '../../session/session.ts';

const SOURCES = ['USED_BEFORE', 'MOBILE_MONEY', 'CARD_OR_BANK'] as const;
const { network: Network, phoneNumber: PhoneNumber } = MobileMoney.shape;
/** These checks run even if other fields are invalid. */
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
    // The fields of the phone keep their text when another source is selected.
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

function useQuote(studyId: string, incentiveInPesewas: number, places: number, bonusInPesewas?: number) {
  return useQuery({
    queryKey: budgetKeys.quote(studyId, incentiveInPesewas, places, bonusInPesewas),
    queryFn: ({ signal }) =>
      callPayment(quoteBudget, { body: { studyId, incentiveInPesewas, places, bonusInPesewas } }, signal),
    enabled: z.safeParse(Places, places).success,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The quote is not cached, because a payment may arrive between two visits and change it.
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

export type FundFormDraft = DraftForm<typeof Fields>;

interface Funded {
  studyId: string;
  incentiveInPesewas: number;
  planned: number | null;
  bonusInPesewas: number | undefined;
}

export function useFundDraft({ studyId, incentiveInPesewas, planned, bonusInPesewas }: Funded) {
  const draft = useDraftForm(Fields, {
    defaultValues: {
      places: planned ?? undefined,
      kind: 'MOBILE_MONEY',
      network: undefined,
      phoneNumber: '',
    },
    // With a stored key, a retry does not charge twice.
    sentKey: `budget:${studyId}`,
  });
  const { control, getFieldState, getValues, setValue } = draft.form;
  const [places, kind] = useWatch({ control, name: ['places', 'kind'] });
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
  return { draft, places, kind, quote, lastUsed };
}
