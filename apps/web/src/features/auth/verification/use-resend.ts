import { resendVerification, resetPassword } from '@app/contracts/identity/account.ts';
import { verificationWords } from '@app/words/email-verification.ts';
import { isEmail } from '@app/contracts/text.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callIdentity, newIdempotencyKey } from '../../../api/call.ts';
import { dismissFailures, toastFailure } from '../../../api/toast-failure.ts';
import { createSubmitKeys } from '../../../forms/submit-key.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { toast } from '../../../ui/toast.ts';

/** Which letter is sent once more. */
export type Letter = 'VERIFICATION' | 'PASSWORD';

const calls = { VERIFICATION: resendVerification, PASSWORD: resetPassword };

/** Sends a letter again, one at a time. An invalid address does nothing (section 5). */
export function useResend(letter: Letter) {
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const [keys] = useState(() => createSubmitKeys(newIdempotencyKey));

  /** Whether it was sent. */
  async function resend(email: string): Promise<boolean> {
    if (!isEmail(email) || isSending.current) return false;
    isSending.current = true;
    setIsPending(true);
    dismissFailures();
    try {
      const body = { email };
      await callIdentity(calls[letter], { body, idempotencyKey: keys.keyFor(body) });
      keys.ended();
      toast.success(verificationWords.sentAgain);
      return true;
    } catch (error) {
      keys.ended(error);
      toastFailure(error);
      return false;
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  return {
    resend,
    /** From another page: the verification screen then shows the confirmation. */
    async resendAndGo(email: string): Promise<void> {
      if (await resend(email))
        await navigate(paths.verifyingConfirmation(email), { state: { isSentAgain: true } });
    },
    isPending,
  };
}

/** Whether the page before has just sent the letter again; said once, not again after a reload. */
export function useArrivedAfterResend(): boolean {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [isArrival] = useState((state as { isSentAgain?: unknown } | null)?.isSentAgain === true);
  useEffect(() => {
    if (isArrival) void navigate(pathname, { replace: true, state: null });
  }, [isArrival, navigate, pathname]);
  return isArrival;
}
