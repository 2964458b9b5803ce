import { lookUpAccount } from '@app/contracts/payment/account-check.ts';
import { callPayment } from './call-payment.ts';
import { paymentKeys } from './keys.ts';

export const accountCheck = (userId: string, account: readonly string[] = []) => ({
  queryKey: paymentKeys.account(userId, ...account),
  queryFn: ({ signal }: { signal: AbortSignal }) => callPayment(lookUpAccount, {}, signal),
});
