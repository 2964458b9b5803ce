import type { Payout } from '@app/contracts/payment/payouts.ts';
import { paymentReasonWords as words } from '@app/words/payment-reasons.ts';
import { useQuery } from '@tanstack/react-query';
import { accountCheck } from '../api/account-check.ts';
import { serverNow } from '../api/server-clock.ts';
import { exactTime } from '../format/exact-time.ts';

const isKnownName = <Name extends string>(name: string | null, all: Record<Name, unknown>): name is Name =>
  name !== null && name in all;

const { NO_ACCOUNT, ACCOUNT_NOT_REGISTERED, ACCOUNT_LIMIT, ACCOUNT_BLOCKED, NAME_DIFFERS, WALLET_IN_USE } =
  words;
const { ACCOUNT_CHANGED, PERSON_LIMIT, RESEARCHER_LIMIT } = words;
const heldFor = { ACCOUNT_CHANGED, PERSON_LIMIT, RESEARCHER_LIMIT };
const toMend = {
  NO_ACCOUNT,
  ACCOUNT_NOT_REGISTERED,
  ACCOUNT_LIMIT,
  ACCOUNT_BLOCKED,
  NAME_DIFFERS,
  WALLET_IN_USE,
};

function paymentReasonText({ state, why, nextAt }: Payout): string | undefined {
  const at = exactTime(nextAt ?? new Date(serverNow()).toISOString());
  switch (state) {
    case 'CREATED':
      return words.CREATED(at);
    case 'HELD':
      return (isKnownName(why, heldFor) ? heldFor[why] : words.HELD)(at);
    case 'ACTION_NEEDED':
      return isKnownName(why, toMend) ? toMend[why] : words.ACTION_NEEDED;
    case 'REVIEW':
      return why === 'MISSING' ? words.MISSING : words.REVIEW;
    case 'UNFUNDED':
    case 'REVERSED':
    case 'SENDING':
    case 'PENDING':
    case 'UNKNOWN':
      return words[state];
    default:
      return undefined;
  }
}

interface PaymentReasonProps {
  payment: Payout;
  userId: string;
  className: string;
}

export function PaymentReason({ payment, userId, className }: PaymentReasonProps) {
  const isHeld = payment.state === 'HELD';
  const { data } = useQuery({ ...accountCheck(userId), enabled: isHeld });
  const text = paymentReasonText(payment);
  if (text === undefined) return null;
  const asksToo = isHeld && data?.state === 'DIFFERS' && !data.isConfirmed;
  return <p className={className}>{asksToo ? `${text} ${words.asksToo}` : text}</p>;
}
