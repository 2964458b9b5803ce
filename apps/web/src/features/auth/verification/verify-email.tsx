import { authWords as words, authWords } from '@app/words/auth.ts';
import { useParams, useNavigate } from 'react-router';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { titled } from '../../../product/title.ts';
import { Button, Spinner } from '../../../ui/button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { verifyEmail } from '@app/contracts/identity/account.ts';
import { useEffect, useState } from 'react';
import { callIdentity, newIdempotencyKey } from '../../../api/call.ts';
import { CallFailed, wordsOf } from '../../../api/failure.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { placeAfterSignIn } from '../../../session/interruption.ts';
import { signIn } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';

/**
 * Posts each link's token once, however often the page asks: effects may run twice, and a token works only once. After
 * a lost connection it may be tried again, under the same idempotency key, since the first try may have arrived.
 */
export function createVerifyOnce<Verified>(
  verify: (token: string, key: string) => Promise<Verified>,
  newKey: () => string,
) {
  const attempts = new Map<string, { key: string; result: Promise<Verified> }>();

  function start(token: string, key: string): Promise<Verified> {
    const result = verify(token, key);
    attempts.set(token, { key, result });
    return result;
  }

  return {
    /** The running or finished attempt, or the first one. */
    verify: (token: string): Promise<Verified> => attempts.get(token)?.result ?? start(token, newKey()),
    /** Begins another attempt, which `verify` then gives. */
    tryAgain(token: string): void {
      // The failure is reported to the caller that awaits the result.
      start(token, attempts.get(token)?.key ?? newKey()).catch(() => undefined);
    },
  };
}

export const meta = () => titled(words.verifyEmailHeading);

export default function VerifyEmail() {
  const { token = '' } = useParams();
  const { unreached, tryAgain } = useVerifyEmail(token);
  return (
    <AuthFrame>
      {unreached === null ? (
        <Outcome key="waiting" title={words.verifyEmailHeading}>
          <p role="status" className="flex items-start gap-3">
            <Spinner className="mt-0.5 shrink-0" />
            {words.verifyEmailText}
          </p>
        </Outcome>
      ) : (
        <Outcome
          key="unreached"
          isNews
          title={words.notReached}
          actions={<Button onClick={tryAgain}>{words.tryAgain}</Button>}
        >
          <p>{unreached}</p>
        </Outcome>
      )}
    </AuthFrame>
  );
}

const link = createVerifyOnce(async (token, idempotencyKey) => {
  const { needsPassword, ...user } = await callIdentity(verifyEmail, { body: { token }, idempotencyKey });
  signIn(user);
  toast.success(authWords.verified);
  return needsPassword ? paths.firstPassword : placeAfterSignIn(user);
}, newIdempotencyKey);

/** Verifies as soon as the page is open, and leads on; `unreached` says why nothing came back (D-24). */
function useVerifyEmail(token: string) {
  const navigate = useNavigate();
  const [unreached, setUnreached] = useState<string | null>(null);

  useEffect(() => {
    if (unreached !== null) return undefined;
    let isHere = true;
    async function follow(): Promise<void> {
      try {
        const next = await link.verify(token);
        // The token must not stay in the history.
        if (isHere) await navigate(next, { replace: true });
      } catch (error) {
        if (!isHere) return;
        // Nothing came back, so nothing is known: the link may still work.
        if (error instanceof CallFailed && error.kind === 'NETWORK') return setUnreached(wordsOf(error));
        const code = error instanceof CallFailed ? error.code : undefined;
        // The next page says what a link means that is over; anything else needs its own words.
        const isOver = code === 'TOKEN_NOT_VALID' || code === 'EMAIL_ALREADY_VERIFIED';
        if (!isOver) toastFailure(error);
        const isVerified = code === 'EMAIL_ALREADY_VERIFIED';
        await navigate(isVerified ? paths.verificationSuccess('before') : paths.verificationFailed(), {
          replace: true,
        });
      }
    }
    void follow();
    return () => {
      isHere = false;
    };
  }, [token, unreached, navigate]);

  return {
    unreached,
    tryAgain(): void {
      link.tryAgain(token);
      setUnreached(null);
    },
  };
}
