import { useEmailExistence } from './email-existence.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import { authWords } from '@app/words/auth.ts';
import { useState, type FormEvent, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { markCommonPassword } from '../auth-form.tsx';
import { Registration, registerPerson } from '@app/contracts/identity/accounts.ts';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { normalEmail } from '@app/contracts/text.ts';

const { role: _, ...asked } = Registration.shape;
const Fields = z.strictObject(asked);

/** Each group is a domain with its most frequent misspellings. */
const MISTYPED =
  'gmail gmial gmai gmal gmil gamil gnail gmaill,yahoo yaho yahooo yhaoo,hotmail hotmial hotmal hotmai homail,outlook outlok,icloud iclod';

function domainMeantBy(email: string): string | undefined {
  const [, name = '', end] = /@(\w+)\.(com|con|cm|om|comm)$/.exec(normalEmail(email)) ?? [];
  const [meant] =
    MISTYPED.split(',')
      .map((names) => names.split(' '))
      .find((names) => names.includes(name)) ?? [];
  return meant === undefined || (meant === name && end === 'com') ? undefined : `${meant}.com`;
}

export function useSignUp(role: Role) {
  const navigate = useNavigate();
  // With undefined defaults, text that was typed before the script loaded stays. The agreement is never
  // ticked in advance (S-104).
  const draft = useDraftForm(Fields, {
    defaultValues: {
      firstName: undefined,
      lastName: undefined,
      email: undefined,
      phoneNumber: undefined,
      password: undefined,
      agreedToTerms: undefined,
    },
  });

  const existence = useEmailExistence();
  // If a submit gets no response, the account may exist. So the person must be able to repeat this submit.
  const [unanswered, setUnanswered] = useState<string>();
  const isTaken = existence.isKnownTaken && draft.form.getValues('email') !== unanswered;

  // The back-forward cache would bring the tick of the agreement back, so it is removed (S-104).
  const { resetField } = draft.form;
  useEffect(() => {
    const enter = (event: PageTransitionEvent) => event.persisted && resetField('agreedToTerms');
    window.addEventListener('pageshow', enter);
    return () => window.removeEventListener('pageshow', enter);
  }, [resetField]);

  const email = draft.field('email', {
    onChange: (event: { target: { value: string } }) => existence.check(event.target.value),
    // When a browser fills in a field, there may be no change event.
    onBlur: (event: { target: { value: string } }) => existence.check(event.target.value),
  });

  const typedEmail = draft.form.watch('email') ?? '';
  const domainMeant = domainMeantBy(typedEmail);
  function takeDomain(): void {
    const correctedEmail = typedEmail.replace(/@.*/s, `@${domainMeant}`);
    draft.form.setValue('email', correctedEmail, { shouldValidate: true, shouldDirty: true });
    existence.check(correctedEmail);
    draft.form.setFocus('email');
  }

  const { submit, isPending } = useSubmit(
    draft,
    async (typed, idempotencyKey) => {
      const body = { ...typed, role };
      const registered = await callIdentity(registerPerson, { body, idempotencyKey }).catch(
        (error: unknown) => {
          const isUnanswered = error instanceof CallFailed && error.kind === 'NETWORK';
          setUnanswered(isUnanswered ? draft.form.getValues('email') : undefined);
          throw error;
        },
      );
      await navigate(paths.verifyingConfirmation(registered.email), { state: { signUp: location.pathname } });
    },
    (error) => markCommonPassword(draft, error),
  );

  /** The Enter key submits a form even if its button is disabled. */
  function submitUnlessTaken(event?: FormEvent): void {
    if (!isTaken) return submit(event);
    event?.preventDefault();
    draft.form.setFocus('email');
  }

  return {
    draft,
    email: { ...email, error: isTaken ? authWords.emailTaken : email.error },
    isTaken,
    domainMeant,
    takeDomain,
    submit: submitUnlessTaken,
    isPending,
    isValid: draft.isValid && !isTaken,
  };
}
