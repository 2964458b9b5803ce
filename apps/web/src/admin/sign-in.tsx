import {
  signAdminIn,
  startAdminEnrolment,
  startAdminSignIn,
  enrolAdmin,
} from '@app/contracts/identity/admin-sign-in.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { KnownEmail } from '@app/contracts/text.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { failureMessage } from '../api/failure.ts';
import { adminKey } from '../api/keys.ts';
import { SubmitButton, useDraftForm, useSending, useSubmit } from '../forms/form.tsx';
import { Logo } from '../product/logo.tsx';
import { Button, Spinner } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailedState } from '../ui/states.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { callAsAdmin } from './call-admin.ts';
import { createPasskey, passkeyFailure, signWithPasskey } from './passkeys.ts';
import { storeAdminSession } from './session.ts';

function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-form flex-col justify-center gap-6 px-4 py-10">
      <title>{`${title} · ${words.title(PRODUCT_NAME)}`}</title>
      <Logo />
      <Card className="flex flex-col gap-5">
        <h1 className="text-2xl">{title}</h1>
        {children}
      </Card>
    </main>
  );
}

function PasskeyFailure({ text }: { text: string }) {
  return (
    <p role="alert" className="text-sm text-laterite empty:hidden">
      {text}
    </p>
  );
}

const Fields = z.object({ email: KnownEmail });

export function SignIn() {
  const draft = useDraftForm(Fields, { defaultValues: { email: undefined } });
  const [failure, setFailure] = useState('');
  const { submit, isPending } = useSubmit(
    draft,
    async ({ email }) => {
      setFailure('');
      const asked = await callAsAdmin.identity(startAdminSignIn, { body: { email } });
      const body = await signWithPasskey(asked);
      storeAdminSession(await callAsAdmin.identity(signAdminIn, { body }));
    },
    (error) => {
      setFailure(passkeyFailure(error));
      return true;
    },
  );
  return (
    <SignInFrame title={words.signIn}>
      <p className="text-cocoa-2">{words.signInText}</p>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username webauthn"
          {...draft.field('email')}
        />
        <PasskeyFailure text={failure} />
        <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
          {words.signInByPasskey}
        </SubmitButton>
      </form>
      <p className="text-sm text-cocoa-2">{words.lostPasskey}</p>
    </SignInFrame>
  );
}

/** In the link of `npm run admin -- admins`, the secret comes after #, so no server sees it. */
export function Enrol() {
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const [failure, setFailure] = useState('');
  const asked = useQuery({
    queryKey: adminKey(startAdminEnrolment.path, token),
    queryFn: () => callAsAdmin.identity(startAdminEnrolment, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { run, isPending } = useSending(
    async (whose: NonNullable<typeof asked.data>) => {
      setFailure('');
      const passkey = await createPasskey(whose);
      storeAdminSession(await callAsAdmin.identity(enrolAdmin, { body: { token, passkey } }));
      await navigate('/', { replace: true });
    },
    (error) => {
      setFailure(passkeyFailure(error));
      // A challenge can be used only once.
      void asked.refetch();
    },
  );
  const { data } = asked;
  return (
    <SignInFrame title={words.enrol}>
      {asked.isPending && <Spinner />}
      {asked.isError && (
        <FailedState text={failureMessage(asked.error)} onRetry={() => void asked.refetch()} />
      )}
      {data && (
        <>
          <p className="wrap-anywhere">{words.enrolText(data.name, data.email)}</p>
          <PasskeyFailure text={failure} />
          <Button isWide isBusy={isPending} onClick={() => void run(data)}>
            {words.createPasskey}
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
