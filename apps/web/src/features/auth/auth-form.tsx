import { authWords as words } from '@app/words/auth.ts';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FieldErrors, FieldValues, FormState } from 'react-hook-form';

function messagesOf(errors: FieldErrors): string[] {
  return Object.values(errors).flatMap((error) =>
    typeof error?.message === 'string' ? [error.message] : [],
  );
}

/** All errors at once, for screen readers: read out at a submit, and not again while they are corrected. */
function useErrorSummary({ errors, submitCount }: FormState<FieldValues>): string {
  const [said, setSaid] = useState({ at: 0, text: '' });
  if (said.at !== submitCount) {
    const messages = messagesOf(errors);
    const text = messages.length === 0 ? '' : [words.toCorrect(messages.length), ...messages].join(' ');
    setSaid({ at: submitCount, text });
  }
  return said.text;
}

interface AuthFormProps {
  formState: FormState<FieldValues>;
  isValid: boolean;
  submit: (event?: FormEvent) => void;
  children: ReactNode;
}

/** Its button is disabled while something is missing, and the Enter key would then do nothing: it says what is missing. */
export function AuthForm({ formState, isValid, submit, children }: AuthFormProps) {
  const summary = useErrorSummary(formState);
  function pressKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isValid || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    submit();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what the Enter key means in a form
    <form onSubmit={submit} onKeyDown={pressKey} noValidate className="mt-7 flex flex-col gap-5">
      <p role="alert" className="sr-only">
        {summary}
      </p>
      {children}
    </form>
  );
}
