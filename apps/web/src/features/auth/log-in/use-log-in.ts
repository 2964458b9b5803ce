import { Credentials, logIn } from '@app/contracts/identity/session.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useDraftForm } from '../../../forms/use-draft-form.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { placeAfterSignIn } from '../../../session/interruption.ts';
import { signIn } from '../../../session/session.ts';
import { useCarriedEmail } from '../carried-email.ts';

/** Refusals that stay on the screen, since something else has to be done first. */
const lasting = ['EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED', 'PASSWORD_LOCKED', 'TOO_MANY_REQUESTS'] as const;

export interface Refusal {
  code: (typeof lasting)[number];
  email: string;
  text: string;
}

function refusalOf(error: unknown, email: string): Refusal | null {
  if (!(error instanceof CallFailed)) return null;
  const code = lasting.find((known) => known === error.code);
  return code === undefined ? null : { code, email, text: error.message };
}

export function useLogIn() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const draft = useDraftForm(Credentials, {
    defaultValues: { email: useCarriedEmail(), password: undefined },
  });
  const { submit, isPending } = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      setRefusal(null);
      const user = await callIdentity(logIn, { body, idempotencyKey });
      signIn(user);
      await navigate(placeAfterSignIn(user), { replace: true });
    },
    (error) => {
      const lastingRefusal = refusalOf(error, draft.form.getValues('email'));
      setRefusal(lastingRefusal);
      // Most often it is the password that is not right, and it cannot be read over.
      if (lastingRefusal === null) draft.form.setFocus('password', { shouldSelect: true });
      return lastingRefusal !== null;
    },
  );
  return { draft, submit, isPending, refusal };
}
