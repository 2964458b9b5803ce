import { PASSWORD_MIN_LENGTH, NewPassword } from '@app/contracts/identity/person.ts';
import { authWords as words, authWords } from '@app/words/auth.ts';
import { useParams, useLocation, useNavigate } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { LinkButton, Spinner } from '../../../ui/button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { AuthForm, markCommonPassword, useCapsLock } from '../auth-form.tsx';
import { readResetLink, updatePassword } from '@app/contracts/identity/accounts.ts';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { clearUser, readUser } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';

export const meta = () => pageMeta(words.resetPasswordHeading);

export default function ResetPassword() {
  const { userId = '' } = useParams();
  const { draft, submit, isPending, link } = useResetPassword(userId);
  const capsLock = useCapsLock();
  if (link === 'READING') {
    return (
      <AuthFrame>
        <Outcome title={words.resetPasswordHeading}>
          <p role="status" className="flex items-start gap-3">
            <Spinner className="mt-0.5 shrink-0" />
            {words.checkingLink}
          </p>
        </Outcome>
      </AuthFrame>
    );
  }
  if (link === 'DEAD') {
    return (
      <AuthFrame>
        <Outcome
          takesFocus
          title={words.linkDeadHeading}
          actions={<LinkButton to={paths.forgotPassword}>{words.askForNewLink}</LinkButton>}
        >
          <p>{words.linkDeadText}</p>
        </Outcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <h1>{words.resetPasswordHeading}</h1>
      <p className="mt-2 text-cocoa-2">{words.resetPasswordText}</p>
      <AuthForm formState={draft.form.formState} isValid={draft.isValid} submit={submit}>
        <PasswordInput
          label={words.newPassword}
          autoComplete="new-password"
          hint={capsLock.hint ?? words.newPasswordHint(PASSWORD_MIN_LENGTH)}
          {...capsLock.keys}
          {...draft.field('password')}
        />
        <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
          {words.savePassword}
        </SubmitButton>
      </AuthForm>
    </AuthFrame>
  );
}

const Fields = z.object({ password: NewPassword });

/**
 * Removes the token from the address, because people share addresses and browsers synchronise them. After a
 * reload, the history entry still has it.
 */
function useResetToken(): string | null {
  const location = useLocation();
  const navigate = useNavigate();
  const inAddress = new URLSearchParams(location.search).get('token');
  const inHistory = (location.state as { token?: unknown } | null)?.token;
  const [token] = useState(inAddress ?? (typeof inHistory === 'string' ? inHistory : null));
  const { pathname } = location;
  useEffect(() => {
    if (inAddress !== null) void navigate(pathname, { replace: true, state: { token: inAddress } });
  }, [inAddress, navigate, pathname]);
  return token;
}

/** An unknown id or token is handled like an expired link. */
function isLinkDead(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return false;
  if (error.code === 'TOKEN_NOT_VALID' || error.code === 'NO_SUCH_CALL') return true;
  return error.code === 'INVALID_INPUT' && !error.items.some((item) => item.field === 'password');
}

type Link = 'READING' | 'LIVE' | 'DEAD';

/**
 * The link is checked first, so that no one invents a password for an expired link. If this check fails, the
 * submit decides.
 */
function useLink(userId: string, token: string | null) {
  const [link, setLink] = useState<Link>(token === null ? 'DEAD' : 'READING');
  useEffect(() => {
    if (token === null) return undefined;
    const controller = new AbortController();
    callIdentity(readResetLink, { params: { id: userId }, query: { token } }, controller.signal).then(
      () => setLink('LIVE'),
      (error: unknown) => {
        if (!controller.signal.aborted) setLink(isLinkDead(error) ? 'DEAD' : 'LIVE');
      },
    );
    return () => controller.abort();
  }, [userId, token]);
  return [link, setLink] as const;
}

function useResetPassword(userId: string) {
  const navigate = useNavigate();
  const token = useResetToken();
  const [link, setLink] = useLink(userId, token);
  const draft = useDraftForm(Fields, { defaultValues: { password: undefined } });
  const { submit, isPending } = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      const query = { token: token ?? '' };
      await callIdentity(updatePassword, { params: { id: userId }, query, body, idempotencyKey });
      // The server has ended all sessions of this person.
      if (readUser()?.userId === userId) clearUser();
      toast.success(authWords.passwordChanged);
      await navigate(paths.logIn, { replace: true });
    },
    (error) => {
      if (!isLinkDead(error)) return markCommonPassword(draft, error);
      setLink('DEAD');
      return true;
    },
  );
  return { draft, submit, isPending, link };
}
