import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { type Payout, listPayouts } from '@app/contracts/payment/payouts.ts';
import { queryOptions } from '@tanstack/react-query';
import { callPayment } from './call-payment.ts';
import { paymentKeys } from './keys.ts';
import { lastKnownData } from './last-known.ts';

const WHILE_MOVING_MS = 5_000;
const isMoving = ({ state }: Payout) => state === 'CREATED' || state === 'SENDING' || state === 'PENDING';

/** While the researcher can still undo the mark of the attendance, the payment is not in the list. */
const isAwaited = (payments: readonly Payout[], applicationId: string) =>
  !payments.some((payment) => payment.applicationId === applicationId);

export function ownPayments(userId: string, awaited?: string) {
  const queryKey = paymentKeys.own(userId);
  return queryOptions({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: async ({ signal }) => {
      const query = { participantId: userId, page: 0, size: MAX_PAGE_SIZE };
      const { content } = await callPayment(listPayouts, { query }, signal);
      return content.filter(({ state }) => state !== 'CANCELLED');
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined &&
      (data.some(isMoving) || (awaited !== undefined && isAwaited(data, awaited))) &&
      WHILE_MOVING_MS,
  });
}
