import { type AccountCheck, confirmAccount } from '@app/contracts/payment/account-check.ts';
import { accountCheckWords as words } from '@app/words/account-check.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountCheck } from '../api/account-check.ts';
import { callPayment } from '../api/call-payment.ts';
import { paymentKeys } from '../api/keys.ts';
import { useSingleCall } from '../api/use-single-call.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

const tones = {
  MATCHES: 'info',
  DIFFERS: 'gold',
  NOT_REGISTERED: 'gold',
  UNKNOWN: 'info',
} as const satisfies Record<AccountCheck, string>;

interface NetworkNameProps {
  userId: string;
  account?: readonly string[];
  change?: ReactNode;
  className?: string;
}

/** If the network's name for the number differs, the first payment waits for this confirmation. */
export function useConfirmAccount(userId: string) {
  const client = useQueryClient();
  return useSingleCall<unknown>(['confirm-account', userId], {
    mutationFn: () => callPayment(confirmAccount, {}),
    onSettled: () => client.invalidateQueries({ queryKey: paymentKeys.all() }),
  });
}

const takeFocus = (title: HTMLElement | null) => title?.focus();

/**
 * Shows whether the network knows this number under the person's name. With one wrong digit, someone else
 * would be paid.
 */
export function NetworkName({ userId, account, change, className = '' }: NetworkNameProps) {
  const { data } = useQuery({
    ...accountCheck(userId, account),
    refetchOnMount: 'always',
  });
  const confirmation = useConfirmAccount(userId);
  if (data === undefined) return null;
  const { state, isConfirmed } = data;
  const needsConfirmation = state === 'DIFFERS' && !isConfirmed;
  const isDifferenceConfirmed = state === 'DIFFERS' && isConfirmed;
  return (
    <Banner
      className={className}
      tone={isDifferenceConfirmed ? 'info' : tones[state]}
      title={
        <span ref={isDifferenceConfirmed && confirmation.isSuccess ? takeFocus : undefined} tabIndex={-1}>
          {isDifferenceConfirmed ? words.confirmed : words.title[state]}
        </span>
      }
    >
      {isDifferenceConfirmed ? words.confirmedText : words.text[state]}
      {/* A sheet at the bottom has no space beside the text. */}
      {(needsConfirmation || (change !== undefined && tones[state] === 'gold' && !isDifferenceConfirmed)) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {needsConfirmation && (
            <Button size="small" isBusy={confirmation.isPending} onClick={() => confirmation.mutate()}>
              {words.yes}
            </Button>
          )}
          {change}
        </div>
      )}
    </Banner>
  );
}
