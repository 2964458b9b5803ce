import type { SentUserInformation } from '@app/contracts/identity/profile.ts';
import { lookUpAccount } from '@app/contracts/payment/payouts.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { callPayment } from '../../../api/call-payment.ts';
import { paymentKeys } from '../../../api/keys.ts';
import { Banner } from '../../../ui/banner.tsx';

interface NetworkNameProps {
  userId: string;
  account: SentUserInformation['payment'];
}

/** Whose name the network has for the number that is about to be paid: a wrong digit is somebody else. */
export function NetworkName({ userId, account: { provider, phoneNumber } }: NetworkNameProps) {
  const { data } = useQuery({
    queryKey: paymentKeys.account(userId, provider, phoneNumber),
    queryFn: ({ signal }) => callPayment(lookUpAccount, {}, signal),
    // People may ask some times an hour, and a network's name changes less often.
    staleTime: Infinity,
  });
  if (data?.state === 'NOT_REGISTERED') {
    return (
      <Banner className="mb-3" title={words.numberUnknown}>
        {words.numberUnknownText}
      </Banner>
    );
  }
  if (data === undefined || data.name === null) return null;
  return (
    <Banner className="mb-3" tone="info" title={words.isItYou(data.name)}>
      {words.isItYouText}
    </Banner>
  );
}
