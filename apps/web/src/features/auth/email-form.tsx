import { authWords } from '@app/words/auth.ts';
import { KnownEmail } from '@app/contracts/text.ts';
import * as z from 'zod/mini';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AuthForm, useCarriedEmail } from './auth-form.tsx';

interface EmailFormProps {
  send: (email: string, idempotencyKey: string) => Promise<void>;
  button: string;
}

const Fields = z.object({ email: KnownEmail });

function useEmailForm(send: (email: string, idempotencyKey: string) => Promise<void>) {
  const draft = useDraftForm(Fields, { defaultValues: { email: useCarriedEmail() } });
  const { submit, isPending } = useSubmit(draft, ({ email }, key) => send(email, key));
  return { draft, submit, isPending };
}

export function EmailForm({ send, button }: EmailFormProps) {
  const { draft, submit, isPending } = useEmailForm(send);
  return (
    <AuthForm formState={draft.form.formState} isValid={draft.isValid} submit={submit}>
      <TextInput
        label={authWords.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...draft.field('email')}
      />
      <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
        {button}
      </SubmitButton>
    </AuthForm>
  );
}
