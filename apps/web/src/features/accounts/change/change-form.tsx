import { accountWords as words } from '@app/words/accounts.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Submit, SubmitButton } from '../../../forms/form.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { resetPassword } from '@app/contracts/identity/accounts.ts';
import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { logInAgain } from '../../../api/session/log-in-again.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { accountKey, paymentKeys, profileKey, studyKeys } from '../../../api/keys.ts';
import { toast } from '../../../ui/toast.ts';
import { changeUserInformation, type UserInformationChange } from '@app/contracts/identity/profiles.ts';

export function useChangeProfile() {
  const client = useQueryClient();
  return async (body: UserInformationChange): Promise<void> => {
    const profile = await callIdentity(changeUserInformation, { body });
    client.setQueryData(profileKey(body.userId), profile);
    // The client knows only the last digits, so another number may look the same.
    void client.invalidateQueries({ queryKey: paymentKeys.account(body.userId) });
    await client.invalidateQueries({ queryKey: studyKeys.all() });
  };
}

interface Confirming {
  hasPassword: boolean;
  /** The field for the password that confirms the change. */
  field: string;
}

/** If correcting a field does not help, the refusal is shown until the next attempt. */
export function useOwnerRefusal({ hasPassword, field }: Confirming) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<CallFailed | null>(null);
  return {
    refusal,
    clearRefusal: () => setRefusal(null),
    handleError(error: unknown): boolean {
      if (!(error instanceof CallFailed)) return false;
      const { code, items } = error;
      if (code === 'TOO_MANY_REQUESTS' || code === 'PASSWORD_LOCKED' || code === 'LOG_IN_AGAIN') {
        setRefusal(error);
        return true;
      }
      if (hasPassword || !items.some((item) => item.field === field)) return false;
      void client.invalidateQueries({ queryKey: accountKey() });
      toast.error(words.passwordSetElsewhere);
      return true;
    },
  };
}

function LogInAgain() {
  const again = useSingleCall(['log-in-again'], { mutationFn: logInAgain });
  return (
    <Banner
      className="mb-4"
      title={words.logInAgainTitle}
      action={
        <Button size="small" isBusy={again.isPending} onClick={() => again.mutate()}>
          {words.logInAgain}
        </Button>
      }
    >
      {words.logInAgainText}
    </Banner>
  );
}

function PasswordByEmail({ email }: { email: string }) {
  const linkRequest = useSingleCall(['password-email'], {
    mutationFn: () => callIdentity(resetPassword, { body: { email } }),
  });
  return (
    <Banner
      className="mb-4"
      title={words.passwordByEmailTitle}
      action={
        <Button size="small" isBusy={linkRequest.isPending} onClick={() => linkRequest.mutate()}>
          {linkRequest.isSuccess ? words.passwordByEmailAgain : words.passwordByEmail}
        </Button>
      }
    >
      {linkRequest.isSuccess ? words.passwordEmailSent(email) : words.passwordByEmailText}
    </Banner>
  );
}

interface OwnerRefusalProps {
  refusal: CallFailed | null;
  account: Pick<OwnAccount, 'email' | 'hasPassword' | 'hasGoogle'>;
}

export function OwnerRefusal({ refusal, account }: OwnerRefusalProps) {
  if (refusal === null) return <div role="alert" />;
  if (refusal.code === 'LOG_IN_AGAIN') {
    const canLogIn = account.hasPassword || account.hasGoogle;
    return <div role="alert">{canLogIn ? <LogInAgain /> : <PasswordByEmail email={account.email} />}</div>;
  }
  return (
    <div role="alert">
      <Banner
        tone="bad"
        className="mb-4"
        title={words.waitTitle}
        action={
          <LinkButton to={paths.forgotPassword} variant="secondary" size="small">
            {words.forgotPassword}
          </LinkButton>
        }
      >
        {refusal.message}
      </Banner>
    </div>
  );
}

interface ChangeFormProps {
  label: string;
  isReady: boolean;
  sending: Submit;
  close: () => void;
  save?: string;
  isForGood?: boolean;
  refusal?: ReactNode;
  children: ReactNode;
}

export function ChangeForm({
  label,
  isReady,
  sending: { submit, isPending },
  close,
  save = words.save,
  isForGood = false,
  refusal,
  children,
}: ChangeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([hidden]), select')?.focus();
  }, []);
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label} className="flex flex-col gap-6">
      {children}
      <div>
        {refusal}
        <div className="flex flex-wrap gap-3">
          <SubmitButton isValid={isReady} isPending={isPending} variant={isForGood ? 'danger' : undefined}>
            {save}
          </SubmitButton>
          <Button variant="secondary" disabled={isPending} onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </div>
    </form>
  );
}
