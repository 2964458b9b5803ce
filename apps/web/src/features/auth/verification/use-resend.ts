import { resendVerification, resetPassword } from '@app/contracts/identity/accounts.ts';
import { verificationWords } from '@app/words/email-verification.ts';
import { isEmail } from '@app/contracts/text.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { useSending } from '../../../forms/form.tsx';
import { paths } from '@app/contracts/web-paths.ts';
import { toast } from '../../../ui/toast.ts';

export type ResendableEmail = 'VERIFICATION' | 'PASSWORD';

const calls = { VERIFICATION: resendVerification, PASSWORD: resetPassword };

/** If the address is invalid, nothing is sent (section 5 of the specification). */
export function useResend(emailKind: ResendableEmail) {
  const navigate = useNavigate();
  const { run, isPending } = useSending(async (body: { email: string }, idempotencyKey) => {
    await callIdentity(calls[emailKind], { body, idempotencyKey });
    toast.success(verificationWords.sentAgain);
  });

  const resend = async (email: string) => isEmail(email) && run({ email });

  return {
    resend,
    async resendAndGo(email: string): Promise<void> {
      if (await resend(email))
        await navigate(paths.verifyingConfirmation(email), { state: { isSentAgain: true } });
    },
    isPending,
  };
}

/** After a reload, this is false. */
export function useArrivedAfterResend(): boolean {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [isArrival] = useState((state as { isSentAgain?: unknown } | null)?.isSentAgain === true);
  useEffect(() => {
    if (isArrival) void navigate(pathname, { replace: true, state: null });
  }, [isArrival, navigate, pathname]);
  return isArrival;
}
