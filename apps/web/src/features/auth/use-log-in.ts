import { Credentials, logIn } from '@app/contracts/identity/session.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callIdentity } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { paths } from '../../app/paths.ts';
import { signIn } from '../../app/session.ts';
import { useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useCarriedEmail } from './carried-email.ts';

/** The form; `unverified` is somebody with the right password who has not verified the email yet. */
export function useLogIn() {
  const navigate = useNavigate();
  const [unverified, setUnverified] = useState<{ email: string; text: string } | null>(null);
  const draft = useDraftForm(Credentials, {
    defaultValues: { email: useCarriedEmail(), password: undefined },
  });
  const { submit, isPending } = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      setUnverified(null);
      signIn(await callIdentity(logIn, { body, idempotencyKey }));
      await navigate(paths.dashboard, { replace: true });
    },
    (error) => {
      if (!(error instanceof CallFailed) || error.code !== 'EMAIL_NOT_VERIFIED') return false;
      setUnverified({ email: draft.form.getValues('email'), text: error.detail });
      return true;
    },
  );
  return { draft, submit, isPending, unverified };
}
