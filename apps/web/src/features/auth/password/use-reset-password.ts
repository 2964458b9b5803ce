import { readResetLink, updatePassword } from '@app/contracts/identity/account.ts';
import { NewPassword } from '@app/contracts/identity/person.ts';
import { authWords } from '@app/words/auth.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useDraftForm } from '../../../forms/use-draft-form.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { clearUser, readUser } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';
import { markCommonPassword } from '../common-password.ts';

const Fields = z.object({ password: NewPassword });

/**
 * The token of the link, taken out of the address bar at once: an address is shown, shared and synchronised. The
 * history entry keeps it, so that a reload still works.
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

/** An id or a token that nobody ever gave out is as dead as one that has expired. */
function isLinkDead(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return false;
  if (error.code === 'TOKEN_NOT_VALID' || error.code === 'NO_SUCH_CALL') return true;
  return error.code === 'INVALID_INPUT' && !error.items.some((item) => item.field === 'password');
}

type Link = 'READING' | 'LIVE' | 'DEAD';

/** Nobody should think of a password for a link that is over. Where nothing is learned, sending it decides. */
function useLink(userId: string, token: string | null) {
  const [link, setLink] = useState<Link>(token === null ? 'DEAD' : 'READING');
  useEffect(() => {
    if (token === null) return undefined;
    const gone = new AbortController();
    callIdentity(readResetLink, { params: { id: userId }, query: { token } }, gone.signal).then(
      () => setLink('LIVE'),
      (error: unknown) => {
        if (!gone.signal.aborted) setLink(isLinkDead(error) ? 'DEAD' : 'LIVE');
      },
    );
    return () => gone.abort();
  }, [userId, token]);
  return [link, setLink] as const;
}

export function useResetPassword(userId: string) {
  const navigate = useNavigate();
  const token = useResetToken();
  const [link, setLink] = useLink(userId, token);
  const draft = useDraftForm(Fields, { defaultValues: { password: undefined } });
  const { submit, isPending } = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      const query = { token: token ?? '' };
      await callIdentity(updatePassword, { params: { id: userId }, query, body, idempotencyKey });
      // The server has ended every session of this person, also the one kept here.
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
