import { NewPassword, PASSWORD_MIN_LENGTH, type SignedInUser } from '@app/contracts/identity/person.ts';
import { authWords as words, authWords } from '@app/words/auth.ts';
import { useParams, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { useDraftForm, useSubmit, SubmitButton } from '../../../forms/form.tsx';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { Button, Spinner } from '../../../ui/button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { AgreedTexts, AuthForm, markCommonPassword, useCapsLock } from '../auth-form.tsx';
import { verifyEmail } from '@app/contracts/identity/accounts.ts';
import { useEffect, useState } from 'react';
import { callIdentity, newIdempotencyKey } from '../../../api/call.ts';
import { CallFailed, failureMessage } from '../../../api/failure.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { pageAfterSignIn } from '../../../session/interrupted-page.ts';
import { signIn, VERIFIED } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';

/**
 * A token works only once, but effects may run twice. A retry has the same idempotency key, because the first
 * attempt may have arrived.
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
    verify: (token: string): Promise<Verified> => attempts.get(token)?.result ?? start(token, newKey()),
    tryAgain(token: string): void {
      // The caller that waits for the result handles the failure.
      start(token, attempts.get(token)?.key ?? newKey()).catch(() => undefined);
    },
  };
}

export const meta = () => pageMeta(words.verifyEmailHeading);

export default function VerifyEmail() {
  const { token = '' } = useParams();
  const { needsPassword, unreached, tryAgain } = useVerifyEmail(token);
  if (needsPassword) {
    return (
      <AuthFrame>
        <NewPasswordForm token={token} />
      </AuthFrame>
    );
  }
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
          takesFocus
          title={words.notReached}
          actions={<Button onClick={tryAgain}>{words.tryAgain}</Button>}
        >
          <p>{unreached}</p>
        </Outcome>
      )}
    </AuthFrame>
  );
}

/** If this browser did not register the person, they must first set a password. */
function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const capsLock = useCapsLock();
  const draft = useDraftForm(Fields, { defaultValues: { password: undefined } });
  const { submit, isPending } = useSubmit(
    draft,
    async ({ password }, idempotencyKey) => {
      const body = { token, password };
      const next = enter(await callIdentity(verifyEmail, { body, idempotencyKey }));
      await navigate(next, { replace: true });
    },
    (error) => {
      const place = placeOfSpentLink(error);
      if (place === undefined) return markCommonPassword(draft, error);
      void navigate(place, { replace: true });
      return true;
    },
  );
  return (
    <>
      <Outcome takesFocus title={words.choosePasswordHeading}>
        <p>{words.otherBrowser}</p>
        <p>{words.choosePasswordText}</p>
      </Outcome>
      <AuthForm formState={draft.form.formState} isValid={draft.isValid} submit={submit}>
        <PasswordInput
          label={words.password}
          autoComplete="new-password"
          hint={capsLock.hint ?? words.newPasswordHint(PASSWORD_MIN_LENGTH)}
          {...capsLock.keys}
          {...draft.field('password')}
        />
        <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
          {words.finishSignUp}
        </SubmitButton>
        <p className="text-sm text-cocoa-2">
          {words.agreeOnFinish}
          <AgreedTexts />
        </p>
      </AuthForm>
    </>
  );
}

const Fields = z.object({ password: NewPassword });

const failureCode = (error: unknown) => (error instanceof CallFailed ? error.code : undefined);

function placeOfSpentLink(error: unknown): string | undefined {
  if (failureCode(error) === 'EMAIL_ALREADY_VERIFIED') return paths.verificationSuccess('before');
  return failureCode(error) === 'TOKEN_NOT_VALID' ? paths.verificationFailed() : undefined;
}

function enter(user: SignedInUser): string {
  signIn(user);
  toast.success(authWords.verified, { about: VERIFIED });
  return pageAfterSignIn(user);
}

const link = createVerifyOnce(
  async (token, idempotencyKey) =>
    enter(await callIdentity(verifyEmail, { body: { token }, idempotencyKey })),
  newIdempotencyKey,
);

/** Verifies as soon as the page opens (D-24). `unreached` gives the reason if there was no response. */
function useVerifyEmail(token: string) {
  const navigate = useNavigate();
  const [unreached, setUnreached] = useState<string | null>(null);
  const [needsPassword, setNeedsPassword] = useState(false);

  useEffect(() => {
    if (unreached !== null) return undefined;
    let isMounted = true;
    async function follow(): Promise<void> {
      try {
        const next = await link.verify(token);
        // The token must not stay in the browser's history.
        if (isMounted) await navigate(next, { replace: true });
      } catch (error) {
        if (!isMounted) return;
        if (failureCode(error) === 'PASSWORD_NEEDED') return setNeedsPassword(true);
        // If there was no response, the link may still work.
        if (error instanceof CallFailed && error.kind === 'NETWORK')
          return setUnreached(failureMessage(error));
        const place = placeOfSpentLink(error);
        if (place === undefined) toastFailure(error);
        await navigate(place ?? paths.verificationFailed(), { replace: true });
      }
    }
    void follow();
    return () => {
      isMounted = false;
    };
  }, [token, unreached, navigate]);

  return {
    needsPassword,
    unreached,
    tryAgain(): void {
      link.tryAgain(token);
      setUnreached(null);
    },
  };
}
