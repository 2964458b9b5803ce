import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { askPhoneCode } from '@app/contracts/identity/phones.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { phoneWords as words } from '@app/words/phones.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { callIdentity } from '../api/call.ts';
import { CallFailed, failureMessage } from '../api/failure.ts';
import { accountKey } from '../api/keys.ts';
import { toastFailure } from '../api/toast-failure.ts';
import { useSingleCall } from '../api/use-single-call.ts';
import { useUser } from '../session/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { FailedState, lazyPart } from '../ui/states.tsx';

interface PhoneOfferProps {
  className: string;
  /** True if the button was clicked before this code was loaded. */
  isPressed?: boolean;
}

export function PhoneOffer({ className, isPressed = false }: PhoneOfferProps) {
  const userId = useUser()?.userId;
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: accountKey(userId),
    queryFn: ({ signal }) => callIdentity(readOwnAccount, {}, signal),
    enabled: userId !== undefined,
  });
  if (isPressed && data === undefined && error !== null)
    return (
      <FailedState text={failureMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  if (!data?.canText || data.phone !== null) return null;
  const { phoneNumber } = data;
  return (
    <section aria-label={words.offerHeading} className={className}>
      {!isPressed && <p>{words.offer}</p>}
      {phoneNumber === null ? (
        <LinkButton to={paths.security} variant="secondary" size="small" className="mt-3">
          {words.add}
        </LinkButton>
      ) : (
        <Confirm
          phoneNumber={phoneNumber}
          isPressed={isPressed}
          onDone={() => void client.invalidateQueries({ queryKey: accountKey() })}
        />
      )}
    </section>
  );
}

interface ConfirmProps {
  phoneNumber: string;
  isPressed: boolean;
  onDone: () => void;
}

const KEY = ['phone-offer'];
const PhoneOfferCode = lazyPart(async () => (await import('./phone-offer-code.tsx')).PhoneOfferCode);

function Confirm({ phoneNumber, isPressed, onDone }: ConfirmProps) {
  const navigate = useNavigate();
  const asking = useSingleCall(KEY, {
    mutationFn: () => callIdentity(askPhoneCode, { body: { phoneNumber } }),
    onError(error) {
      // If the account is older, a new number needs the password, which My Accounts asks for.
      const asksOwner =
        error instanceof CallFailed && ['INVALID_INPUT', 'LOG_IN_AGAIN'].includes(error.code ?? '');
      if (asksOwner) void navigate(paths.security);
      else toastFailure(error);
    },
  });
  const { mutate } = asking;
  useEffect(() => {
    if (isPressed) mutate();
  }, [isPressed, mutate]);
  if (asking.data)
    return <PhoneOfferCode phoneNumber={phoneNumber} seconds={asking.data.secondsToNext} onDone={onDone} />;
  return (
    <Button
      variant="secondary"
      size="small"
      className="mt-3"
      isBusy={asking.isPending}
      onClick={() => asking.mutate()}
    >
      {words.sendTo(phoneNumber)}
    </Button>
  );
}
