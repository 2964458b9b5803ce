import { authMessages } from '@app/words/auth.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEmailForm } from './use-email-form.ts';

interface EmailFormProps {
  send: (email: string, idempotencyKey: string) => Promise<void>;
  button: string;
}

/** Asks for nothing but an email. */
export function EmailForm({ send, button }: EmailFormProps) {
  const { draft, submit, isPending } = useEmailForm(send);
  return (
    <AuthForm formState={draft.form.formState} isValid={draft.isValid} submit={submit}>
      <TextInput
        label={authMessages.email}
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
