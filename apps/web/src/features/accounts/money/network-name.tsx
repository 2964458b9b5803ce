import type { SentUserInformation } from '@app/contracts/identity/profile.ts';
import { type AccountCheck, lookUpAccount } from '@app/contracts/payment/payouts.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { callPayment } from '../../../api/call-payment.ts';
import { paymentKeys } from '../../../api/keys.ts';
import { Banner } from '../../../ui/banner.tsx';

interface NetworkNameProps {
  userId: string;
  account: SentUserInformation['payment'];
}

const tones = {
  MATCHES: 'info',
  DIFFERS: 'gold',
  NOT_REGISTERED: 'gold',
  UNKNOWN: 'info',
} as const satisfies Record<AccountCheck, string>;

/** Whether the number that is about to be paid is theirs, as the network has it: a wrong digit is somebody else. */
export function NetworkName({ userId, account: { provider, phoneNumber, accountName } }: NetworkNameProps) {
  const { data } = useQuery({
    queryKey: paymentKeys.account(userId, provider, phoneNumber, accountName),
    queryFn: ({ signal }) => callPayment(lookUpAccount, {}, signal),
    refetchOnMount: 'always',
  });
  if (data === undefined) return null;
  return (
    <Banner className="mb-3" tone={tones[data.state]} title={words.accountCheck[data.state]}>
      {words.accountCheckText[data.state]}
    </Banner>
  );
}
