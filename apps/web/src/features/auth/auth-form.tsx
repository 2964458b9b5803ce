import { authWords as words } from '@app/words/auth.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { FieldErrors, FieldValues, FormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { CallFailed } from '../../api/failure.ts';
import { saveRequestedPage } from '../../session/interrupted-page.ts';

export function useCapsLock() {
  const [isOn, setIsOn] = useState(false);
  const look = (event: KeyboardEvent) => setIsOn(event.getModifierState('CapsLock'));
  return { hint: isOn ? words.capsLock : undefined, keys: { onKeyDown: look, onKeyUp: look } };
}

interface FormWithPassword {
  form: {
    setError: (
      name: 'password',
      error: { type: string; message: string },
      options: { shouldFocus: boolean },
    ) => void;
  };
}

export function markCommonPassword({ form }: FormWithPassword, error: unknown): boolean {
  if (!(error instanceof CallFailed) || error.code !== 'PASSWORD_TOO_COMMON') return false;
  form.setError('password', { type: 'server', message: error.detail }, { shouldFocus: true });
  return true;
}

/** `?to=` names the page that opens after the log-in. */
export function useRequestedPageInAddress(): void {
  const { search } = useLocation();
  useEffect(() => {
    const to = new URLSearchParams(search).get('to');
    if (to !== null) saveRequestedPage(to, true);
  }, [search]);
}

export function carryEmail(email: string | undefined) {
  return { email: email ?? '' };
}

export function useCarriedEmail(): string | undefined {
  const state = useLocation().state as { email?: unknown } | null;
  return typeof state?.email === 'string' && state.email !== '' ? state.email : undefined;
}

function errorMessages(errors: FieldErrors): string[] {
  return Object.values(errors).flatMap((error) =>
    typeof error?.message === 'string' ? [error.message] : [],
  );
}

/** Screen readers hear all errors once after a submit, and not at each correction. */
function useErrorSummary({ errors, submitCount }: FormState<FieldValues>): string {
  const [announcement, setAnnouncement] = useState({ at: 0, text: '' });
  if (announcement.at !== submitCount) {
    const messages = errorMessages(errors);
    const text = messages.length === 0 ? '' : [words.toCorrect(messages.length), ...messages].join(' ');
    setAnnouncement({ at: submitCount, text });
  }
  return announcement.text;
}

interface AuthFormProps {
  formState: FormState<FieldValues>;
  isValid: boolean;
  submit: (event?: FormEvent) => void;
  children: ReactNode;
}

/** If the submit button is disabled, the Enter key announces what is missing. */
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

function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="text-link">
      {children}
      <span className="sr-only"> {words.newTab}</span>
    </a>
  );
}

export function AgreedTexts() {
  return (
    <>
      <NewTabLink to={paths.terms}>{words.terms}</NewTabLink>
      {words.agreeBetween}
      <NewTabLink to={paths.privacy}>{words.privacy}</NewTabLink>
      {words.agreeAfter}
    </>
  );
}
